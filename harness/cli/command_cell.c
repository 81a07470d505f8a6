/* SPDX-License-Identifier: MIT
 * attnlab cell "STRING": one cell once, with the same worker and the same surroundings as in a
 * run; what it found goes to stdout. */
#include "harness/cli/commands.h"
#include "base/cell.h"
#include "base/paths.h"
#include "harness/plan/axes/kinds.h"
#include "harness/cli/cell_files.h"
#include "harness/cli/options.h"
#include "harness/run/result_dir.h"
#include "harness/run/row_steps.h"
#include "harness/run/spawn.h"
#include "harness/run/progress/progress.h"

#include <stdlib.h>
#include <string.h>

struct request {
    const char *cell, *format, *counters;
    const char *export_into; /* NULL: the cell is measured */
    struct run_options run;  /* directory NULL: nothing is kept */
    int round, argc;
    char **argv;
    bool print_complete, help;
};

/* -1: go on; else the exit code. A key of a run, "<cell>,round=R", is taken too. */
static int read_request(struct request *r, int argc, char **argv)
{
    const struct option_entry options[] = {
        {"format", 0, OPTION_TEXT, &r->format, "text|json",
         "summary, or the row with the worker's record"},
        {"round", 0, OPTION_COUNT, &r->round, "R", "as which round; default 1"},
        {"counters", 0, OPTION_TEXT, &r->counters, "WHICH", "of a layer: all (default) or none"},
        {"timeout", 0, OPTION_SECONDS, &r->run.timeout_s, "S", "end it after S seconds"},
        {"cpus", 0, OPTION_TEXT, &r->run.cpus, "LIST", "PUs to use: 0,2-3 or core:0-1"},
        {"output", 'o', OPTION_TEXT, &r->run.directory, "DIR",
         "keep what a run keeps, as a run of this row: the row, its curve, its scores"},
        {"resume", 0, OPTION_FLAG, &r->run.resume, NULL, "resume the cell in DIR"},
        {"export", 0, OPTION_TEXT, &r->export_into, "DIR",
         "write a layer's parameters, input, output and gradients as .npy; measure nothing"},
        KEEP_OPTION(&r->run.keep),
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
               "Reruns one row; axes that are not named take their defaults. A training shows on\n"
               "stderr how far it is; what the row says goes to stdout.\n");
        options_help(options);
        printf("Exit: 0 it has a result, 1 it has none, 2 usage, 3 no place to run.\n");
        return 0;
    }
    if (!kept_asked("cell", r->run.keep)) return 2;
    if (!r->run.directory && (r->run.keep || r->run.resume)) {
        fprintf(stderr, "attnlab cell: %s%s: expected -o DIR too, where the cell is kept\n",
                r->run.keep ? "--keep " : "--resume", r->run.keep ? r->run.keep : "");
        return 2;
    }
    if (r->run.directory && r->export_into) {
        fprintf(stderr, "attnlab cell: --export and -o cannot be combined\n");
        return 2;
    }
    if (r->cell && cell_format_known(r->format)) return -1;
    if (r->cell)
        fprintf(stderr, "attnlab cell: --format: found '%s', expected text or json\n", r->format);
    else
        fprintf(stderr, "attnlab cell: expected one cell string\n");
    return 2;
}

static bool is_training(const struct axes *axes, const struct resolved *cell)
{
    return cell_has(axes, cell->values, KIND_TRAINS);
}

/* ---- running ---- */

/* The steps of a training, at the points of its curve; of a layer that is timed nothing is drawn.
 */
static void follow(struct worker *w, const char *cell)
{
    struct progress progress;
    progress_begin(&progress, "steps", 0, NULL, false);
    progress_say(&progress, "training; -o DIR would keep it, and let it go on after a stop");
    while (w->pid && !signal_received()) {
        struct training_step at;
        workers_wait(&w, 1, true, 0);
        if (!w->pid || !training_step_of(w, &at)) continue;
        char note[TRAINING_STEP_TEXT];
        progress.done = at.step;
        progress.total = at.steps;
        progress_show(&progress, cell, training_loss_text(&at, note));
    }
    progress_end(&progress);
}

/* False with *error when no process could be started. */
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

/* The exit code. */
static int say_outcome(const struct request *r, const char *cell, const struct worker *w,
                       const struct row_request *request)
{
    struct outcome o = row_outcome(w, request);
    cell_print(r->format, cell, r->round, &o);
    int code = signal_received() ? 128 + signal_received()
                                 : !status_trained(o.status) || !record_is_measured(o.record);
    outcome_free(&o);
    return code;
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
    char *complete = resolved_complete(axes, cell), *string = resolved_string(axes, cell);
    struct row_request request = {.worker = worker,
                                  .cell = complete,
                                  .round = r->round,
                                  .layout_seed = 1,
                                  .limit_s = r->run.timeout_s,
                                  .placement = facts.this_system ? &place : NULL,
                                  .export_into = r->export_into};
    int code = 3;
    if (!cpus_usable(topology, r->run.cpus, error))
        code = 2;
    else if (!row_place(topology, axes, cell->values, r->run.cpus, &place, error))
        code = 3;
    else if (r->export_into && !directory_open_empty(r->export_into, error))
        code = 2;
    else if (run_worker(&w, &request, is_training(axes, cell), string, error))
        code = r->export_into
                   ? cell_export_finish(r->export_into, string, &w, r->run.timeout_s, error)
                   : say_outcome(r, string, &w, &request);
    free(string);
    free(complete);
    worker_free(&w);
    placement_free(&place);
    topology_free(topology);
    return code;
}

/* Into a folder that keeps it. */
static int keep_cell(const struct request *r, const struct axes *axes, const struct resolved *cell)
{
    json_t *line;
    int code = kept_cell_run(axes, cell, &r->run, r->argc, r->argv, &line);
    if (line) {
        struct finished f = row_taken(line, NULL);
        char *string = resolved_string(axes, cell);
        cell_print(r->format, string, r->round, &f.outcome);
        outcome_free(&f.outcome);
        free(string);
    }
    json_decref(line);
    return code;
}

static int print_complete(const struct axes *axes, const struct resolved *cell)
{
    char *complete = resolved_complete(axes, cell);
    puts(complete);
    free(complete);
    return 0;
}

static char *no_kept_simple_baseline(void)
{
    char *kinds = kinds_asked();
    char *fault =
        xformat("-o DIR: found a simple baseline, which only belongs to trainings; expected a "
                "cell of kind %s",
                kinds);
    free(kinds);
    return fault;
}

/* What is wrong with keeping it, to be freed; NULL: nothing. */
static char *keeping_fault(const struct request *r, const struct axes *axes,
                           const struct resolved *cell)
{
    if (!r->run.directory) return NULL;
    if (r->round > 1)
        return xformat("-o DIR: found round %d, expected round 1: a folder that begins with a "
                       "later one is no run",
                       r->round);
    if (cell_has(axes, cell->values, KIND_COUNTS)) return no_kept_simple_baseline();
    if (r->run.keep && !is_training(axes, cell))
        return xformat("--keep %s: the cell trains nothing (kind=quality does)", r->run.keep);
    return NULL;
}

/* The cell that was read; fills what the command line left open. */
static int do_cell(struct request *r, const struct axes *axes, const char *worker,
                   const struct resolved *cell, char **error)
{
    if (r->print_complete) return print_complete(axes, cell);
    if ((*error = keeping_fault(r, axes, cell))) return 2;
    if (r->export_into && (*error = layer_fault(axes, cell->values))) return 2;
    if (r->run.directory) return keep_cell(r, axes, cell);
    if (!(r->run.timeout_s > 0)) r->run.timeout_s = row_default_limit_s(axes, cell->values);
    signals_catch();
    return run_cell(r, axes, worker, cell, error);
}

/* *round: that of --round, or 0. */
static bool read_round(const char *text, int *round, char **error)
{
    enum { DIGITS = 9 }; /* that an int holds */
    size_t length = strlen(text);
    if (*round) {
        *error = xformat("found round=%s and --round %d, expected one of the two", text, *round);
        return false;
    }
    *round = strspn(text, "0123456789") == length && length <= DIGITS ? atoi(text) : 0;
    if (*round >= 1) return true;
    *error = xformat("found round=%s, expected a whole number from 1 on", text);
    return false;
}

/* A row's key without its round, which is taken from it, and with what --counters names; NULL with
 * *error. */
static char *cell_of_key(struct request *r, char **error)
{
    struct cell_fields fields;
    struct text cell = {0};
    bool good = cell_parse(r->cell, &fields, error);
    text_add_bytes(&cell, "", 0);
    for (int i = 0; good && i < fields.count; i++) {
        const struct cell_field *f = &fields.list[i];
        if (!strcmp(f->axis, "round"))
            good = read_round(f->value, &r->round, error);
        else
            cell_append(&cell, f->axis, f->value);
    }
    cell_free(&fields);
    if (!r->round) r->round = 1;
    if (good && r->counters) cell_append(&cell, "counters", r->counters);
    if (!good) text_free(&cell);
    return cell.data;
}

int command_cell(int argc, char **argv)
{
    struct request request = {.format = "text", .run.seed = 1, .argc = argc, .argv = argv};
    struct axes axes = {0};
    struct resolved cell = {0};
    char *error = NULL, *worker = path_worker();
    int code = read_request(&request, argc, argv);
    if (code < 0) {
        char *given = cell_of_key(&request, &error);
        bool good = given && axes_load(&axes, worker, &error) &&
                    axes_read_cell(&axes, given, &cell, &error);
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
