/* SPDX-License-Identifier: MIT
 * A run: a plan, the journal of its finished rows, and the loops that run the other rows. Timed
 * rows run one after the other (run_loop.c). Training runs run in parallel, one per core
 * (trainings.c). */
#ifndef ATTNLAB_RUN_H
#define ATTNLAB_RUN_H

#include "base/groups/memory_room.h"
#include "base/stamp.h"
#include "base/topology.h"
#include "harness/plan/plan.h"
#include "harness/run/journal.h"
#include "harness/run/kept_files.h"
#include "harness/run/manifest.h"
#include "harness/run/outcome.h"
#include "harness/run/predict.h"
#include "harness/run/progress.h"
#include "harness/run/reuse.h"

#include <sys/stat.h>

struct run_options {
    const char *directory; /* folder of the run; NULL for results/<stamp>-<host>-<commit> */
    const char *cpus;  /* list of CPUs to use (placement_request.list); NULL for all allowed CPUs */
    double max_time_s; /* no row starts after this time; 0 for no limit */
    double timeout_s;  /* time limit per worker; 0 for the limit of the question, or else
                          row_default_limit_s() */
    int seed;          /* random seed for row order and memory layout */
    bool resume, fail_fast, strict, quiet;
    /* kinds of files that training runs write (kept_files.h); NULL for scores only */
    const char *keep;
    bool skip_missing_data; /* if false, missing data is an error */
    const char **reuse;     /* folders of earlier runs whose training runs are reused */
    int reuse_count;
};
/* Default time limits: one for rows that time a layer, and one for rows with a model. */
enum { RUN_TIMEOUT_S = 120, RUN_MODEL_TIMEOUT_S = 4 * 3600 };

struct run {
    const struct run_options *options;
    const struct plan *plan;
    const char *worker;      /* path of the worker program */
    struct stat worker_file; /* file status of the worker program when the run started */
    const char *directory;
    struct topology *topology;
    struct memory_room memory_room; /* memory limit for rows whose question has no limit */
    struct prediction *predictions; /* one prediction per cell of the plan */
    char **faults; /* for each cell, why its data cannot be opened, or NULL; the array is NULL if
                      all data can be opened */
    struct journal journal;
    struct manifest manifest;
    json_t *other_machine; /* this machine if it differs from the manifest's machine; else NULL */
    struct reuse reuse;
    bool *metric_checked; /* one flag per question: whether the metric of its first finished
                             training run was checked; the array is NULL before the first check */
    int repeats;          /* number of disturbed rows that may still be measured again */
    int timed, disturbed; /* timed rows of this session, and how many of them were disturbed */
    bool refused;         /* true if --strict rejected a row and thereby ended the loop */
};

/* Runs all rows that are not in the journal. Returns false and sets *error if the journal cannot be
 * written or a worker cannot be started. If a signal ends the loop, signal_received() returns the
 * signal. */
bool run_rows(struct run *, char **error);
/* Returns the number of rows that count as failures. */
int run_failures(const struct run *);
/* Returns false and sets *error if the run's folder was deleted or moved, so that the open journal
 * no longer has a path. */
bool run_folder_in_place(const struct run *, char **error);
/* Appends to an error which rows are saved and how to resume the run. Takes ownership of the error.
 */
char *run_error_advice(const struct run *, char *error);

/* ---- one row ---- */

/* Parameters of one worker process. */
struct row_request {
    const char *worker;
    const char *cell; /* complete cell string */
    int round;
    uint64_t layout_seed; /* random seed for the size of the environment block */
    double limit_s, memory_bytes;
    const struct placement *placement; /* CPUs of the worker; NULL if it is not bound to CPUs */
    const char *checkpoint;       /* checkpoint file of a training run; NULL if there is none */
    const char *kept[KEPT_KINDS]; /* paths of kept files; NULL for a kind that is not written */
    const char *export_into;      /* folder for `worker export`; NULL to measure the cell */
};
/* Returns the request of a row. `complete` is the complete cell string from plan_complete() and
 * must outlive the request. */
struct row_request row_request_of(const struct run *, const struct plan_row *, const char *complete,
                                  const struct placement *);
/* Runs `worker run CELL` or `worker export` until it ends. Returns false and sets *error if no
 * process could be started. */
bool row_run(struct worker *, const struct row_request *, char **error);
/* Starts the worker of a row. workers_wait() waits until the worker ends. */
bool row_start(struct worker *, const struct row_request *, char **error);
/* Returns the outcome of a row: outcome_of_row(), or the status `unstable` if other programs
 * disturbed the timings. */
struct outcome row_outcome(const struct worker *, const struct row_request *);
double row_default_limit_s(const struct axes *, char *const *values);

/* Chooses the cores for a cell from its axes `threads` and `cpus`. A list of CPUs overrides `cpus`.
 * Returns false and sets *error if the machine does not have these cores. */
bool row_place(const struct topology *, const struct axes *, char *const *values, const char *list,
               struct placement *, char **error);
/* Returns true if the list of --cpus (may be NULL) has a usable CPU. Otherwise returns false and
 * sets *error. */
bool cpus_usable(const struct topology *, const char *list, char **error);

struct row_result {
    struct outcome outcome;
    char started_utc[STAMP_SIZE];
    double elapsed_s; /* seconds for which the worker ran; 0 if no worker was started */
    json_t *origin;   /* members to add to the journal line of a row that reuses a result; owned */
};
/* Makes the result of a row from the journal line of a different row. Takes ownership of `origin`.
 */
struct row_result row_result_from_line(const json_t *line, json_t *origin);
/* Returns true and sets *outcome if a row needs no worker: its cell is refused, or data or memory
 * is missing. */
bool row_outcome_without_worker(const struct run *, const struct plan_row *, struct outcome *);
/* Returns the row's index in the journal, or -1 if the row is not finished. */
int row_in_journal(const struct run *, const struct plan_row *);
bool row_is_done(const struct run *, const struct plan_row *);
bool row_trains(const struct run *, const struct plan_row *);
int rows_done(const struct run *);
/* Writes a row to the journal, updates the progress and releases the result. A row that a signal
 * interrupted is dropped. Returns false if the loop must end: after an error (sets *error), a
 * signal, or a failure with --fail-fast. */
bool row_to_journal(struct run *, struct progress *, const struct plan_row *, struct row_result *,
                    char **error);
/* Returns false and sets *error if the worker program was replaced during the run, or the run's
 * folder is gone. */
bool row_may_begin(const struct run *, char **error);

/* Runs the training rows. Starts no row after the time `end` (0: no limit). Returns false if the
 * loop ended early. */
bool run_trainings(struct run *, struct progress *, double end, char **error);

#endif
