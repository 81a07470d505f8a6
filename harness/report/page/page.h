/* SPDX-License-Identifier: MIT
 * Writing a page: Markdown, block by block, into memory. Every text that comes from a file (a
 * label, a reason, a commit) passes md(), which escapes what Markdown could take for markup. The
 * HTML is made from the Markdown by cmark-gfm, which shows no raw HTML (html.c). */
#ifndef ATTNLAB_PAGE_H
#define ATTNLAB_PAGE_H

#include "base/mem.h"

#include <stdio.h>

enum last_block { AT_TOP, AFTER_BLOCK, AFTER_ITEM, AFTER_ROW };
struct writer {
    struct text out;
    enum last_block last;
    bool plain;  /* texts for a table of numbers: md() changes nothing */
    char **kept; /* texts made on the way, which live as long as the writer */
    int kept_count;
};
void writer_free(struct writer *);
/* Keeps a text as long as the writer lives; NULL: "". */
const char *keep(struct writer *, char *text);
#define keep_format(w, ...) keep(w, xformat(__VA_ARGS__))

/* A text as Markdown shows it as it is, in a table too. */
const char *md(struct writer *, const char *text);
/* A link whose text is Markdown. target: "#place", a path, or an address; its bytes are encoded. */
const char *md_link(struct writer *, const char *target, const char *text);
/* A command to be copied, of a text as it is. */
const char *md_command(struct writer *, const char *text);

#define LIKE_PRINTF(at, rest) __attribute__((format(printf, at, rest)))
void md_heading(struct writer *, int level, const char *format, ...) LIKE_PRINTF(3, 4);
void md_paragraph(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
void md_item(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
/* "arm | effect | >time": the heads of a table; a column of numbers begins with >. */
void md_table(struct writer *, const char *heads);
/* "%s | %+.2f": one row of it. */
void md_row(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
void md_code(struct writer *, const char *text);
/* alt: what it shows, as it is. */
void md_figure(struct writer *, const char *stem, const char *alt);

/* The HTML of a page (the caller frees it); NULL with *fault. folder: where its figures lie. */
char *page_html(const char *markdown, const char *folder, char **fault);

#endif
