/* SPDX-License-Identifier: MIT
 * A run: a plan, the journal of its finished rows, and the loops that run all other rows. Timed
 * rows run one after the other (run_loop.c), training runs in parallel, one per core (trainings.c).
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
    const char *directory; /* folder of the run; NULL: results/<stamp>-<host>-<commit> */
    const char *cpus;      /* CPUs to use, see placement_request.list; NULL: all allowed CPUs */
    double max_time_s;     /* no row is started after this time; 0: no limit */
    double timeout_s;      /* time limit per worker; 0: the question's limit, or else
                            * row_default_limit_s() */
    int seed;              /* random seed of row order and memory layout */
    bool resume, fail_fast, strict, quiet;
    const char *keep; /* files that training runs write (kept_files.h); NULL: only the scores */
    bool skip_missing_data; /* false: missing data is an error */
    const char **reuse;     /* directories of earlier runs whose training runs are reused */
    int reuse_count;
};
/* Default time limits of a timed layer, and of all rows with a model. */
enum { RUN_TIMEOUT_S = 120, RUN_MODEL_TIMEOUT_S = 4 * 3600 };

struct run {
    const struct run_options *options;
    const struct plan *plan;
    const char *worker;      /* path of the worker */
    struct stat worker_file; /* state of the worker's file at the start of the run */
    const char *directory;
    struct topology *topology;
    struct memory_room memory_room; /* memory limit for rows whose question sets none */
    struct prediction *predictions; /* one prediction per cell of the plan */
    char **faults; /* one text per cell: why its data cannot be opened, or NULL; NULL: no faults */
    struct journal journal;
    struct manifest manifest;
    json_t *other_machine; /* this machine, if the manifest names another machine; else NULL */
    struct reuse reuse;
    bool *metric_checked; /* one flag per question: whether the metric of its first finished
                           * training run was checked; NULL: none yet */
    bool refused;         /* true if --strict refused a row and ended the loop */
};

/* Runs all rows that are not in the journal. Returns false with *error if the journal cannot be
 * written or a worker cannot be started. If a signal ended the loop, signal_received() returns it.
 */
bool run_rows(struct run *, char **error);
/* Number of rows that count as failures of the run. */
int run_failures(const struct run *);
/* Returns false with *error if the folder was deleted or moved, so that the open journal no longer
 * has a path. */
bool run_folder_in_place(const struct run *, char **error);
/* Adds to an error which rows are safe and how to resume. Takes ownership of the error. */
char *run_error_advice(const struct run *, char *error);

/* ---- one row ---- */

/* Parameters of one worker process. */
struct row_request {
    const char *worker;
    const char *cell; /* complete cell string */
    int round;
    uint64_t layout_seed; /* random seed of the length of the environment */
    double limit_s, memory_bytes;
    const struct placement *placement; /* CPUs of the worker; NULL: not bound */
    const char *checkpoint;            /* checkpoint file of a training run; NULL: none */
    const char *kept[KEPT_KINDS];      /* paths of the files to write; NULL: not written */
    const char *export_into;           /* folder for `worker export`; NULL: the cell is measured */
};
/* complete: plan_complete() of the row's cell; must outlive the request. */
struct row_request row_request_of(const struct run *, const struct plan_row *, const char *complete,
                                  const struct placement *);
/* Runs `worker run CELL` or `worker export` to the end. Returns false with *error if no process
 * could be started. */
bool row_run(struct worker *, const struct row_request *, char **error);
/* Starts the worker; workers_wait() waits for its end. */
bool row_start(struct worker *, const struct row_request *, char **error);
/* Returns outcome_of_row(), or the status `unstable` if other programs disturbed the times. */
struct outcome row_outcome(const struct worker *, const struct row_request *);
double row_default_limit_s(const struct axes *, char *const *values);

/* Chooses the cores for a cell from its axes `threads` and `cpus`; list overrides `cpus`. Returns
 * false with *error if the machine does not have these cores. */
bool row_place(const struct topology *, const struct axes *, char *const *values, const char *list,
               struct placement *, char **error);
/* Whether the list of --cpus (may be NULL) has a usable CPU. Returns false with *error. */
bool cpus_usable(const struct topology *, const char *list, char **error);

struct row_result {
    struct outcome outcome;
    char started_utc[STAMP_SIZE];
    double elapsed_s; /* lifetime of the worker in seconds; 0: no worker was started */
    json_t *origin;   /* members for the journal line of a row that reuses a result; owned */
};
/* Makes a result from a journal line. Takes ownership of origin. */
struct row_result row_result_from_line(const json_t *line, json_t *origin);
/* Returns true with *outcome for a row that needs no worker: its cell is refused, or data or memory
 * are missing. */
bool row_outcome_without_worker(const struct run *, const struct plan_row *, struct outcome *);
/* Returns the row's index in the journal, or -1 if it is not finished. */
int row_in_journal(const struct run *, const struct plan_row *);
bool row_is_done(const struct run *, const struct plan_row *);
bool row_trains(const struct run *, const struct plan_row *);
int rows_done(const struct run *);
/* Writes a row to the journal, updates the progress and releases the result. A row that a signal
 * interrupted is dropped. Returns false if the loop must end: after an error (*error), a signal, or
 * a failure with --fail-fast. */
bool row_to_journal(struct run *, struct progress *, const struct plan_row *, struct row_result *,
                    char **error);
/* Returns false with *error if the worker's file was replaced during the run, or the folder is
 * gone. */
bool row_may_begin(const struct run *, char **error);

/* Runs the rows that train, and starts none after the time `end` (0: no limit). Returns false if
 * the loop ended early. */
bool run_trainings(struct run *, struct progress *, double end, char **error);

#endif
