/* SPDX-License-Identifier: MIT
 * The lines of columns.csv (dictionary.h). */
#include "harness/analysis/dictionary.h"
#include "harness/run/columns.h"

#include <stdlib.h>
#include <string.h>

void dictionary_add(struct dictionary *d, const char *file, const char *column, const char *unit,
                    const char *meaning)
{
    if (!d->file || strcmp(d->file, file)) {
        char *path = xformat("%s/%s", d->directory, file);
        table_free(&d->head);
        if (!table_read_head(&d->head, path)) d->head = (struct table){0};
        d->file = file;
        free(path);
    }
    if (table_column(&d->head, column) < 0) return;
    const char *const fields[] = {file, column, unit, meaning, NULL};
    csv_header(&d->out, fields);
    csv_end_line(&d->out);
}

/* What every table but cells.csv begins with, as cells.csv has it. */
static void add_identity(struct dictionary *d, const char *file)
{
    static const enum column_id own[] = {COLUMN_row_schema_version, COLUMN_row_ablation,
                                         COLUMN_row_key};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        dictionary_add(d, file, columns[own[i]].name, columns[own[i]].unit,
                       columns[own[i]].meaning);
}

void dictionary_begin(struct dictionary *d, const char *directory, const struct axes *axes)
{
    static const char *const head[] = {"table", "column", "unit", "meaning", NULL};
    *d = (struct dictionary){.directory = directory};
    csv_header(&d->out, head);
    csv_end_line(&d->out);
    for (int i = 0; i < COLUMN_COUNT; i++) {
        const char *file = column_file(columns[i].table);
        if (!i || strcmp(file, column_file(columns[i - 1].table)))
            if (strcmp(file, column_file(TABLE_row))) add_identity(d, file);
        dictionary_add(d, file, columns[i].name, columns[i].unit, columns[i].meaning);
    }
    for (int i = 0; i < axes->count; i++)
        dictionary_add(d, column_file(TABLE_cells), axes->list[i].name, "",
                       axes->list[i].case_count ? axes->list[i].cases[0].doc : "");
}

bool dictionary_save(struct dictionary *d)
{
    char *path = xformat("%s/" DICTIONARY_NAME, d->directory);
    bool good = csv_save(&d->out, path);
    table_free(&d->head);
    free(path);
    return good;
}
