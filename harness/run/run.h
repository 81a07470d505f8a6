/* SPDX-License-Identifier: MIT
 * A run: a plan, the journal of its finished rows, and the loops that run the others: timed rows
 * one after the other (run_loop.c), trainings one per core (trainings.c). */
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
    const char *directory; /* NULL: results/<stamp>-<host>-<commit> */
    const char *cpus;      /* NULL: all allowed; see placement_request.list */
    double max_time_s;     /* no row is started after that; 0: no limit */
    double timeout_s;      /* of one worker; 0: the specification's, else row_default_limit_s() */
    int seed;              /* of order and layout */
    bool resume, fail_fast, strict, quiet;
    const char *keep;       /* files that trainings leave (kept_files.h); NULL: none */
    bool skip_missing_data; /* else such a run is refused */
    const char **reuse;     /* directories of earlier runs whose trainings are reused */
    int reuse_count;
};
/* Of timed layers, and of everything that has a model. */
enum { RUN_TIMEOUT_S = 120, RUN_MODEL_TIMEOUT_S = 4 * 3600 };

struct run {
    const struct run_options *options;
    const struct plan *plan;
    const char *worker;      /* path */
    struct stat worker_file; /* when the rows began */
    const char *directory;
    struct topology *topology;
    struct memory_room memory_room; /* for rows whose specification sets no limit */
    struct prediction *predictions; /* per cell of the plan */
    char **faults;                  /* of the data of each cell; NULL: none */
    struct journal journal;
    struct manifest manifest;
    json_t *other_machine; /* this one, if the manifest's is another; NULL: it is the same */
    struct reuse reuse;
    bool *metric_checked; /* per specification: a training ended; NULL: of none */
    bool refused;         /* --strict refused a row and ended the loop */
};

/* Runs all rows that are not in the journal. False with *error when the journal cannot be written
 * or a worker cannot be started; signal_received() tells whether a signal ended the loop. */
bool run_rows(struct run *, char **error);
/* Number of rows whose status fails the run. */
int run_failures(const struct run *);
/* False with *error: the folder was deleted or moved, so that no path leads to the open journal. */
bool run_folder_in_place(const struct run *, char **error);
/* Adds to an error what is safe and how to resume; takes the error over. */
char *run_error_advice(const struct run *, char *error);

/* ---- one row ---- */

/* What one worker process needs to know. */
struct row_request {
    const char *worker;
    const char *cell; /* complete */
    int round;
    uint64_t layout_seed; /* of the environment's length */
    double limit_s, memory_bytes;
    const struct placement *placement; /* NULL: not bound */
    const char *checkpoint;            /* file of a training; NULL: none */
    const char *kept[KEPT_KINDS];      /* files; NULL: none */
    const char *export_into;           /* folder; NULL: the cell is measured, else exported */
};
/* complete: plan_complete() of the row's cell, borrowed. */
struct row_request row_request_of(const struct run *, const struct plan_row *, const char *complete,
                                  const struct placement *);
/* Runs `worker run CELL`, or `worker export`, to its end. False with *error when no process could
 * be started. */
bool row_run(struct worker *, const struct row_request *, char **error);
/* Only starts it; workers_wait() ends it. */
bool row_start(struct worker *, const struct row_request *, char **error);
/* outcome_of_row(), but `unstable` if other work disturbed its times. */
struct outcome row_outcome(const struct worker *, const struct row_request *);
double row_default_limit_s(const struct axes *, char *const *values);

/* Cores for a cell with these values: its axes `threads` and `cpus`, overridden by list. False with
 * *error when the machine has no such place. */
bool row_place(const struct topology *, const struct axes *, char *const *values, const char *list,
               struct placement *, char **error);
/* Whether --cpus (NULL: absent) has room for a thread. False with *error. */
bool cpus_usable(const struct topology *, const char *list, char **error);

struct row_result {
    struct outcome outcome;
    char started_utc[STAMP_SIZE];
    double elapsed_s; /* 0: no worker was started */
    json_t *origin;   /* members for the journal's line of a row trained elsewhere; owned */
};
/* Of the line of a journal; takes origin over. */
struct row_result row_result_from_line(const json_t *line, json_t *origin);
/* True with *outcome for rows that need no worker: refused, without data or memory. */
bool row_outcome_without_worker(const struct run *, const struct plan_row *, struct outcome *);
/* Place in the journal; -1: not finished. */
int row_in_journal(const struct run *, const struct plan_row *);
bool row_is_done(const struct run *, const struct plan_row *);
bool row_trains(const struct run *, const struct plan_row *);
int rows_done(const struct run *);
/* Journal and progress; releases the result. A row that a signal interrupted is dropped. False when
 * the loop must end: with *error, by a signal, or by --fail-fast. */
bool row_to_journal(struct run *, struct progress *, const struct plan_row *, struct row_result *,
                    char **error);
/* False with *error when the worker's file was replaced since the run began, or the folder is gone.
 */
bool row_may_begin(const struct run *, char **error);

/* The trainings, until the time `end` (0: no limit). False: the loop ended early. */
bool run_trainings(struct run *, struct progress *, double end, char **error);

#endif
