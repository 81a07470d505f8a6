/* SPDX-License-Identifier: MIT
 * Writes a page as Markdown, block by block, into memory. Text from files (labels, reasons,
 * commits) passes md(), which escapes markup. cmark-gfm makes the HTML and shows no raw HTML
 * (html.c). */
#ifndef ATTNLAB_PAGE_H
#define ATTNLAB_PAGE_H

#include "base/mem.h"

#include <stdio.h>

enum last_block { AT_TOP, AFTER_BLOCK, AFTER_ITEM, AFTER_ROW };
struct writer {
    struct text out;
    enum last_block last;
    bool plain;  /* text for CSV: md() changes nothing */
    char **kept; /* strings that live as long as the writer */
    int kept_count;
};
void writer_free(struct writer *);
/* Keeps a string as long as the writer lives and returns it; returns "" for NULL. */
const char *keep(struct writer *, char *text);
#define keep_format(w, ...) keep(w, xformat(__VA_ARGS__))

/* Returns a text escaped so that Markdown shows it unchanged, also in a table. */
const char *md(struct writer *, const char *text);
/* Returns a link whose text is Markdown. target: "#place", a path or an address; its bytes are
 * encoded. */
const char *md_link(struct writer *, const char *target, const char *text);
/* Returns a text as inline code. */
const char *md_command(struct writer *, const char *text);

#define LIKE_PRINTF(at, rest) __attribute__((format(printf, at, rest)))
void md_heading(struct writer *, int level, const char *format, ...) LIKE_PRINTF(3, 4);
void md_paragraph(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
void md_item(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
/* Starts a table with heads such as "arm | effect | >time"; > marks a column of numbers. */
void md_table(struct writer *, const char *heads);
/* Writes one row of a table, with a format such as "%s | %+.2f". */
void md_row(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
void md_code(struct writer *, const char *text);
/* alt: unescaped description of the figure. */
void md_figure(struct writer *, const char *stem, const char *alt);

/* Returns the HTML of a page (the caller frees the result); NULL with *fault set. folder: contains
 * the figures. */
char *page_html(const char *markdown, const char *folder, char **fault);

#endif
