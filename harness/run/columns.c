/* SPDX-License-Identifier: MIT
 * The columns of all tables: list, documentation, and the computed columns of cells.csv (columns.h,
 * results.h). */
#include "base/statistics/stats.h"
#include "harness/run/columns.h"
#include "harness/run/manifest.h"
#include "harness/run/results.h"

#include <math.h>
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

void columns_header(struct csv *csv, enum column_table table)
{
    struct column_range r = columns_of(table);
    for (int i = r.first; i < r.end; i++) csv_text(csv, columns[i].name);
}

/* ---- results/columns.md ---- */

static const struct {
    enum column_table table;
    const char *file, *title;
} titles[COLUMN_TABLES] = {{TABLE_row, "cells.csv", "identity of the row"},
                           {TABLE_cells, "cells.csv", "measured values"},
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

static bool same_meaning(const struct column *a, const struct column *b)
{
    return !strcmp(a->meaning, b->meaning) && !strcmp(a->unit, b->unit);
}

/* Prints the columns of a table as Markdown. Adjacent columns with equal meaning and unit share a
 * line. */
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

/* ---- measured columns of cells.csv ----
 *
 * A value is read from the worker's record (columns.def), computed by a function in this file, or
 * summed over the samples. NaN means not measured. */

static double record_number(const struct result *r, const char *path)
{
    const json_t *value = json_at(r->record, path);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

static double quantile(const struct result *r, double p)
{
    return r->time_count ? stats_quantile(r->times, r->time_count, p) : (double)NAN;
}
static double time_median(const struct result *r) { return quantile(r, 0.5); }
static double time_q1(const struct result *r) { return quantile(r, 0.25); }
static double time_q3(const struct result *r) { return quantile(r, 0.75); }
static double time_min(const struct result *r) { return quantile(r, 0); }
static double time_mad(const struct result *r)
{
    return r->time_count ? stats_mad(r->times, r->time_count) : (double)NAN;
}
static double samples(const struct result *r)
{
    return r->time_count ? r->time_count : (double)NAN;
}

/* Sums a field over all samples except the warm-up. */
static double sum_of_samples(const struct result *r, const char *name)
{
    size_t i;
    const json_t *sample;
    double sum = NAN;
    json_array_foreach(json_object_get(r->record, "samples"), i, sample)
    {
        const json_t *value = json_object_get(sample, name);
        if (!json_is_number(value) || json_is_true(json_object_get(sample, "warmup"))) continue;
        sum = (isnan(sum) ? 0 : sum) + json_number_value(value);
    }
    return sum;
}

/* FLOPs / ns = GFLOP/s; bytes / ns = GB/s */
static double gflops(const struct result *r)
{
    return record_number(r, "work.flop") / time_median(r);
}
static double flop_per_byte(const struct result *r)
{
    return record_number(r, "work.flop") / record_number(r, "work.bytes");
}

static double peak(const struct result *r, const char *name)
{
    return manifest_peak(r->run->manifest.root, result_threads(r), name);
}
static double sgemm_share(const struct result *r) { return gflops(r) / peak(r, "sgemm_gflops"); }
static double triad_share(const struct result *r)
{
    return record_number(r, "work.bytes") / time_median(r) / peak(r, "triad_gb_s");
}
/* Returns the measured rate divided by the roofline at the row's arithmetic intensity (Williams,
 * Waterman, Patterson 2009). */
static double roof_share(const struct result *r)
{
    return gflops(r) / fmin(peak(r, "sgemm_gflops"), peak(r, "triad_gb_s") * flop_per_byte(r));
}

static void counter_status(struct csv *csv, const struct result *r, const char *name)
{
    size_t i;
    const json_t *entry, *absent = json_object_get(r->record, "counters_absent");
    struct text groups = {0};
    (void)name;
    json_array_foreach(absent, i, entry)
    {
        const char *group = json_string_value(json_object_get(entry, "group"));
        if (group) text_add(&groups, "%s%s", groups.length ? ";" : "absent:", group);
    }
    csv_text(csv, groups.length ? groups.data : json_is_array(absent) ? "complete" : NULL);
    text_free(&groups);
}

/* Writes a fact about the machine that measured the row: from the journal line if the line has a
 * host, otherwise from the manifest. */
static void machine_cell(struct csv *csv, const struct result *r, const char *name)
{
    bool own = json_object_get(r->line, "host");
    const json_t *machine = json_object_get(r->run->manifest.root, "machine");
    csv_json(csv, json_object_get(own ? r->line : machine, name));
}

static void commit_cell(struct csv *csv, const struct result *r, const char *name)
{
    const char *text = json_string_value(json_at(r->run->manifest.root, "program.commit"));
    (void)name;
    csv_text(csv, text ? text : program.commit);
}

static double (*const numbers[COLUMN_COUNT])(const struct result *) = {
    [COLUMN_cells_time_ns_median] = time_median,
    [COLUMN_cells_time_ns_q1] = time_q1,
    [COLUMN_cells_time_ns_q3] = time_q3,
    [COLUMN_cells_time_ns_min] = time_min,
    [COLUMN_cells_time_ns_mad] = time_mad,
    [COLUMN_cells_sample_count] = samples,
    [COLUMN_cells_gflops] = gflops,
    [COLUMN_cells_flop_per_byte] = flop_per_byte,
    [COLUMN_cells_sgemm_share] = sgemm_share,
    [COLUMN_cells_triad_share] = triad_share,
    [COLUMN_cells_roof_share] = roof_share,
};
static void (*const texts[COLUMN_COUNT])(struct csv *, const struct result *, const char *name) = {
    [COLUMN_cells_counter_status] = counter_status,
    [COLUMN_cells_host] = machine_cell,
    [COLUMN_cells_core_type] = machine_cell,
    [COLUMN_cells_boot] = machine_cell,
    [COLUMN_cells_commit] = commit_cell,
};

void measured_cells(struct csv *csv, const struct result *r)
{
    struct column_range range = columns_of(TABLE_cells);
    for (int i = range.first; i < range.end; i++) {
        if (columns[i].path)
            csv_json(csv, json_at(r->record, columns[i].path));
        else if (texts[i])
            texts[i](csv, r, columns[i].name);
        else
            csv_number(csv, numbers[i] ? numbers[i](r) : sum_of_samples(r, columns[i].name));
    }
}
