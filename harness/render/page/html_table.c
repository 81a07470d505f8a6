/* SPDX-License-Identifier: MIT
 * A table in HTML: heads with their scope, and cells that carry their column's head, which the
 * narrow form of the table shows in front of them. */
#include "harness/render/page/html.h"

#include <string.h>

/* The classes of a cell: its column's letter; "same" for what the row above says; its tone. */
static void classes(struct html *h, char letter, const struct table_cell *c)
{
    const char *name = tone_looks[c->tone].name;
    text_add(&h->out, " class=\"%c%s%s", letter, c->as_above ? " same" : "", *name ? " " : "");
    for (; *name; name++) text_add(&h->out, "%c", *name == ' ' ? '-' : *name);
    text_add(&h->out, "\"");
}

static void content(struct html *h, const struct table_cell *c)
{
    const struct tone_look *look = &tone_looks[c->tone];
    if (*look->mark) {
        html_plain(h, "<span class=\"mark\" role=\"img\" aria-label=\"", look->name, "\">");
        html_plain(h, "", look->mark, "</span> ");
    }
    html_words(h, "", c->text, "");
}

/* The first cell of a row is its head, unless it is a number. */
static void cell(struct html *h, const struct block *b, int i)
{
    const struct table_cell *own = &b->cells[i], *head = &b->cells[i % b->columns];
    char letter = b->align[i % b->columns];
    bool of_row = head == b->cells && letter != 'r' && own != head;
    const char *tag = own == head || of_row ? "th" : "td";
    text_add(&h->out, "<%s", tag);
    classes(h, letter, own);
    if (own == head || of_row) text_add(&h->out, " scope=\"%s\"", of_row ? "row" : "col");
    if (own != head) html_bare(h, " data-head=\"", head->text, "\"");
    if (own->title) html_plain(h, " title=\"", own->title, "\"");
    text_add(&h->out, ">");
    content(h, own);
    text_add(&h->out, "</%s>", tag);
}

void html_table(struct html *h, const struct block *b)
{
    text_add(&h->out, "<div class=\"wide\"><table%s>\n",
             strchr(b->align, 't') ? " class=\"cards\"" : "");
    if (*b->text) html_words(h, "<caption><span>", b->text, "</span></caption>\n");
    text_add(&h->out, "<thead>\n");
    for (int i = 0; i < b->count; i++) {
        if (i % b->columns == 0) text_add(&h->out, "<tr>");
        cell(h, b, i);
        if ((i + 1) % b->columns == 0) text_add(&h->out, "</tr>\n");
        if (i + 1 == b->columns) text_add(&h->out, "</thead>\n<tbody>\n");
    }
    text_add(&h->out, "</tbody></table></div>\n");
}
