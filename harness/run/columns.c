/* SPDX-License-Identifier: MIT
 * The list of columns as a table in memory, looked up, and printed as a dictionary. */
#include "harness/run/columns.h"

#include <string.h>

const struct column columns[COLUMN_COUNT] = {
#define COLUMN(table, name, path, unit, meaning) {TABLE_##table, #name, path, unit, meaning},
#include "harness/run/columns.def"
#undef COLUMN
};

struct column_range columns_of(enum column_table table)
{
    struct column_range r = {0, COLUMN_COUNT};
    while (r.first < COLUMN_COUNT && columns[r.first].table != table) r.first++;
    for (r.end = r.first; r.end < COLUMN_COUNT && columns[r.end].table == table;) r.end++;
    return r;
}

int column_find(const char *name)
{
    struct column_range r = columns_of(TABLE_cells);
    for (int i = r.first; i < r.end; i++)
        if (!strcmp(columns[i].name, name)) return i;
    return -1;
}

void columns_header(struct csv *csv, enum column_table table)
{
    struct column_range r = columns_of(table);
    for (int i = r.first; i < r.end; i++) csv_text(csv, columns[i].name);
}

/* ---- the dictionary ---- */

/* In the order in which a reader meets them. */
static const struct {
    enum column_table table;
    const char *file, *title;
} titles[COLUMN_TABLES] = {{TABLE_row, "cells.csv", "which row"},
                           {TABLE_cells, "cells.csv", "what was measured"},
                           {TABLE_samples, "samples.csv", "one timed or warm-up sample"},
                           {TABLE_phases, "phases.csv", "one phase of a pass"},
                           {TABLE_counters, "counters.csv", "one counter of one pass"},
                           {TABLE_curves, "curves.csv", "one point of a learning curve"}};

const char *column_file(enum column_table table)
{
    int t = 0;
    while (titles[t].table != table) t++;
    return titles[t].file;
}

void columns_print(FILE *out)
{
    for (int t = 0; t < COLUMN_TABLES; t++) {
        struct column_range r = columns_of(titles[t].table);
        for (int i = r.first; i < r.end; i++)
            fprintf(out, "%-12s %-22s %-12s %s\n", titles[t].file, columns[i].name, columns[i].unit,
                    columns[i].meaning);
    }
}

static bool same_meaning(const struct column *a, const struct column *b)
{
    return !strcmp(a->meaning, b->meaning) && !strcmp(a->unit, b->unit);
}

/* Neighbours with one meaning share a line. */
static void print_markdown_table(FILE *out, struct column_range r)
{
    fputs("| column | unit | meaning |\n| --- | --- | --- |\n", out);
    for (int i = r.first; i < r.end; i++) {
        bool first = i == r.first || !same_meaning(&columns[i - 1], &columns[i]);
        bool last = i + 1 == r.end || !same_meaning(&columns[i], &columns[i + 1]);
        fprintf(out, "%s`%s`", first ? "| " : ", ", columns[i].name);
        if (last) fprintf(out, " | %s | %s |\n", columns[i].unit, columns[i].meaning);
    }
}

void columns_print_markdown(FILE *out)
{
    for (int t = 0; t < COLUMN_TABLES; t++) {
        fprintf(out, "\n### %s: %s\n\n", titles[t].file, titles[t].title);
        print_markdown_table(out, columns_of(titles[t].table));
    }
}
