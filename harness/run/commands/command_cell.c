/* SPDX-License-Identifier: MIT
 * attnlab cell "STRING": one cell once, with the same worker and the same surroundings as in a
 * run; what it found goes to stdout. */
#include "harness/commands.h"
#include "base/paths.h"
#include "base/splits.h"
#include "base/stats.h"
#include "harness/run/commands/options.h"
#include "harness/run/kept_files.h"
#include "harness/run/outcome.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"
#include "harness/run/spawn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct request {
    const char *cell, *format, *cpus, *keep, *folder;
    double timeout_s;
    int round;
    bool print_complete, help;
};

/* -1: go on; else the exit code. A key of a run, "<cell>,round=R", is taken too. */
static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"format", 0, OPTION_TEXT, &r->format, "text|json", "summary, or the worker's record"},
        {"round", 0, OPTION_COUNT, &r->round, "R", "as which round; default 1"},
        {"timeout", 0, OPTION_SECONDS, &r->timeout_s, "S", "end it after S seconds"},
        {"cpus", 0, OPTION_TEXT, &r->cpus, "LIST", "PUs to use: 0,2-3 or core:0-1"},
        {"keep", 0, OPTION_TEXT, &r->keep, "predictions",
         "write what the trained model answers, a record a line, into DIR/predictions"},
        {"output", 'o', OPTION_TEXT, &r->folder, "DIR", "where --keep writes"},
        DATA_OPTION,
        {"print-complete", 0, OPTION_FLAG, &r->print_complete, NULL,
         "print it with every axis that applies, as a worker is given it; measure nothing"},
        {"help", 'h', OPTION_FLAG, &r->help, NULL, "this text"},
        {0}};
    for (int i = 0; i < argc; i++) {
        int taken = options_take(options, argc, argv, &i);
        if (taken < 0) return 2;
        if (taken) continue;
        if (argv[i][0] == '-' || r->cell) return options_unknown("cell", argv[i]);
        r->cell = argv[i];
    }
    if (r->help) {
        printf("usage: attnlab cell \"axis=value,...\" [options]\n"
               "Reruns one row; axes that are not named take their defaults.\n");
        options_help(options);
        printf("Exit: 0 it has a result, 1 it has none, 2 usage, 3 no place to run.\n");
        return 0;
    }
    if (!kept_asked("cell", r->keep)) return 2;
    if (!r->keep != !r->folder) {
        fprintf(stderr, "attnlab cell: expected --keep predictions and -o DIR together\n");
        return 2;
    }
    if (r->cell && (!strcmp(r->format, "text") || !strcmp(r->format, "json"))) return -1;
    fprintf(stderr, r->cell ? "attnlab cell: --format: expected text or json\n"
                            : "attnlab cell: expected one cell string\n");
    return 2;
}

/* ---- the summary ---- */

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
        char number[32];
        if (json_is_string(value))
            printf("%-10s %s\n", facts[i].label, json_string_value(value));
        else if (json_is_number(value))
            printf("%-10s %s\n", facts[i].label, number_text(json_number_value(value), number));
    }
}

static void print_outcome(const struct request *r, const char *cell, const struct outcome *o)
{
    if (!strcmp(r->format, "json")) {
        json_t *line = json_pack("{s:s, s:i, s:s, s:s, s:O*}", "cell", cell, "round", r->round,
                                 "status", o->status, "reason", o->reason, "record", o->record);
        json_dumpf(line, stdout, JSON_INDENT(2));
        putchar('\n');
        json_decref(line);
        return;
    }
    printf("cell       %s\nstatus     %s%s%s\n", cell, o->status, *o->reason ? ": " : "",
           o->reason);
    print_times(o->record);
    print_phases(o->record);
    print_scores(o->record);
    print_facts(o->record);
}

/* ---- */

/* False with *error: predictions are wanted and have no place. path stays NULL where none are. */
static bool place_predictions(const struct request *r, const char *cell, char **path, char **error)
{
    if (!r->keep) return true;
    char *row = xformat("%s,round=%d", cell, r->round);
    bool good = directory_open(r->folder, error);
    if (good) *path = kept_path(KEPT_PREDICTIONS, r->folder, row, error);
    free(row);
    return *path;
}

static int run_cell(const struct request *r, const struct axes *axes, const char *worker,
                    const struct resolved *cell, char **error)
{
    struct placement place = {0};
    struct topology_facts facts;
    struct worker w = {0};
    struct topology *topology = topology_load(error);
    if (!topology) return 3;
    topology_facts(topology, &facts);
    char *complete = resolved_complete(axes, cell);
    struct row_request request = {.worker = worker,
                                  .cell = complete,
                                  .round = r->round,
                                  .layout_seed = 1,
                                  .limit_s = r->timeout_s,
                                  .placement = facts.this_system ? &place : NULL};
    char *string = resolved_string(axes, cell), *predictions = NULL;
    int code = 3;
    if (place_predictions(r, string, &predictions, error) &&
        row_place(topology, axes, cell->values, r->cpus, &place, error) &&
        (request.kept[KEPT_PREDICTIONS] = predictions, row_run(&w, &request, error))) {
        struct outcome o = outcome_of(&w, r->timeout_s);
        kept_note(KEPT_PREDICTIONS, o.record, predictions);
        print_outcome(r, string, &o);
        code = signal_received() ? 128 + signal_received() : !status_trained(o.status);
        outcome_free(&o);
    }
    free(predictions);
    free(string);
    free(complete);
    worker_free(&w);
    placement_free(&place);
    topology_free(topology);
    return code;
}

static int print_complete(const struct axes *axes, const struct resolved *cell)
{
    char *complete = resolved_complete(axes, cell);
    puts(complete);
    free(complete);
    return 0;
}

/* The cell that was read; fills what the command line left open. */
static int do_cell(struct request *r, const struct axes *axes, const char *worker,
                   const struct resolved *cell, char **error)
{
    const char *kind = axes_value(axes, cell->values, "kind");
    bool trains = kind && strcmp(kind, "overhead");
    if (r->print_complete) return print_complete(axes, cell);
    if (!(r->timeout_s > 0)) r->timeout_s = trains ? RUN_QUALITY_TIMEOUT_S : RUN_TIMEOUT_S;
    if (r->keep && !trains) {
        *error = xstrdup("--keep predictions: the cell trains nothing (kind=quality does)");
        return 2;
    }
    signals_catch();
    return run_cell(r, axes, worker, cell, error);
}

/* Cuts ",round=R" off a row's key and takes the round from it. */
static char *cell_of_key(struct request *r)
{
    char *cell = xstrdup(r->cell), *round = strstr(cell, ",round=");
    if (round) {
        int number = atoi(round + strlen(",round="));
        if (number > 0) r->round = number;
        *round = '\0';
    }
    return cell;
}

int command_cell(int argc, char **argv)
{
    struct request request = {.format = "text", .round = 1};
    struct axes axes = {0};
    struct resolved cell = {0};
    char *error = NULL, *worker = path_worker();
    int code = read_request(&request, argc, argv);
    if (code < 0) {
        char *given = cell_of_key(&request);
        bool good = axes_load(&axes, worker, &error) && axes_read_cell(&axes, given, &cell, &error);
        code = good ? do_cell(&request, &axes, worker, &cell, &error) : 2;
        free(given);
    }
    if (error) fprintf(stderr, "attnlab cell: %s\n", error);
    free(error);
    resolved_free(&cell);
    axes_free(&axes);
    free(worker);
    return code;
}
