/* SPDX-License-Identifier: MIT
 * Texts in HTML: plain, and with links and commands in them. */
#include "harness/render/page/html.h"
#include "harness/render/page/inline.h"

#include <string.h>

void html_plain(struct html *h, const char *before, const char *text, const char *after)
{
    text_add(&h->out, "%s", before);
    add_html(&h->out, text, strlen(text));
    text_add(&h->out, "%s", after);
}

static void add_slice(struct html *h, struct slice s) { add_html(&h->out, s.at, s.length); }

/* A word of the glossary has a class of its own, so that it need not look like a link to elsewhere.
 */
static void link(struct html *h, const struct piece *p)
{
    static const char word[] = "#" WORD_ANCHOR;
    struct text address = {0};
    add_address(&address, p, ".html");
    bool of_glossary = !strncmp(p->target.at, word, strlen(word));
    html_plain(h, of_glossary ? "<a class=\"word\" href=\"" : "<a href=\"", address.data, "\"");
    text_free(&address);
    if (p->title.length) {
        text_add(&h->out, " title=\"");
        add_slice(h, p->title);
        text_add(&h->out, "\"");
    }
    text_add(&h->out, ">");
    add_slice(h, p->text);
    text_add(&h->out, "</a>");
}

void html_words(struct html *h, const char *before, const char *text, const char *after)
{
    static const char *const around[PIECE_KINDS][2] = {
        [PIECE_TEXT] = {"", ""},
        [PIECE_STRONG] = {"<strong>", "</strong>"},
        [PIECE_COMMAND] = {"<code class=\"command\">", "</code>"}};
    struct pieces all = {text, text};
    text_add(&h->out, "%s", before);
    for (struct piece p; piece_next(&all, &p);) {
        if (p.kind == PIECE_LINK) {
            link(h, &p);
            continue;
        }
        text_add(&h->out, "%s", around[p.kind][0]);
        add_slice(h, p.text);
        text_add(&h->out, "%s", around[p.kind][1]);
    }
    text_add(&h->out, "%s", after);
}

void html_bare(struct html *h, const char *before, const char *text, const char *after)
{
    struct pieces all = {text, text};
    text_add(&h->out, "%s", before);
    for (struct piece p; piece_next(&all, &p);) add_slice(h, p.text);
    text_add(&h->out, "%s", after);
}
