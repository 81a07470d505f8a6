/* SPDX-License-Identifier: MIT
 * Implements `attnlab cell "STRING"`, which runs one cell once with the same worker and placement
 * as a run. It can also export the arrays of the cell's layer. */
#include "base/cell.h"
#include "base/paths.h"
#include "base/splits.h"
#include "base/statistics/stats.h"
#include "harness/cli/commands.h"
#include "harness/plan/axes/axes.h"
#include "harness/run/manifest.h"
#include "harness/run/progress.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"
#include "harness/run/run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct request {
    const char *cell, *format, *cpus;
    const char *export_into; /* folder for exported arrays; NULL to measure the cell */
    double timeout_s;
    int round;
    bool print_complete;
};

/* ---- printing ---- */

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
        printf("time       %.6g ms (median of %d samples), range %.6g to %.6g, quartiles %.6g and "
               "%.6g\n",
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

/* Prints a number: integers with all digits, other values with six significant digits. Sizes get
 * the unit "bytes". */
static void print_number(const char *label, const char *path, double value)
{
    size_t length = strlen(path);
    bool bytes = length > 6 && !strcmp(path + length - 6, "_bytes");
    bool whole = value == floor(value) && fabs(value) < 1e15;
    printf(whole ? "%-10s %.0f%s\n" : "%-10s %.6g%s\n", label, value, bytes ? " bytes" : "");
}

/* Prints one line "label value" per fact in the record. */
static void print_facts(const json_t *record)
{
    static const struct {
        const char *label, *path;
    } facts[] = {{"error", "check.max_abs_err"},
                 {"tolerance", "check.tolerance"},
                 {"worst", "check.worst"},
                 {"parameters", "work.parameters"},
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

static void print_text(const char *cell, const struct outcome *o)
{
    printf("cell       %s\nstatus     %s%s%s\n", cell, status_names[o->status],
           *o->reason ? ": " : "", o->reason);
    print_times(o->record);
    print_phases(o->record);
    print_scores(o->record);
    print_facts(o->record);
}

/* ---- running ---- */

/* Shows the progress of a training run. Timed layers show no progress, because printing would
 * disturb the times. */
static void follow(struct worker *w, const char *cell)
{
    struct progress progress;
    progress_begin(&progress, "steps", 0, NULL, false);
    while (w->pid && !signal_received()) {
        struct training_step at;
        workers_wait(&w, 1, true, 0);
        if (!w->pid || !training_step_of(w, &at)) continue;
        progress.done = at.step;
        progress.total = at.steps;
        progress_show(&progress, cell, at.loss);
    }
    progress_end(&progress);
}

/* Runs the worker. Returns false and sets *error if no process could be started. */
static bool run_worker(struct worker *w, const struct row_request *r, bool trains, const char *cell,
                       char **error)
{
    if (!trains) return row_run(w, r, error);
    if (!row_start(w, r, error)) return false;
    follow(w, cell);
    if (w->pid) w->interrupted = true;
    worker_kill(w);
    return true;
}

static int print_outcome(const struct request *r, const char *cell, struct worker *w,
                         const struct row_request *request)
{
    struct outcome o = row_outcome(w, request);
    if (o.record)
        worker_show_stderr(w); /* if there is no record, the reason contains the end of stderr */
    if (!strcmp(r->format, "json"))
        print_json(cell, r->round, &o);
    else
        print_text(cell, &o);
    int code = !status_trained(o.status) || !record_is_measured(o.record);
    outcome_free(&o);
    return code;
}

/* ---- exporting ---- */

/* Returns the text of cell.json, which describes the exported .npy files. The caller frees the
 * text. */
static char *describe(const char *cell, const json_t *record)
{
    char *version = xformat("%s (%s)", program.version, program.commit);
    const json_t *environment = json_object_get(record, "environment");
    json_t *facts =
        json_pack("{s:i, s:s, s:s, s:O*, s:O*, s:O*, s:O*, s:O*}", "schema", 1, "cell", cell,
                  "attnlab", version, "seed", json_object_get(record, "seed"), "shape",
                  json_object_get(record, "shape"), "isa", json_object_get(environment, "isa"),
                  "environment", environment, "arrays", json_object_get(record, "arrays"));
    char *text = json_dumps(facts, JSON_INDENT(2));
    json_decref(facts);
    free(version);
    require(text);
    return text;
}

/* Writes cell.json last, so that a folder with cell.json is complete. */
static int finish_export(const struct request *r, const char *cell, const struct worker *w,
                         char **error)
{
    struct outcome o = outcome_of(w, r->timeout_s);
    char *path = xformat("%s/cell.json", r->export_into), *text = describe(cell, o.record);
    if (o.status != STATUS_OK)
        *error = xformat("%s: %s", status_names[o.status], o.reason);
    else if (!write_file_atomically(path, text, strlen(text)))
        *error = xformat("cannot write %s: %s", path, strerror(errno));
    else
        printf("%s\n", r->export_into);
    free(text);
    free(path);
    outcome_free(&o);
    return *error ? EXIT_FAILED : 0;
}

/* ---- one cell ---- */

static int run_placed(const struct request *r, const struct axes *axes, const struct resolved *cell,
                      struct row_request *request, char **error)
{
    struct worker w = {0};
    char *string = resolved_string(axes, cell);
    bool trains = cell_has(axes, cell->values, KIND_TRAINS);
    int code = EXIT_REFUSED;
    if (r->export_into && !directory_open_empty(r->export_into, error))
        code = EXIT_USAGE;
    else if (run_worker(&w, request, trains, string, error))
        code = r->export_into ? finish_export(r, string, &w, error)
                              : print_outcome(r, string, &w, request);
    worker_free(&w);
    free(string);
    return signal_received() ? EXIT_SIGNAL + signal_received() : code;
}

static int run_cell(const struct request *r, const struct axes *axes, const char *worker,
                    const struct resolved *cell, char **error)
{
    struct placement place = {0};
    struct topology_facts facts;
    struct topology *topology = topology_load(error);
    if (!topology) return EXIT_REFUSED;
    topology_facts(topology, &facts);
    char *complete = resolved_complete(axes, cell);
    struct row_request request = {.worker = worker,
                                  .cell = complete,
                                  .round = r->round,
                                  .layout_seed = 1,
                                  .limit_s = r->timeout_s,
                                  .placement = facts.this_system ? &place : NULL,
                                  .export_into = r->export_into};
    int code = EXIT_REFUSED;
    if (!cpus_usable(topology, r->cpus, error))
        code = EXIT_USAGE;
    else if (row_place(topology, axes, cell->values, r->cpus, &place, error))
        code = run_placed(r, axes, cell, &request, error);
    free(complete);
    placement_free(&place);
    topology_free(topology);
    return code;
}

static int do_cell(struct request *r, const struct axes *axes, const char *worker,
                   const struct resolved *cell, char **error)
{
    if (r->print_complete) {
        char *complete = resolved_complete(axes, cell);
        puts(complete);
        free(complete);
        return 0;
    }
    if (r->export_into && (*error = layer_fault(axes, cell->values))) return EXIT_USAGE;
    if (!(r->timeout_s > 0)) r->timeout_s = row_default_limit_s(axes, cell->values);
    signals_catch();
    return run_cell(r, axes, worker, cell, error);
}

static bool read_round(const char *text, int *round, char **error)
{
    enum { DIGITS = 9 }; /* every number of up to 9 digits fits in an int */
    size_t length = strlen(text);
    *round = strspn(text, "0123456789") == length && length <= DIGITS ? atoi(text) : 0;
    if (*round < 1) *error = xformat("round=%s: expected a whole number of at least 1", text);
    return *round >= 1;
}

/* Splits the key of a row, which has the form "<cell>,round=R". Stores the round and returns the
 * cell, which the caller frees. Returns NULL and sets *error if the key is invalid. */
static char *cell_of_key(struct request *r, char **error)
{
    struct cell_fields fields;
    struct text cell = {0};
    bool good = cell_parse(r->cell, &fields, error);
    text_add_bytes(&cell, "", 0);
    for (int i = 0; good && i < fields.count; i++) {
        const struct cell_field *f = &fields.list[i];
        if (strcmp(f->axis, "round"))
            cell_append(&cell, f->axis, f->value);
        else
            good = read_round(f->value, &r->round, error);
    }
    cell_free(&fields);
    if (!good) text_free(&cell);
    return cell.data;
}

static int read_and_do(struct request *r)
{
    struct axes axes = {0};
    struct resolved cell = {0};
    char *error = NULL, *worker = path_worker(), *string = cell_of_key(r, &error);
    int code = EXIT_USAGE;
    if (string && axes_load(&axes, worker, &error) && axes_read_cell(&axes, string, &cell, &error))
        code = do_cell(r, &axes, worker, &cell, &error);
    if (error) command_fails(&cell_command, code, error);
    free(string);
    resolved_free(&cell);
    axes_free(&axes);
    free(worker);
    return code;
}

static int run(int argc, char **argv)
{
    struct request r = {.format = "text", .round = 1};
    const struct argument arguments[] = {
        {"CELL", 0, ARGUMENT_TEXT, &r.cell, REQUIRED,
         "cell in the form \"AXIS=VALUE,...\", or the key of a row. Omitted axes have their "
         "default values"},
        {"format", 0, ARGUMENT_CHOICE, &r.format, "text|json",
         "print a summary (text), or the row with the worker's record (json)"},
        {"timeout", 0, ARGUMENT_SECONDS, &r.timeout_s, "TIME",
         "stop the cell after this time [default: 120 s for a layer, 4 h for a training run]"},
        {"cpus", 0, ARGUMENT_TEXT, &r.cpus, "LIST",
         "CPUs to use, such as 0,2-3 or core:0-1 [default: all allowed]"},
        {"export", 0, ARGUMENT_TEXT, &r.export_into, "DIR",
         "write the parameters, input, output and gradients of a layer as .npy files instead of "
         "measuring it"},
        DATA_ARGUMENT,
        {"print-complete", 0, ARGUMENT_FLAG, &r.print_complete, NULL,
         "print the cell with the values of all its axes instead of measuring it"},
        {0}};
    int code = read_arguments(&cell_command, arguments, argc, argv);
    return code < 0 ? read_and_do(&r) : code;
}

const struct command cell_command = {
    .name = "cell",
    .purpose = "run one cell, or export its arrays",
    .usage = "CELL [options]",
    .about = "Runs one row again and prints its result to stdout. Nothing is saved. The progress "
             "of a training run goes to stderr.",
    .exits = "Exit status: 0 if the cell has a result, 1 if the cell has no result, 2 after a "
             "usage error, 3 if the cell cannot be started, 128+n after signal n.",
    .example = "\"score=neural,n=512,phase=both\"",
    .run = run};
