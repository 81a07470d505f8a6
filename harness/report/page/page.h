/* SPDX-License-Identifier: MIT
 * Writes a page as Markdown into memory, block by block. Text from files (labels, reasons, commits)
 * must pass through md(), which escapes markup. */
#ifndef ATTNLAB_PAGE_H
#define ATTNLAB_PAGE_H

#include "base/mem.h"

#include <stdio.h>

enum last_block { AT_TOP, AFTER_BLOCK, AFTER_ITEM, AFTER_ROW };
struct writer {
    struct text out;
    enum last_block last;
    bool plain;  /* true if the text is for CSV; md() then changes nothing */
    char **kept; /* strings that are freed with the writer */
    int kept_count;
};
void writer_free(struct writer *);
/* Returns a string that the writer then owns and frees. Returns "" for NULL. */
const char *keep(struct writer *, char *text);
#define keep_format(w, ...) keep(w, xformat(__VA_ARGS__))

/* Escapes a text so that Markdown shows it unchanged, even in a table. */
const char *md(struct writer *, const char *text);
/* Returns a link; `text` is Markdown. target: "#place", a path or an address, which this function
 * encodes. */
const char *md_link(struct writer *, const char *target, const char *text);
/* Returns a text as inline code. */
const char *md_command(struct writer *, const char *text);

#define LIKE_PRINTF(at, rest) __attribute__((format(printf, at, rest)))
void md_heading(struct writer *, int level, const char *format, ...) LIKE_PRINTF(3, 4);
void md_paragraph(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
void md_item(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
/* Starts a table with column heads such as "arm | effect | >time"; '>' marks a column of numbers.
 */
void md_table(struct writer *, const char *heads);
/* Writes one row of a table. The format separates the cells, as in "%s | %+.2f". */
void md_row(struct writer *, const char *format, ...) LIKE_PRINTF(2, 3);
void md_code(struct writer *, const char *text);
/* Writes a figure. alt: description of the figure, not escaped. */
void md_figure(struct writer *, const char *stem, const char *alt);

/* Runs cmark-gfm or gnuplot in a folder, without a shell (run_program.c). Returns NULL on success,
 * otherwise an error message, which the caller frees.
 *   argv[0]: name of the program, searched in PATH
 *   in: standard input; NULL for empty input
 *   *output: stdout and stderr of the program; the caller frees the text */
char *run_program(const char *const argv[], const char *folder, FILE *in, char **output);

/* Converts a page to HTML, which the caller frees. Returns NULL and sets *fault on failure. folder:
 * the folder that contains the figures. */
char *page_html(const char *markdown, const char *folder, char **fault);

#endif
