/* SPDX-License-Identifier: MIT
 * Putting a document together, block by block. */
#include "harness/render/page/document.h"
#include "harness/render/page/inline.h"

#include <stdlib.h>
#include <string.h>

const char DOC_AS_ABOVE[] = "";

const struct tone_look tone_looks[TONES] = {
    [TONE_NONE] = {"", ""},
#define TONE(id, name, mark) [TONE_##id] = {name, mark},
#include "harness/render/page/tones.def"
#undef TONE
};

const char *doc_keep(struct document *d, char *text)
{
    if (!text) return "";
    d->texts = xgrow(d->texts, (size_t)d->text_count + 1, sizeof *d->texts);
    return d->texts[d->text_count++] = text;
}

struct block *doc_add(struct document *d, enum block_kind kind, const char *text)
{
    d->list = xgrow(d->list, (size_t)d->count + 1, sizeof *d->list);
    d->list[d->count] = (struct block){.kind = kind, .text = text};
    return &d->list[d->count++];
}

void doc_begin_table(struct document *d, const char *align)
{
    struct block *b = doc_add(d, DOC_TABLE, "");
    b->align = align;
    b->columns = (int)strlen(align);
}

static struct block *last_table(struct document *d)
{
    struct block *b = &d->list[d->count - 1];
    require(b->kind == DOC_TABLE);
    return b;
}

void doc_cells(struct document *d, const char *const *cells)
{
    struct block *b = last_table(d);
    for (; *cells; cells++) {
        b->cells = xgrow(b->cells, (size_t)b->count + 1, sizeof *b->cells);
        b->cells[b->count++] =
            (struct table_cell){.text = *cells, .as_above = *cells == DOC_AS_ABOVE};
    }
}

void doc_tone(struct document *d, enum tone tone, const char *title)
{
    struct block *b = last_table(d);
    b->cells[b->count - 1].tone = tone;
    b->cells[b->count - 1].title = title;
}

const char *doc_link(struct document *d, const char *target, const char *title, const char *text)
{
    return doc_keep(d, piece_text(PIECE_LINK, target, title, text));
}

const char *doc_strong(struct document *d, const char *text)
{
    return doc_keep(d, piece_text(PIECE_STRONG, "", NULL, text));
}

const char *doc_command(struct document *d, const char *text)
{
    return doc_keep(d, piece_text(PIECE_COMMAND, "", NULL, text));
}

void document_free(struct document *d)
{
    for (int i = 0; i < d->count; i++) free(d->list[i].cells);
    for (int i = 0; i < d->text_count; i++) free(d->texts[i]);
    free(d->texts);
    free(d->list);
    *d = (struct document){0};
}
