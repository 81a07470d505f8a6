/* SPDX-License-Identifier: MIT
 * A run: a plan, a journal of finished rows, and the loops that run the remaining rows. Timed rows
 * run one after the other (run_loop.c). Training rows run in parallel, one per core (trainings.c).
 */
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
    const char *cpus;      /* CPUs to use (placement_request.list); NULL for all allowed CPUs */
    double max_time_s;     /* time in seconds after which no new row starts; 0 for no limit */
    double timeout_s;      /* time limit per worker in seconds; 0 for the question's limit or
                              row_default_limit_s() */
    int seed;              /* random seed for row order and memory layout */
    bool resume, fail_fast, strict, quiet;
    /* kinds of files to keep (kept_files.h); NULL for scores only */
    const char *keep;
    bool skip_missing_data; /* if false, missing data are an error */
    const char **reuse;     /* folders of earlier runs whose training runs are reused */
    int reuse_count;
};
/* Default time limits in seconds: for rows that time a layer, and for rows that use a model. */
enum { RUN_TIMEOUT_S = 120, RUN_MODEL_TIMEOUT_S = 4 * 3600 };

struct run {
    const struct run_options *options;
    const struct plan *plan;
    const char *worker;      /* path of the worker program */
    struct stat worker_file; /* file status of the worker program at the start of the run */
    const char *directory;
    struct topology *topology;
    struct memory_room memory_room; /* memory limit for questions without their own limit */
    struct prediction *predictions; /* one prediction per cell of the plan */
    char **faults; /* for each cell, the reason why its data cannot be opened, or NULL; the array is
                      NULL before run_open_data() */
    struct journal journal;
    int retried; /* number of journal rows that this session repeats */
    struct manifest manifest;
    json_t *other_machine; /* description of this machine; NULL if the manifest already describes
                              this machine */
    struct reuse reuse;
    bool *metric_checked; /* one flag per question: true after the metric of the first finished
                             training run was checked; NULL before the first check */
    int repeats;          /* number of disturbed rows that may still be repeated */
    int timed,
        disturbed; /* number of timed rows in this session, and number of disturbed timed rows */
    bool refused;  /* true if --strict ended the loop because of a disturbed row */
};

/* Runs all rows that are not in the journal. If the journal cannot be written or a worker cannot be
 * started, returns false and sets *error. If a signal ended the loop, signal_received() returns the
 * signal. */
bool run_rows(struct run *, char **error);
/* Returns the number of rows that count as failures. */
int run_failures(const struct run *);
/* Returns true if the run's folder still contains the open journal. If the folder was deleted or
 * moved, returns false and sets *error. */
bool run_folder_in_place(const struct run *, char **error);
/* Adds advice to an error: which rows are saved, and how to resume the run. Takes ownership of the
 * error. */
char *run_error_advice(const struct run *, char *error);

/* ---- one row ---- */

/* Parameters of one worker process. */
struct row_request {
    const char *worker;
    const char *cell; /* complete cell string */
    int round;
    uint64_t layout_seed; /* random seed that sets the size of the environment block */
    double limit_s, memory_bytes;
    const struct placement *placement; /* CPUs of the worker; NULL if not bound to CPUs */
    const char *checkpoint;            /* checkpoint file of a training run, or NULL */
    const char *kept[KEPT_KINDS]; /* path per kind of kept file; NULL if the kind is not written */
    const char *export_into;      /* folder for `worker export`; NULL to measure the cell */
};
/* Returns the request of a row. `complete` is the complete cell string from plan_complete() and
 * must outlive the request. */
struct row_request row_request_of(const struct run *, const struct plan_row *, const char *complete,
                                  const struct placement *);
/* Runs `worker run CELL` or `worker export` to completion. If no process can be started, returns
 * false and sets *error. */
bool row_run(struct worker *, const struct row_request *, char **error);
/* Starts the worker of a row. Call workers_wait() to wait for the end. */
bool row_start(struct worker *, const struct row_request *, char **error);
/* Returns the outcome of a row: the status `unstable` if other programs disturbed the timings,
 * otherwise outcome_of_row(). */
struct outcome row_outcome(const struct worker *, const struct row_request *);
double row_default_limit_s(const struct axes *, char *const *values);

/* Chooses the cores of a cell from the axes `threads` and `cpus`. The list of --cpus overrides
 * `cpus`. If the machine does not have these cores, returns false and sets *error. */
bool row_place(const struct topology *, const struct axes *, char *const *values, const char *list,
               struct placement *, char **error);
/* Returns true if at least one CPU in the list of --cpus is usable. `list` may be NULL. Otherwise
 * returns false and sets *error. */
bool cpus_usable(const struct topology *, const char *list, char **error);

struct row_result {
    struct outcome outcome;
    char started_utc[STAMP_SIZE];
    double elapsed_s; /* run time of the worker in seconds; 0 if no worker was started */
    json_t
        *origin; /* members for the journal line that name the source of a reused result; owned */
};
/* Makes the result of a row from the journal line of another row. Takes ownership of `origin`. */
struct row_result row_result_from_line(const json_t *line, json_t *origin);
/* Returns true and sets *outcome if a row needs no worker: the cell is rejected, or data or memory
 * are missing. */
bool row_outcome_without_worker(const struct run *, const struct plan_row *, struct outcome *);
/* Returns the index of a row in the journal, or -1 if the row is not finished. */
int row_in_journal(const struct run *, const struct plan_row *);
bool row_is_done(const struct run *, const struct plan_row *);
bool row_trains(const struct run *, const struct plan_row *);
int rows_done(const struct run *);
/* Writes a row to the journal, updates the progress and frees the result. A row interrupted by a
 * signal is not written. Returns false if the loop must end: after an error (sets *error), after a
 * signal, or after a failure with --fail-fast. */
bool row_to_journal(struct run *, struct progress *, const struct plan_row *, struct row_result *,
                    char **error);
/* Returns true if the worker program and the run's folder are unchanged. Otherwise returns false
 * and sets *error. */
bool row_may_begin(const struct run *, char **error);

/* Runs the training rows. No row starts after the time `end` (0: no limit). Returns false if the
 * loop ended early. */
bool run_trainings(struct run *, struct progress *, double end, char **error);

#endif
