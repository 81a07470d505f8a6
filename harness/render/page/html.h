/* SPDX-License-Identifier: MIT
 * The parts of the HTML renderer: html.c is the page and what leads through it, html_table.c and
 * html_figure.c are two blocks with a shape of their own, html_words.c is what stands in a line.
 *
 * The page is well-formed XML too (every element ends, every attribute is quoted): a test can read
 * it with any parser of XML, and a page that was cut off is found. */
#ifndef ATTNLAB_HTML_H
#define ATTNLAB_HTML_H

#include "harness/render/page/document.h"

/* A page in the making. */
struct html {
    struct text out;
    const struct document *d;
    const char *run; /* the folder of the figures */
    char **ids;      /* of each block: its id; NULL: none */
};

/* Between two pieces of markup: a text as it is, and one with links and commands. */
void html_plain(struct html *, const char *before, const char *text, const char *after);
void html_words(struct html *, const char *before, const char *text, const char *after);
/* Without what is markup in it, for titles. */
void html_bare(struct html *, const char *before, const char *text, const char *after);
void html_table(struct html *, const struct block *);
void html_figure(struct html *, const struct block *);

#endif
