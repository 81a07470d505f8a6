/* SPDX-License-Identifier: MIT
 * See document.h. */
#include "harness/render/document.h"

#include <stdlib.h>
#include <string.h>

static char *format_list(const char *format, va_list list)
{
    char *text = NULL;
    int length = vasprintf(&text, format, list);
    require(length >= 0);
    return text;
}

static struct block *add(struct document *d, enum block_kind kind, char *text)
{
    d->list = xgrow(d->list, (size_t)d->count + 1, sizeof *d->list);
    d->list[d->count] = (struct block){.kind = kind, .text = text};
    return &d->list[d->count++];
}

void doc_heading(struct document *d, int level, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(d, BLOCK_HEADING, format_list(format, list))->level = level;
    va_end(list);
}

void doc_paragraph(struct document *d, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(d, BLOCK_PARAGRAPH, format_list(format, list));
    va_end(list);
}

void doc_item(struct document *d, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    add(d, BLOCK_ITEM, format_list(format, list));
    va_end(list);
}

void doc_code(struct document *d, const char *text) { add(d, BLOCK_CODE, xstrdup(text)); }

void doc_figure(struct document *d, const char *stem, const char *caption)
{
    add(d, BLOCK_FIGURE, xstrdup(caption))->stem = xstrdup(stem);
}

/* Takes over both; link may be NULL. */
static void add_cell(struct block *b, char *text, char *link)
{
    b->cells = xgrow(b->cells, (size_t)b->cell_count + 1, sizeof *b->cells);
    b->links = xgrow(b->links, (size_t)b->cell_count + 1, sizeof *b->links);
    b->links[b->cell_count] = link;
    b->cells[b->cell_count++] = text;
}

void doc_table(struct document *d, const char *align, const char *const *heads)
{
    struct block *b = add(d, BLOCK_TABLE, xstrdup(align));
    b->columns = (int)strlen(align);
    for (; *heads; heads++) add_cell(b, xstrdup(*heads), NULL);
    require(b->cell_count == b->columns);
}

void doc_cell(struct document *d, const char *format, ...)
{
    require(d->count && d->list[d->count - 1].kind == BLOCK_TABLE);
    va_list list;
    va_start(list, format);
    add_cell(&d->list[d->count - 1], format_list(format, list), NULL);
    va_end(list);
}

void doc_link(struct document *d, const char *link, const char *text)
{
    require(d->count && d->list[d->count - 1].kind == BLOCK_TABLE);
    add_cell(&d->list[d->count - 1], xstrdup(text), xstrdup(link));
}

void document_free(struct document *d)
{
    for (int i = 0; i < d->count; i++) {
        struct block *b = &d->list[i];
        for (int c = 0; c < b->cell_count; c++) {
            free(b->cells[c]);
            free(b->links[c]);
        }
        free(b->cells);
        free(b->links);
        free(b->text);
        free(b->stem);
    }
    free(d->list);
    *d = (struct document){0};
}
