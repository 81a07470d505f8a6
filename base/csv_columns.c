/* SPDX-License-Identifier: MIT
 * Removes empty columns from a table (csv_write.h). Readers find columns by name, so columns may be
 * missing. */
#include "base/csv_write.h"

#include <stdlib.h>
#include <string.h>

/* Returns the length of a field, including its quotes but not the following comma or line end. */
static size_t field_length(const char *at)
{
    if (*at != '"') return strcspn(at, ",\n");
    const char *end = at + 1;
    for (; *end && (*end != '"' || end[1] == '"'); end++) end += *end == '"';
    return (size_t)(end - at) + (*end == '"');
}

struct walk {
    bool *filled; /* for each column, true if any row has a value */
    int columns;
    struct text out;
    bool started;
};

static void note(struct walk *w, int line, int column, const char *field, size_t length)
{
    (void)field;
    if (line && length && column < w->columns) w->filled[column] = true;
}

static void copy(struct walk *w, int line, int column, const char *field, size_t length)
{
    (void)line;
    if (!column) w->started = false;
    if (column >= w->columns || !w->filled[column]) return;
    if (w->started) text_add_bytes(&w->out, ",", 1);
    w->started = true;
    text_add_bytes(&w->out, field, length);
}

static void each_field(const char *text, struct walk *w,
                       void (*visit)(struct walk *, int line, int column, const char *, size_t),
                       bool ends)
{
    int line = 0, column = 0;
    for (const char *at = text; *at;) {
        size_t length = field_length(at);
        visit(w, line, column++, at, length);
        at += length;
        if (*at == '\n') {
            if (ends) text_add_bytes(&w->out, "\n", 1);
            line++;
            column = 0;
        }
        at += *at != '\0';
    }
}

void csv_drop_empty(struct csv *csv, int kept)
{
    struct walk w = {0};
    text_add_bytes(&csv->text, "", 0);
    for (const char *at = csv->text.data; *at; w.columns++) {
        at += field_length(at);
        if (*at != ',') break;
        at++;
    }
    w.columns++;
    w.filled = xarray((size_t)w.columns, sizeof *w.filled);
    for (int i = 0; i < kept && i < w.columns; i++) w.filled[i] = true;
    each_field(csv->text.data, &w, note, false);
    each_field(csv->text.data, &w, copy, true);
    text_add_bytes(&w.out, "", 0);
    text_free(&csv->text);
    csv->text = w.out;
    free(w.filled);
}
