/* SPDX-License-Identifier: MIT
 * Arguments and steps that `run`, `plan` and `reproduce` share. */
#ifndef ATTNLAB_RUN_ARGUMENTS_H
#define ATTNLAB_RUN_ARGUMENTS_H

#include "harness/cli/commands.h"
#include "harness/run/estimate.h"
#include "harness/run/run.h"

#include <stdio.h>

/* ---- arguments ---- */

struct plan_arguments {
    struct texts specs, sets, filters, reuse;
    const char *tier, *shard;
    int seed;
};
#define SELECT_ARGUMENTS(p)                                                                        \
    {"filter",                                                                                     \
     0,                                                                                            \
     ARGUMENT_TEXTS,                                                                               \
     &(p)->filters,                                                                                \
     "AXIS=V1,V2",                                                                                 \
     "only these cells, with their baselines and simple baselines; also arm=NAME, "                \
     "kind=simple_baseline, or a formula such as 'n > 512 and score != dot'; may be repeated"},    \
        {"shard",                                                                                  \
         0,                                                                                        \
         ARGUMENT_TEXT,                                                                            \
         &(p)->shard,                                                                              \
         "I/N",                                                                                    \
         "only part I of N, for a cluster; rows timed against each other or tuned together stay "  \
         "in one part [default: 1/1]"},                                                            \
    {                                                                                              \
        "seed", 0, ARGUMENT_COUNT, &(p)->seed, "N", "random seed for row order and memory layout"  \
    }
#define PLAN_ARGUMENTS(p)                                                                          \
    {"SPEC...", 0, ARGUMENT_TEXTS, &(p)->specs, NULL, "specifications (ablations/README.md)"},     \
        {"tier",                                                                                   \
         0,                                                                                        \
         ARGUMENT_CHOICE,                                                                          \
         &(p)->tier,                                                                               \
         "smoke|quick|full",                                                                       \
         "size of the question [default: " PLAN_DEFAULT_TIER "]"},                                 \
        {"set",                                                                                    \
         0,                                                                                        \
         ARGUMENT_TEXTS,                                                                           \
         &(p)->sets,                                                                               \
         "AXIS=V1,V2",                                                                             \
         "values of an axis instead of the file's, also a range (n=128-1024*2); also rounds=, "    \
         "timeout_s=, memory_mib=; may be repeated"},                                              \
        SELECT_ARGUMENTS(p),                                                                       \
    {                                                                                              \
        "reuse", 0, ARGUMENT_TEXTS, &(p)->reuse, "DIR",                                            \
            "take equal trainings of the run in DIR, or of the runs in it; may be repeated"        \
    }
#define RUN_ARGUMENTS(r)                                                                            \
    {"output",        'o',   ARGUMENT_TEXT,                                                         \
     &(r)->directory, "DIR", "folder of the run [default: results/TIME-HOST-COMMIT]"},              \
        {"resume", 0, ARGUMENT_FLAG, &(r)->resume, NULL, "resume the run in DIR"},                  \
        {"keep",                                                                                    \
         0,                                                                                         \
         ARGUMENT_TEXT,                                                                             \
         &(r)->keep,                                                                                \
         "LIST",                                                                                    \
         "of every training keep predictions, weights, or both: predictions,weights "               \
         "[default: neither]"},                                                                     \
        {"skip-missing-data",     0,    ARGUMENT_FLAG,                                              \
         &(r)->skip_missing_data, NULL, "skip rows whose data cannot be opened"},                   \
        {"fail-fast", 0, ARGUMENT_FLAG, &(r)->fail_fast, NULL, "stop at the first row that fails"}, \
        {"max-time",       0,                                                                       \
         ARGUMENT_SECONDS, &(r)->max_time_s,                                                        \
         "TIME",           "start no row after this time: 60h, 90m, 30s [default: no limit]"},      \
        {"timeout",                                                                                 \
         0,                                                                                         \
         ARGUMENT_SECONDS,                                                                          \
         &(r)->timeout_s,                                                                           \
         "TIME",                                                                                    \
         "end a row after this time [default: the specification's, else 120 s for a layer, 4 h "    \
         "for a training]"},                                                                        \
        {"strict",     0,    ARGUMENT_FLAG,                                                         \
         &(r)->strict, NULL, "refuse to run where timings would be doubtful"},                      \
        {"cpus",     0,      ARGUMENT_TEXT,                                                         \
         &(r)->cpus, "LIST", "CPUs to use, such as 0,2-3 or core:0-1 [default: all allowed]"},      \
        {"quiet", 'q', ARGUMENT_FLAG, &(r)->quiet, NULL, "print failures only"}, DATA_ARGUMENT

/* Fills the options, which borrow the lists. -1, or EXIT_USAGE after a message. */
int plan_arguments_take(const struct command *, const struct plan_arguments *,
                        struct plan_options *);
void plan_arguments_free(struct plan_arguments *);

/* ---- runs (command_run.c) ---- */

struct run_request {
    const struct command *command;
    int argc; /* its arguments, for the manifest: with --resume they resume the run */
    char **argv;
    struct plan_arguments plan;
    struct run_options run;
    /* Of `reproduce`: the run with plan.json, and the question in it; NULL: specifications. */
    const char *saved_run, *question;
};
/* Plans and runs; the exit code. *directory: the folder of the tables (the caller frees it); NULL:
 * none. */
int run_request(struct run_request *, char **directory);

/* ---- the folder of a run before its first row (run_begin.c) ---- */

/* Creates run->directory, or opens it with --resume, with its journal and manifest. False with
 * *error; what was opened is the run's to close. */
bool run_open_files(struct run *, const struct run_request *, char **error);
/* Whether a run whose manifest was read may continue on this machine. On another machine, or after
 * another start of it, later rows are marked. False with *error where rows are timed. */
bool run_may_continue_here(struct run *, char **error);
/* Measures the peaks of the machine into the manifest, once for each number of threads in the plan,
 * unless ATTNLAB_PEAKS is "no". A failure is a note on stderr. */
void run_measure_peaks(struct run *);

/* ---- the end of a run (run_summary.c) ---- */

bool run_has_rows_left(const struct run *);
/* Whether a finished run has no row with a result that can be used. */
bool run_has_no_result(const struct run *);
/* On stderr; of a quiet run only that no row has a result. */
void run_summary_print(const struct run *);

/* Distinct reasons why rows are left out, with the number of rows. */
struct reasons {
    struct reason {
        char *status, *text;
        int rows;
    } * list;        /* in the order of the first row */
    int count, rows; /* distinct reasons; all rows */
};
/* Adds a row; status may be "". Both are copied. */
void reasons_add(struct reasons *, const char *status, const char *text);
/* One line per reason, at most 30. */
void reasons_print(FILE *, const struct reasons *);
void reasons_free(struct reasons *);

/* ---- what the worker tells about the cells of a plan (plan_cells.c) ---- */

/* One per cell of the plan, for predictions_free(). NULL with *error (the caller frees it). */
struct prediction *plan_predict(const struct plan *, const char *worker, char **error);
/* Opens the data that the rows to come read; run needs plan, worker, predictions, reuse, journal.
 * Fills run->faults, for texts_free(). 0, or the exit code after a message. */
int run_open_data(struct run *, const struct command *, bool skip_missing, bool quiet);

/* ---- what `attnlab plan` prints of a plan (plan_summary.c) ---- */

/* A plan, and what is predicted of its cells and expected of its rows; NULL: unknown. */
struct outlook {
    const struct plan *plan;
    struct prediction *cells;
    struct expected_row *rows;
};
void plan_summary_print(FILE *, const struct outlook *);
/* Whether the worker refuses every cell but simple baselines, so that a run has no result. */
bool plan_refused_whole(const struct outlook *);

#endif
