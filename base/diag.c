/* SPDX-License-Identifier: MIT
 * Collects errors and prints them sorted by location. */
#define _GNU_SOURCE
#include "base/diag.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

void diag_add(struct diags *d, const char *file, int line, int column, const char *format, ...)
{
    va_list list;
    char *message = NULL;
    va_start(list, format);
    int length = vasprintf(&message, format, list);
    va_end(list);
    require(length >= 0);
    d->list = xroom(d->list, (size_t)d->count, sizeof *d->list);
    d->list[d->count++] = (struct diag){xstrdup(file), line, column, message};
}

static int by_place(const void *a, const void *b)
{
    const struct diag *x = a, *y = b;
    int files = strcmp(x->file, y->file);
    if (files) return files;
    return x->line != y->line ? x->line - y->line : x->column - y->column;
}

/* Returns true if an earlier error has the same location and message. For example, each question
 * file reports the same invalid command-line option. */
static bool is_duplicate(const struct diags *d, int i)
{
    for (int k = i - 1; k >= 0 && !by_place(&d->list[k], &d->list[i]); k--)
        if (!strcmp(d->list[k].message, d->list[i].message)) return true;
    return false;
}

static void print_one(const struct diag *e, FILE *out)
{
    if (e->line)
        fprintf(out, "%s:%d:%d: %s\n", e->file, e->line, e->column, e->message);
    else
        fprintf(out, "%s: %s\n", e->file, e->message);
}

enum { MOST_PRINTED = 100 };

int diag_print(const struct diags *d, FILE *out)
{
    int printed = 0;
    if (d->count) qsort(d->list, (size_t)d->count, sizeof *d->list, by_place);
    for (int i = 0; i < d->count; i++)
        if (!is_duplicate(d, i) && printed++ < MOST_PRINTED) print_one(&d->list[i], out);
    if (printed > MOST_PRINTED)
        fprintf(out, "%d more errors are not shown\n", printed - MOST_PRINTED);
    return d->count;
}

void diag_free(struct diags *d)
{
    for (int i = 0; i < d->count; i++) {
        free(d->list[i].file);
        free(d->list[i].message);
    }
    free(d->list);
    *d = (struct diags){0};
}
