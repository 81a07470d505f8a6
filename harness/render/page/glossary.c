/* SPDX-License-Identifier: MIT
 * The words that pages use in a sense of their own: each is linked where it first stands, and those
 * that were met are explained at the page's end.
 *
 * It works on the document, before it is rendered, so both renderings have the same links. */
#include "harness/render/page/document.h"
#include "harness/render/page/inline.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *meaning;
} glossary[] = {
#define WORD(word, meaning) {word, meaning},
#include "harness/render/page/glossary.def"
#undef WORD
};
enum { WORDS = sizeof glossary / sizeof *glossary };

static bool is_inside_word(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 128 || c == '_' || c == '-';
}

/* Whether a text goes on with something of which the word is but a part: "arm_table", "cells.csv",
 * or with what makes it the name of a setting: "seed = 1". */
static bool goes_on(struct slice rest)
{
    if (!rest.length) return false;
    if (is_inside_word(*rest.at)) return true;
    bool file = *rest.at == '.' && rest.length > 1 && isalnum((unsigned char)rest.at[1]);
    return file || *rest.at == '=' || (rest.length > 1 && !strncmp(rest.at, " =", 2));
}

/* The length of the word, in singular or plural and with either first letter, at the beginning of a
 * text; 0: it does not stand there. */
static size_t match(const char *word, struct slice text)
{
    static const char *const endings[] = {"", "s", "es"};
    size_t length = strlen(word);
    bool same = text.length >= length && tolower((unsigned char)*text.at) == *word &&
                !memcmp(text.at + 1, word + 1, length - 1);
    for (size_t i = 0; same && i < sizeof endings / sizeof *endings; i++) {
        size_t more = strlen(endings[i]);
        const struct slice rest = {text.at + length, text.length - length};
        if (rest.length < more || memcmp(rest.at, endings[i], more)) continue;
        if (!goes_on((struct slice){rest.at + more, rest.length - more})) return length + more;
    }
    return 0;
}

/* The longest word at the beginning of a text that was not met before; -1: none. */
static int find(struct slice text, const bool *met, size_t *length)
{
    int found = -1;
    *length = 0;
    for (int i = 0; i < WORDS; i++) {
        size_t own = met[i] ? 0 : match(glossary[i].word, text);
        if (own > *length) *length = own, found = i;
    }
    return found;
}

static char *anchor_of(int word, const char *before)
{
    struct text anchor = {0};
    text_add(&anchor, "%s" WORD_ANCHOR, before);
    for (const char *c = glossary[word].word; *c; c++)
        text_add(&anchor, "%c", *c == ' ' ? '-' : *c);
    return anchor.data;
}

static void add_link(struct text *out, int word, const char *shown, size_t length)
{
    char *text = xformat("%.*s", (int)length, shown), *target = anchor_of(word, "#");
    char *link = piece_text(PIECE_LINK, target, glossary[word].meaning, text);
    text_add(out, "%s", link);
    free(link);
    free(target);
    free(text);
}

/* Adds plain words with their links. */
static void add_words(struct text *out, struct slice text, bool *met)
{
    for (size_t i = 0, length; i < text.length;) {
        const struct slice rest = {text.at + i, text.length - i};
        bool begins = !i || (!is_inside_word(text.at[i - 1]) && !strchr("./=", text.at[i - 1]));
        int word = begins ? find(rest, met, &length) : -1;
        if (word < 0) {
            text_add_bytes(out, text.at + i++, 1);
            continue;
        }
        met[word] = true;
        add_link(out, word, rest.at, length);
        i += length;
    }
}

/* The text with its links; NULL: it has none of the words. */
static char *linked(const char *text, bool *met)
{
    struct text out = {0};
    struct pieces p = {text, text};
    struct piece piece;
    for (const char *from = text; piece_next(&p, &piece); from = p.rest) {
        if (piece.kind == PIECE_TEXT)
            add_words(&out, piece.text, met);
        else
            text_add_bytes(&out, from, (size_t)(p.rest - from));
    }
    if (out.length > strlen(text)) return out.data;
    text_free(&out);
    return NULL;
}

void doc_glossary(struct document *d)
{
    bool met[WORDS] = {0}, any = false;
    for (int i = 0; i < d->count; i++) {
        enum block_kind kind = d->list[i].kind;
        if (kind != DOC_PARAGRAPH && kind != DOC_ANSWER) continue;
        char *text = linked(d->list[i].text, met);
        if (text) d->list[i].text = doc_keep(d, text);
    }
    for (int i = 0; i < WORDS; i++) {
        if (!met[i]) continue;
        if (!any) {
            doc_heading(d, 2, "Glossary");
            doc_anchor(d, "glossary");
        }
        any = true;
        doc_item(d, "%s: %s", doc_strong(d, glossary[i].word), glossary[i].meaning);
        doc_anchor(d, doc_keep(d, anchor_of(i, "")));
    }
}
