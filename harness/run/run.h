/* SPDX-License-Identifier: MIT
 * A run: a plan, the journal of what is done of it, and the loop that does the rest. */
#ifndef ATTNLAB_RUN_H
#define ATTNLAB_RUN_H

#include "base/topology.h"
#include "harness/run/journal/journal.h"
#include "harness/run/kept_files.h"
#include "harness/run/manifest.h"
#include "base/groups/memory_room.h"
#include "harness/run/outcome.h"
#include "harness/run/predict.h"
#include "harness/run/reuse.h"
#include "harness/plan/plan.h"

#include <sys/stat.h>

struct run_options {
    const char *directory; /* NULL: results/<stamp>-<host>-<commit> */
    const char *cpus;      /* NULL: all allowed; see placement_request.list */
    double max_time_s;     /* no row is started after that; 0: no limit */
    double timeout_s;      /* of one worker; 0: the specification's, else that of its kind */
    int seed;              /* of order and layout */
    bool resume, fail_fast, strict, quiet;
    const char *keep;       /* of every row that trains (kept_files.h); NULL: nothing */
    bool skip_missing_data; /* else such a run is refused */
    const char **reuse;     /* directories of earlier runs whose trainings are taken */
    int reuse_count;
};
/* Of a layer, and of what has a model (row_default_limit_s()). */
enum { RUN_TIMEOUT_S = 120, RUN_MODEL_TIMEOUT_S = 4 * 3600 };

struct run {
    const struct run_options *options;
    const struct plan *plan;
    const char *worker;      /* path */
    struct stat worker_file; /* as it was when the rows began */
    const char *directory;
    struct topology *topology;
    struct memory_room memory_room; /* of rows whose specification sets no limit */
    struct prediction *predictions; /* one for each cell of the plan */
    char **faults;                  /* of the data of each cell, NULL: none; see missing_data.h */
    struct journal journal;
    struct manifest manifest;
    json_t *elsewhere;  /* this machine, where the manifest is of another one; NULL: it is not */
    struct reuse reuse; /* of earlier runs */
    bool *judged_seen;  /* of each specification: a training ended (valueless.c); NULL: of none */
    bool refused;       /* a row by --strict, which ended the loop */
};

/* What one worker process needs to know. */
struct row_request {
    const char *worker;
    const char *cell; /* complete */
    int round;
    uint64_t layout_seed; /* of the environment's length */
    double limit_s, memory_bytes;
    const struct placement *placement; /* NULL: not bound */
    const char *checkpoint;            /* file of a quality row; NULL: none */
    const char *kept[KEPT_KINDS];      /* the same */
    const char *export_into;           /* folder; NULL: the cell is measured, else exported */
};
struct worker;
/* Runs `worker run CELL`, or `worker export`, to its end. False with *error when no process could
 * be started. */
bool row_run(struct worker *, const struct row_request *, char **error);
/* The same, only started; ended by workers_wait(). */
bool row_start(struct worker *, const struct row_request *, char **error);

/* What became of a row: outcome_of_row(); and where a worker could not even start within the memory
 * of the request, `oom`; where other work took part in its times, `unstable` (outcome.h). */
struct outcome row_outcome(const struct worker *, const struct row_request *);

/* Where the threads of a cell with these values go: its axes `threads` and `cpus`, with cpus
 * overridden by list. False with *error when the machine has no such place. */
bool row_place(const struct topology *, const struct axes *, char *const *values, const char *list,
               struct placement *, char **error);
/* Whether one thread at least has a place on the CPUs that --cpus names; NULL: it was not given.
 * False with *error: nothing could run there, so it is a slip of the command line. */
bool cpus_usable(const struct topology *, const char *list, char **error);

/* Runs all rows that the journal does not have. False with *error when the journal cannot be
 * written or a worker cannot be started; else the signal that ended the loop is in
 * signal_received(). */
bool run_rows(struct run *, char **error);
/* Number of rows whose status fails the run. */
int run_failures(const struct run *);

#endif
