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
    d->list[d->count] = (struct block){.kind = kind, .text = text};
    return &d->list[d->count++];
}

void doc_cells(struct document *d, const char *const *cells, int count)
{
    require(d->count);
    struct block *b = &d->list[d->count - 1];
    require(b->kind == BLOCK_TABLE && strlen(b->text) == (size_t)count);
    size_t rows = (size_t)b->rows + 1;
    b->columns = count;
    b->cells = xgrow(b->cells, rows * (size_t)count, sizeof *b->cells);
    b->links = xgrow(b->links, rows, sizeof *b->links);
    memcpy(b->cells + b->rows * count, cells, (size_t)count * sizeof *cells);
    b->links[b->rows++] = NULL;
}

void doc_link(struct document *d, const char *link)
{
    const struct block *b = &d->list[d->count - 1];
    b->links[b->rows - 1] = link;
}

void document_free(struct document *d)
{
    for (int i = 0; i < d->count; i++) {
        free(d->list[i].cells);
        free(d->list[i].links);
    }
    for (int i = 0; i < d->text_count; i++) free(d->texts[i]);
    free(d->texts);
    free(d->list);
    *d = (struct document){0};
}
