/* SPDX-License-Identifier: MIT
 * Putting a document together, block by block. */
#include "harness/render/document.h"

#include <stdlib.h>
#include <string.h>

const char *doc_keep(struct document *d, char *text)
{
    if (!text) return "";
    d->texts = xgrow(d->texts, (size_t)d->text_count + 1, sizeof *d->texts);
    return d->texts[d->text_count++] = text;
}

struct block *doc_add(struct document *d, enum block_kind kind, const char *text)
{
    d->list = xgrow(d->list, (size_t)d->count + 1, sizeof *d->list);
    d->list[d->count] = (struct block){.kind = kind, .text = text, .columns = (int)strlen(text)};
    return &d->list[d->count++];
}

void doc_cells(struct document *d, const char *const *cells)
{
    struct block *b = &d->list[d->count - 1];
    require(b->kind == DOC_TABLE);
    for (; *cells; cells++) {
        b->cells = xgrow(b->cells, (size_t)b->count + 1, sizeof *b->cells);
        b->cells[b->count++] = (struct table_cell){*cells, NULL};
    }
}

void doc_link(struct document *d, const char *link)
{
    const struct block *b = &d->list[d->count - 1];
    b->cells[b->count - b->columns].link = link;
}

void document_free(struct document *d)
{
    for (int i = 0; i < d->count; i++) free(d->list[i].cells);
    for (int i = 0; i < d->text_count; i++) free(d->texts[i]);
    free(d->texts);
    free(d->list);
    *d = (struct document){0};
}
