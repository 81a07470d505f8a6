/* SPDX-License-Identifier: MIT
 * What is printed of one cell, for a person or for a program (cell_summary.h). */
#include "harness/cli/cell_files.h"
#include "base/splits.h"
#include "base/statistics/stats.h"
#include "harness/run/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_times(const json_t *record)
{
    const json_t *sample, *samples = json_object_get(record, "samples");
    double *times = xarray(json_array_size(samples), sizeof *times);
    size_t i;
    int n = 0;
    json_array_foreach(samples, i, sample) if (!json_is_true(json_object_get(sample, "warmup")))
        times[n++] = json_number_value(json_object_get(sample, "time_ns"));
    stats_sort(times, n);
    if (n)
        printf("time       %.6g ms median of %d, %.6g to %.6g, quartiles %.6g and %.6g\n",
               1e-6 * stats_quantile(times, n, 0.5), n, 1e-6 * times[0], 1e-6 * times[n - 1],
               1e-6 * stats_quantile(times, n, 0.25), 1e-6 * stats_quantile(times, n, 0.75));
    double flop = json_number_value(json_at(record, "work.flop"));
    if (n && flop > 0) printf("rate       %.6g GFLOP/s\n", flop / stats_quantile(times, n, 0.5));
    free(times);
}

static void print_phases(const json_t *record)
{
    size_t i;
    const json_t *phase;
    json_array_foreach(json_object_get(record, "phases"), i, phase)
        printf("phase      %-12s %.6g ms\n", json_string_value(json_object_get(phase, "phase")),
               1e-6 * json_number_value(json_object_get(phase, "time_ns")));
}

/* What a model learned: each metric of each split. */
static void print_scores(const json_t *record)
{
    const char *metric;
    json_t *value;
    for_each_scored_split(s)
    {
        char *path = xformat("quality.%s", split_names[s]);
        json_object_foreach((json_t *)json_at(record, path), metric, value)
            printf("%-10s %-14s %.6g\n", split_names[s], metric, json_number_value(value));
        free(path);
    }
}

/* Counts whole, what was measured to six digits; bytes are said to be that. */
static void print_number(const char *label, const char *path, double value)
{
    size_t length = strlen(path);
    bool bytes = length > 6 && !strcmp(path + length - 6, "_bytes");
    bool whole = value == floor(value) && fabs(value) < 1e15;
    printf(whole ? "%-10s %.0f%s\n" : "%-10s %.6g%s\n", label, value, bytes ? " bytes" : "");
}

/* Lines of "label   value" for what the record has. */
static void print_facts(const json_t *record)
{
    static const struct {
        const char *label, *path;
    } facts[] = {{"error", "check.max_abs_err"},
                 {"tolerance", "check.tolerance"},
                 {"worst", "check.worst"},
                 {"parameters", "work.parameters"},
                 {"predicted", "quality.predictions"},
                 {"logits x", "quality.start.logit_multiplier"},
                 {"branches x", "quality.start.branch_multiplier"},
                 {"unmatched", "quality.start.unmatched"},
                 {"tokens/s", "quality.tokens_per_second"},
                 {"training s", "quality.train_seconds"},
                 {"working", "memory.working_bytes"},
                 {"resident", "memory.peak_rss_bytes"},
                 {"path", "path"},
                 {"isa", "environment.isa"},
                 {"cpus", "placement.cpus"},
                 {NULL, NULL}};
    for (int i = 0; facts[i].label; i++) {
        const json_t *value = json_at(record, facts[i].path);
        if (json_is_string(value))
            printf("%-10s %s\n", facts[i].label, json_string_value(value));
        else if (json_is_number(value))
            print_number(facts[i].label, facts[i].path, json_number_value(value));
    }
}

static void print_json(const char *cell, int round, const struct outcome *o)
{
    json_t *line = json_pack("{s:s, s:i, s:s, s:s, s:O*}", "cell", cell, "round", round, "status",
                             status_names[o->status], "reason", o->reason, "record", o->record);
    json_dumpf(line, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(line);
}

static void print_text(const char *cell, int round, const struct outcome *o)
{
    (void)round;
    printf("cell       %s\nstatus     %s%s%s\n", cell, status_names[o->status],
           *o->reason ? ": " : "", o->reason);
    print_times(o->record);
    print_phases(o->record);
    print_scores(o->record);
    print_facts(o->record);
}

static const struct format {
    const char *name;
    void (*print)(const char *cell, int round, const struct outcome *);
} formats[] = {{"text", print_text}, {"json", print_json}, {NULL, NULL}};

static const struct format *find_format(const char *name)
{
    const struct format *f = formats;
    while (f->name && strcmp(f->name, name)) f++;
    return f;
}

bool cell_format_known(const char *name) { return find_format(name)->name; }

void cell_print(const char *format, const char *cell, int round, const struct outcome *o)
{
    find_format(format)->print(cell, round, o);
}
