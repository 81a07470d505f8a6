/* SPDX-License-Identifier: MIT
 * A document as a list of blocks, written once and rendered as Markdown and as HTML, so that the
 * two cannot drift. Texts are plain: escaping is the renderer's work. */
#ifndef ATTNLAB_DOCUMENT_H
#define ATTNLAB_DOCUMENT_H

#include "base/mem.h"

enum block_kind {
    BLOCK_HEADING,
    BLOCK_PARAGRAPH,
    BLOCK_ITEM,
    BLOCK_TABLE,
    BLOCK_FIGURE,
    BLOCK_CODE
};

struct block {
    enum block_kind kind;
    int level;    /* heading: 1 the title, 2, 3 */
    char *text;   /* figure: caption; table: one letter a column, l, r or t, see doc_table */
    char *stem;   /* figure: path below the run without ".svg" */
    char **cells; /* table: whole rows, the header first */
    char **links; /* of each cell: path of another report without its ending; NULL: none */
    int columns, cell_count;
};
struct document {
    struct block *list;
    int count;
};

void doc_heading(struct document *, int level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void doc_paragraph(struct document *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void doc_item(struct document *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void doc_code(struct document *, const char *text);
void doc_figure(struct document *, const char *stem, const char *caption);
/* Begins a table: heads is a NULL-ended list, align a letter for each: l left, r
 * right (numbers), t running text. A table that has texts becomes a list of cards where the window
 * is too narrow for its columns. Cells follow. */
void doc_table(struct document *, const char *align, const char *const *heads);
void doc_cell(struct document *, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same with a link to another report, "<link>.md" or "<link>.html". */
void doc_link(struct document *, const char *link, const char *text);

/* The caller frees. run: the folder in which the HTML finds the figures it takes in. */
char *document_markdown(const struct document *);
char *document_html(const struct document *, const char *run);
void document_free(struct document *);

#endif
