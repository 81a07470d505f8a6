/* SPDX-License-Identifier: MIT
 * Builds the tables of a run from journal and plan (results.h). */
#include "harness/run/results.h"
#include "base/statistics/stats.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const json_t *json_at(const json_t *object, const char *path)
{
    char name[64];
    size_t length;
    for (; object && *path; path += length + (path[length] == '.')) {
        length = strcspn(path, ".");
        require(length < sizeof name);
        memcpy(name, path, length);
        name[length] = '\0';
        object = json_object_get(object, name);
    }
    return object;
}

char *json_text(const json_t *value)
{
    if (json_is_string(value)) return xstrdup(json_string_value(value));
    char *dumped = value ? json_dumps(value, JSON_ENCODE_ANY) : NULL;
    char *text = xstrdup(dumped ? dumped : "none");
    free(dumped);
    return text;
}

void csv_json(struct csv *csv, const json_t *value)
{
    if (json_is_string(value))
        csv_text(csv, json_string_value(value));
    else if (json_is_integer(value))
        csv_integer(csv, json_integer_value(value));
    else if (json_is_real(value))
        csv_number(csv, json_real_value(value));
    else if (json_is_boolean(value))
        csv_text(csv, json_is_true(value) ? "true" : "false");
    else
        csv_empty(csv);
}

static const char *ablation_of(const struct result *r)
{
    return plan_row_spec(r->run->plan, r->row)->name;
}

int result_threads(const struct result *r)
{
    const struct plan *plan = r->run->plan;
    const char *threads = plan_value(plan, plan_row_cell(plan, r->row), "threads");
    return threads ? atoi(threads) : 1;
}

/* ---- one row in all tables ---- */

static void take_times(struct result *r)
{
    const json_t *sample, *list = json_object_get(r->record, "samples");
    size_t i;
    r->times = xarray(json_array_size(list), sizeof *r->times);
    json_array_foreach(list, i, sample)
    {
        const json_t *time = json_object_get(sample, "time_ns");
        if (json_is_number(time) && !json_is_true(json_object_get(sample, "warmup")))
            r->times[r->time_count++] = json_number_value(time);
    }
    stats_sort(r->times, r->time_count);
}

/* ---- cells.csv ---- */

static void cells_header(struct csv *csv, const struct axes *axes)
{
    columns_header(csv, TABLE_row);
    for (int i = 0; i < axes->count; i++) csv_text(csv, axes->list[i].name);
    columns_header(csv, TABLE_cells);
    csv_end_line(csv);
}

/* Writes the columns of the arm. For a simple baseline, label, index, group and position are empty.
 */
static void arm_cells(struct csv *csv, const struct result *r)
{
    const struct plan_row *row = r->row;
    const struct plan_cell *cell = plan_row_cell(r->run->plan, row);
    const struct spec_arm *arm = plan_row_arm(r->run->plan, row);
    /* position in the run that measured the row */
    const json_t *position = json_object_get(r->line, "position");
    csv_text(csv, plan_row_name(r->run->plan, row));
    csv_text(csv, arm ? arm->label : NULL);
    if (!arm) {
        for (int i = 0; i < 3; i++) csv_empty(csv);
        return;
    }
    csv_integer(csv, cell->arm_index);
    csv_integer(csv, cell->group);
    csv_integer(csv, position ? json_integer_value(position) : row->position);
}

/* Writes the columns TABLE_row in the order of columns.def. */
static void identity_cells(struct csv *csv, const struct result *r)
{
    const struct plan_row *row = r->row;
    const struct plan_cell *cell = plan_row_cell(r->run->plan, row);
    csv_integer(csv, RESULTS_SCHEMA);
    csv_text(csv, ablation_of(r));
    arm_cells(csv, r);
    csv_integer(csv, row->round);
    csv_text(csv, plan_row_baseline(r->run->plan, row));
    csv_text(csv, cell->string);
    csv_text(csv, row->key);
    csv_json(csv, json_object_get(r->line, "started_utc"));
    csv_json(csv, json_object_get(r->line, "elapsed_s"));
    csv_json(csv, json_object_get(r->line, "status"));
    csv_json(csv, json_object_get(r->line, "reason"));
    const json_t *from = json_object_get(r->line, "same_as"), *run = json_object_get(from, "run");
    csv_json(csv, run ? run : json_object_get(from, "ablation"));
}

static void axis_cells(struct csv *csv, const struct result *r)
{
    const struct plan_cell *cell = plan_row_cell(r->run->plan, r->row);
    for (int i = 0; i < r->run->plan->axes->count; i++) csv_text(csv, cell->values[i]);
}

static void add_cell(struct csv *csv, const struct result *r)
{
    identity_cells(csv, r);
    axis_cells(csv, r);
    measured_cells(csv, r);
    csv_end_line(csv);
}

/* ---- samples.csv, phases.csv, counters.csv, curves.csv: arrays of the record ---- */

enum { DETAIL_SAMPLES, DETAIL_PHASES, DETAIL_COUNTERS, DETAIL_CURVES, DETAILS };
static const struct detail {
    const char *file, *array;
    enum column_table table;
} details[DETAILS] = {[DETAIL_SAMPLES] = {"samples.csv", "samples", TABLE_samples},
                      [DETAIL_PHASES] = {"phases.csv", "phases", TABLE_phases},
                      [DETAIL_COUNTERS] = {"counters.csv", "counters", TABLE_counters},
                      [DETAIL_CURVES] = {"curves.csv", "curve", TABLE_curves}};

static void detail_header(struct csv *csv, const struct detail *d)
{
    csv_text(csv, "schema_version");
    csv_text(csv, "ablation");
    csv_text(csv, "key");
    columns_header(csv, d->table);
    csv_end_line(csv);
}

static void add_details(struct csv *csv, const struct detail *d, const struct result *r)
{
    size_t i;
    const json_t *member;
    struct column_range range = columns_of(d->table);
    json_array_foreach(json_object_get(r->record, d->array), i, member)
    {
        csv_integer(csv, RESULTS_SCHEMA);
        csv_text(csv, ablation_of(r));
        csv_text(csv, r->row->key);
        for (int c = range.first; c < range.end; c++)
            if (columns[c].path)
                csv_json(csv, json_object_get(member, columns[c].path));
            else
                csv_integer(csv, (long long)i + 1); /* number of the sample, counted from 1 */
        csv_end_line(csv);
    }
}

/* ---- all tables ---- */

struct tables {
    struct csv cells, details[DETAILS];
};

static void add_row(struct tables *t, const struct run *run, const struct plan_row *row)
{
    int place = row_in_journal(run, row);
    if (place < 0) return; /* skips unfinished rows */
    json_t *line = journal_get(&run->journal, place);
    const json_t *record = json_object_get(line, "record");
    struct result r = {.run = run, .row = row, .line = line, .record = record};
    take_times(&r);
    add_cell(&t->cells, &r);
    for (int d = 0; d < DETAILS; d++) add_details(&t->details[d], &details[d], &r);
    free(r.times);
    json_decref(line);
}

static bool save(struct csv *csv, const struct run *run, const char *name, char **error)
{
    char *path = xformat("%s/%s", run->directory, name);
    bool good = csv_save(csv, path);
    if (!good && !*error) *error = xformat("%s: %s", path, strerror(errno));
    free(path);
    return good;
}

static struct tables make_tables(const struct run *run)
{
    struct tables t = {0};
    cells_header(&t.cells, run->plan->axes);
    for (int d = 0; d < DETAILS; d++) detail_header(&t.details[d], &details[d]);
    for (int i = 0; i < run->plan->row_count; i++) add_row(&t, run, &run->plan->rows[i]);
    return t;
}

bool results_write(struct run *run, char **error)
{
    struct tables t = make_tables(run);
    for (int d = 0; d < DETAILS; d++) save(&t.details[d], run, details[d].file, error);
    /* empty columns are kept, so that all shards have the same header */
    struct column_range identity = columns_of(TABLE_row);
    if (!run->plan->shards) csv_drop_empty(&t.cells, identity.end - identity.first);
    save(&t.cells, run, "cells.csv", error);
    manifest_summarise(&run->manifest, &run->journal);
    return !*error && manifest_save(&run->manifest, run->directory, error);
}

/* Parses a table and takes ownership of the text in `csv`. */
static bool parse(struct table *t, struct csv *csv, const char *directory, char **error)
{
    struct text text = csv->text;
    csv->text = (struct text){0};
    return table_parse(t, text.data, text.length, directory, error);
}

bool results_read(struct result_tables *r, const struct plan *plan, const char *directory,
                  char **error)
{
    struct run run = {.plan = plan, .directory = directory};
    struct table *const to[DETAILS] = {[DETAIL_PHASES] = &r->phases, [DETAIL_CURVES] = &r->curves};
    *r = (struct result_tables){0};
    run.manifest.root = manifest_read(directory, NULL);
    bool good = journal_read(&run.journal, directory, error);
    if (good) journal_report_damage(&run.journal);
    struct tables t = good ? make_tables(&run) : (struct tables){0};
    good = good && parse(&r->cells, &t.cells, directory, error);
    for (int d = 0; d < DETAILS; d++) {
        good = good && (!to[d] || parse(to[d], &t.details[d], directory, error));
        text_free(&t.details[d].text);
    }
    text_free(&t.cells.text);
    manifest_free(&run.manifest);
    journal_close(&run.journal);
    return good;
}
