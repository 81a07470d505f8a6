/* SPDX-License-Identifier: MIT
 * Writes error messages for invalid formulas. A message quotes the word found and suggests what was
 * probably meant. */
#include "base/formula/formula_tree.h"
#include "base/mem.h"
#include "base/nearest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

bool formula_name_char(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

/* Operators of other programming languages, and their equivalents in formulas. */
static const struct {
    const char *written, *meant;
} slips[] = {{"&", "and"}, {"|", "or"}, {"=", "=="}, {"!", "not"}, {NULL, NULL}};

/* Appends a suggestion if the word or operator is a common mistake. */
static void add_meant(struct text *out, const char *at, const char *word)
{
    static const char *const operators[] = {"and", "or", "not", "in"};
    add_nearest(out, word, operators, sizeof operators / sizeof *operators);
    for (int i = 0; slips[i].written; i++)
        if (*at == *slips[i].written) text_add(out, "; did you mean %s?", slips[i].meant);
}

/* Returns the length in bytes of the word at this position, or of one character if there is no
 * word. */
static int word_length(const char *at)
{
    int length = 0;
    while (formula_name_char(at[length])) length++;
    if (length) return length;
    for (length = 1; ((unsigned char)at[length] & 0xC0) == 0x80;) length++;
    return length;
}

char *formula_unexpected(const char *at, const char *expected)
{
    struct text message = {0};
    if (!*at) return xformat("unexpected end of the formula (expected %s)", expected);
    char *word = xformat("%.*s", word_length(at), at);
    text_add(&message, "unexpected '%s' (expected %s)", word, expected);
    add_meant(&message, at, word);
    free(word);
    return message.data;
}

char *formula_unknown_name(const char *name, formula_known *known, void *context)
{
    struct text message = {0};
    text_add(&message, "unknown name '%s' (expected a variable)", name);
    size_t length = message.length;
    known(context, name, &message);
    if (message.length == length) add_meant(&message, name, name);
    return message.data;
}
