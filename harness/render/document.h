/* SPDX-License-Identifier: MIT
 * A document as a list of blocks, written once and rendered as Markdown and as HTML, so that the
 * two cannot drift. Texts are plain: escaping is the renderer's work. */
#ifndef ATTNLAB_DOCUMENT_H
#define ATTNLAB_DOCUMENT_H

#include "base/mem.h"

enum block_kind { DOC_HEADING, DOC_PARAGRAPH, DOC_ITEM, DOC_TABLE, DOC_FIGURE, DOC_CODE };
struct table_cell {
    const char *text, *link; /* link: path of another report without its ending; NULL: none */
};
struct block {
    enum block_kind kind;
    int level;                /* heading: 1 the title, 2, 3 */
    const char *text;         /* figure: caption; table: one letter a column, see doc_table */
    const char *stem;         /* figure: path below the run without ".svg" */
    struct table_cell *cells; /* table: row by row, the heads first */
    int columns, count;       /* of cells */
};
struct document {
    struct block *list;
    int count;
    char **texts; /* freed with the document */
    int text_count;
};

/* Texts made on the way live as long as the document. */
const char *doc_keep(struct document *, char *text); /* takes over; NULL: "" */
#define doc_text(d, ...) doc_keep(d, xformat(__VA_ARGS__))

/* The text must live as long as the document. */
struct block *doc_add(struct document *, enum block_kind, const char *text);
#define doc_heading(d, depth, ...)                                                                 \
    (doc_add(d, DOC_HEADING, doc_text(d, __VA_ARGS__))->level = (depth))
#define doc_paragraph(d, ...)  doc_add(d, DOC_PARAGRAPH, doc_text(d, __VA_ARGS__))
#define doc_item(d, ...)       doc_add(d, DOC_ITEM, doc_text(d, __VA_ARGS__))
#define doc_figure(d, at, ...) (doc_add(d, DOC_FIGURE, doc_text(d, __VA_ARGS__))->stem = (at))

/* Begins a table with its heads. align: a letter for each column: l left, r right (numbers), t
 * running text. A table that has running text becomes a list of cards in a narrow window. */
#define doc_table(d, align, ...) (doc_add(d, DOC_TABLE, align), doc_row(d, __VA_ARGS__))
/* Further cells of the table that was begun last: a row, or a piece of one. */
#define doc_row(d, ...) doc_cells(d, (const char *const[]){__VA_ARGS__, NULL})
void doc_cells(struct document *, const char *const *cells);
/* Makes a link of the first cell of the last row. */
void doc_link(struct document *, const char *link);

/* The caller frees. run: the folder in which the HTML finds the figures it takes in. */
char *document_markdown(const struct document *);
char *document_html(const struct document *, const char *run);
void document_free(struct document *);

#endif
