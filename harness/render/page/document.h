/* SPDX-License-Identifier: MIT
 * A document as a list of blocks, written once and rendered as Markdown and as HTML, so that the
 * two cannot drift. Texts are plain: escaping is the renderer's work.
 *
 * A block is a heading, a paragraph, a table. What stands inside a text, a link or a command, is
 * made by a function that gives a text to put into another (doc_link() and its like; inline.h is
 * where the renderers take it apart again):
 *
 *     doc_paragraph(d, "As %s says.", doc_link(d, "#rule", NULL, "the rule"));
 *
 * "arXiv 2310.11398" in any text becomes a link without being asked. */
#ifndef ATTNLAB_DOCUMENT_H
#define ATTNLAB_DOCUMENT_H

#include "base/mem.h"

enum block_kind {
    DOC_HEADING,
    DOC_PARAGRAPH,
    DOC_ANSWER, /* a sentence that stands out */
    DOC_ITEM,
    DOC_TABLE,
    DOC_FIGURE,
    DOC_CODE,    /* commands, to be copied */
    DOC_FOLD,    /* what follows is shown when its text is clicked on, down to ... */
    DOC_FOLD_END /* ... this. It ends before the next heading of level 1 or 2; folds may nest */
};

/* What a cell of a table says at a glance: a colour, and a mark that survives grey. */
enum tone {
    TONE_NONE,
#define TONE(id, name, mark) TONE_##id,
#include "harness/render/page/tones.def"
#undef TONE
    TONES
};
extern const struct tone_look {
    const char *name, *mark; /* name: also the class in page.css, with '-' for a blank */
} tone_looks[TONES];

struct table_cell {
    const char *text;
    const char *title; /* HTML: shown when the pointer rests on it; NULL: none */
    enum tone tone;
    bool as_above; /* empty for the eye, but the same as in the row above */
};
struct block {
    enum block_kind kind;
    int level;                /* heading: 1 the title, 2 a section, 3 */
    const char *text;         /* figure: what it shows; table: caption, "" for none; fold: what is clicked on */
    const char *anchor;       /* heading, item: what "#..." leads to; NULL: an own one in HTML */
    const char *stem;         /* figure: path below the run without ".svg" */
    const char *align;        /* table: one letter a column, see doc_table */
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

/* ---- blocks. Texts must live as long as the document ---- */

struct block *doc_add(struct document *, enum block_kind, const char *text);
#define doc_heading(d, depth, ...)                                                                 \
    (doc_add(d, DOC_HEADING, doc_text(d, __VA_ARGS__))->level = (depth))
#define doc_paragraph(d, ...)  doc_add(d, DOC_PARAGRAPH, doc_text(d, __VA_ARGS__))
#define doc_answer(d, ...)     doc_add(d, DOC_ANSWER, doc_text(d, __VA_ARGS__))
#define doc_item(d, ...)       doc_add(d, DOC_ITEM, doc_text(d, __VA_ARGS__))
#define doc_figure(d, at, ...) (doc_add(d, DOC_FIGURE, doc_text(d, __VA_ARGS__))->stem = (at))
#define doc_fold(d, ...)       doc_add(d, DOC_FOLD, doc_text(d, __VA_ARGS__))
#define doc_fold_end(d)        doc_add(d, DOC_FOLD_END, "")

/* Begins a table with its heads. align: a letter for each column: l left, r right (numbers), t
 * running text. A table that has running text becomes a list of cards in a narrow window. */
#define doc_table(d, letters, ...) (doc_begin_table(d, letters), doc_row(d, __VA_ARGS__))
void doc_begin_table(struct document *, const char *align);
/* Further cells of the table that was begun last: a row, or a piece of one. DOC_AS_ABOVE for a
 * text: the cell says what the one above it says, and is left empty until the rows are sorted. */
#define doc_row(d, ...) doc_cells(d, (const char *const[]){__VA_ARGS__, NULL})
void doc_cells(struct document *, const char *const *cells);
extern const char DOC_AS_ABOVE[];

/* Of the block that was added last. */
#define doc_anchor(d, name)     ((d)->list[(d)->count - 1].anchor = (name))
#define doc_caption(d, ...)     ((d)->list[(d)->count - 1].text = doc_text(d, __VA_ARGS__))
/* Of the cell that was added last. title: more of it in words; NULL: nothing. */
void doc_tone(struct document *, enum tone, const char *title);

/* ---- inside a text; these do not nest ---- */

/* target: "#anchor" on this page; a page of ours by its path without ".html", "run/report" or
 * "run/report#anchor"; or "https://...". title: as of a cell. */
const char *doc_link(struct document *, const char *target, const char *title, const char *text);
const char *doc_strong(struct document *, const char *text);
const char *doc_command(struct document *, const char *text); /* to be copied into a shell */

/* Links each word of the glossary (glossary.def) where it first stands in a paragraph or an answer;
 * nowhere else: items, heads and cells begin with names that people gave, in which a sigmoid gate
 * is another gate. Adds a section that explains those words, their anchors beginning with
 * WORD_ANCHOR. To be called when the document has all its other blocks. */
void doc_glossary(struct document *);
#define WORD_ANCHOR "word-"

/* ---- rendering. The caller frees. Valid UTF-8 whatever the texts hold: names of folders may be
 * any bytes, and one that is no text is shown as U+FFFD ---- */

char *document_markdown(const struct document *);
/* run: the folder in which the figures lie that it takes in. */
char *document_html(const struct document *, const char *run);
void document_free(struct document *);

#endif
