/* SPDX-License-Identifier: MIT
 * Declares the arguments and steps that `run`, `plan` and `reproduce` share. */
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
/* An option without a letter. */
#define OPTION(name, type, target, value, help)                                                    \
    {                                                                                              \
        name, 0, ARGUMENT_##type, target, value, help                                              \
    }
/* clang-format off */
#define SELECT_ARGUMENTS(p) \
    OPTION("filter", TEXTS, &(p)->filters, "AXIS=V1,V2", \
           "run only cells with these values, and their baselines and simple baselines. A filter may also " \
           "be arm=NAME, kind=simple_baseline, or a formula such as 'n > 512 and score != dot'. May be " \
           "repeated"), \
    OPTION("shard", TEXT, &(p)->shard, "I/N", \
           "run only part I of N, for a cluster. Rows that are timed against each other or tuned together " \
           "stay in one part [default: 1/1]"), \
    OPTION("seed", COUNT, &(p)->seed, "N", "random seed for row order and memory layout")
#define PLAN_ARGUMENTS(p) \
    OPTION("SPEC...", TEXTS, &(p)->specs, NULL, "specification files (see ablations/README.md)"), \
    OPTION("tier", CHOICE, &(p)->tier, "smoke|quick|full", \
           "size of the question [default: " PLAN_DEFAULT_TIER "]"), \
    OPTION("set", TEXTS, &(p)->sets, "AXIS=V1,V2", \
           "replace the values of an axis in the file. Ranges such as n=128-1024*2 are allowed. The keys " \
           "rounds, timeout_s and memory_mib can be set too. May be repeated"), \
    SELECT_ARGUMENTS(p), \
    OPTION("reuse", TEXTS, &(p)->reuse, "DIR", \
           "reuse identical training runs from DIR, which is a run or a folder of runs. May be repeated")
#define RUN_ARGUMENTS(r) \
    {"output", 'o', ARGUMENT_TEXT, &(r)->directory, "DIR", \
     "folder of the run [default: results/TIME-HOST-COMMIT]"}, \
    OPTION("resume", FLAG, &(r)->resume, NULL, "resume the run in DIR"), \
    OPTION("keep", TEXT, &(r)->keep, "LIST", \
           "save predictions, weights, or both (predictions,weights) of each training run " \
           "[default: neither]"), \
    OPTION("skip-missing-data", FLAG, &(r)->skip_missing_data, NULL, \
           "skip rows whose data cannot be opened"), \
    OPTION("fail-fast", FLAG, &(r)->fail_fast, NULL, "stop at the first row that fails"), \
    OPTION("max-time", SECONDS, &(r)->max_time_s, "TIME", \
           "start no row after this time, such as 60h, 90m or 30s [default: no limit]"), \
    OPTION("timeout", SECONDS, &(r)->timeout_s, "TIME", \
           "stop a row after this time [default: the time in the specification, or 120 s for a layer " \
           "and 4 h for a training run]"), \
    OPTION("strict", FLAG, &(r)->strict, NULL, "refuse to run if timings would be unreliable"), \
    OPTION("cpus", TEXT, &(r)->cpus, "LIST", \
           "CPUs to use, such as 0,2-3 or core:0-1 [default: all allowed]"), \
    {"quiet", 'q', ARGUMENT_FLAG, &(r)->quiet, NULL, "print only failures"}, DATA_ARGUMENT
/* clang-format on */

/* Sets the options from the arguments. The arguments still own the lists. Returns -1 on success, or
 * EXIT_USAGE after printing an error message. */
int plan_arguments_take(const struct command *, const struct plan_arguments *,
                        struct plan_options *);
void plan_arguments_free(struct plan_arguments *);

/* ---- runs (command_run.c) ---- */

struct run_request {
    const struct command *command;
    int argc; /* command line, stored in the manifest */
    char **argv;
    struct plan_arguments plan;
    struct run_options run;
    /* Folder with plan.json, and name of the question, for `reproduce`. NULL if the run is planned
     * from specifications. */
    const char *saved_run, *question;
};
/* Plans and runs. Returns the exit code. Sets *directory, which the caller frees, to the folder of
 * the tables, or to NULL if no tables were written. */
int run_request(struct run_request *, char **directory);

/* ---- the folder of a run before its first row (run_begin.c) ---- */

/* Creates the run's folder with journal and manifest, or opens the folder with --resume. On
 * failure, returns false and sets *error; the caller closes all opened files. */
bool run_open_files(struct run *, const struct run_request *, char **error);
/* Returns true if a run may resume on this machine. The run's manifest must be loaded. After a
 * reboot or on a different machine, later rows are marked. Returns false and sets *error if the
 * machine differs and the run has timed rows. */
bool run_may_continue_here(struct run *, char **error);
/* Measures the machine's peak rates for each number of threads in the plan, and stores them in the
 * manifest. ATTNLAB_PEAKS=no disables this. On failure, prints a note to stderr. */
void run_measure_peaks(struct run *);

/* ---- the end of a run (run_summary.c) ---- */

bool run_has_rows_left(const struct run *);
/* Returns true if a run is finished, but no row has a usable result. */
bool run_has_no_result(const struct run *);
/* Prints the summary of a run to stderr. With --quiet, prints a note only if no row has a result.
 */
void run_summary_print(const struct run *);

/* The distinct reasons why rows are missing, with the number of rows per reason. */
struct reasons {
    struct reason {
        char *status, *text;
        int rows;
    } * list;        /* reasons in order of first occurrence */
    int count, rows; /* number of distinct reasons, and number of rows in total */
};
/* Adds one row to the count of a reason. Copies both texts; `status` may be "". */
void reasons_add(struct reasons *, const char *status, const char *text);
void reasons_print(FILE *, const struct reasons *);
void reasons_free(struct reasons *);

/* ---- predictions and data errors of the cells of a plan (plan_cells.c) ---- */

/* Returns one prediction per cell of the plan; release with predictions_free(). On failure, returns
 * NULL and sets *error, which the caller frees. */
struct prediction *plan_predict(const struct plan *, const char *worker, char **error);
/* Opens the data of all unfinished rows and stores one error per cell in run->faults; release with
 * texts_free(). The fields plan, worker, predictions, reuse and journal of `run` must be set.
 * Returns 0 on success, or an exit code after printing an error message. */
int run_open_data(struct run *, const struct command *, bool skip_missing, bool quiet);

/* ---- output of `attnlab plan` (plan_summary.c) ---- */

/* A plan with the predicted cost of each cell (`cells`) and the expected time of each row (`rows`).
 * Both arrays are NULL if unknown. */
struct outlook {
    const struct plan *plan;
    struct prediction *cells;
    struct expected_row *rows;
};
void plan_summary_print(FILE *, const struct outlook *);
/* Returns true if the worker refuses all cells except simple baselines. A run would then have no
 * result. */
bool plan_refused_whole(const struct outlook *);

#endif
