/* SPDX-License-Identifier: MIT
 * Commands of attnlab-worker, their options, cells and JSON (harness/README.md has its schema).
 *
 * A command gets argv after its name and returns the exit code: 0 the record was written, whatever
 * its status; 2 usage or an invalid cell. */
#ifndef ATTNLAB_WORKER_COMMANDS_H
#define ATTNLAB_WORKER_COMMANDS_H

#include "harness/measure/factors.h"

#include <jansson.h>
#include <stdio.h>

int worker_describe(int argc, char **argv); /* worker_describe.c */
int worker_predict(int argc, char **argv);  /* worker_predict.c */
int worker_open(int argc, char **argv);     /* cell_data.c */
int worker_identify(int argc, char **argv); /* identify.c */
int worker_show(int argc, char **argv);     /* worker_show.c */
int worker_check(int argc, char **argv);    /* check/worker_check.c */
int worker_choices(int argc, char **argv);  /* choices/choice_check.c */
int worker_run(int argc, char **argv);      /* worker_run.c */
int worker_export(int argc, char **argv);   /* export/worker_export.c */
int worker_peaks(int argc, char **argv);    /* peaks.c */

enum { WORKER_USAGE = 2 };

/* ---- options and JSON lines (worker_io.c) ---- */

struct worker_options {
    int record_fd, round, count, tokens;
    const char *checkpoint, *predictions, *weights, *scores, *into, *part; /* NULL: not given */
    const char *cell; /* the argument, or NULL */
};
/* "--name value" options, then at most one argument. False after a message to stderr. */
bool worker_options_read(int argc, char **argv, struct worker_options *);
void worker_options_help(FILE *);
/* Writes one line of JSON to a descriptor and releases the object. False after a message to stderr.
 */
bool worker_put(int fd, json_t *object);

/* A command that answers each line of stdin, a cell, with a line of JSON; an invalid cell ends it
 * after a message to stderr. Returns the exit code. name: the cell as written. */
typedef json_t *worker_answer(const char *name, struct worker_cell *, void *context);
int worker_answer_cells(int argc, char **argv, worker_answer *, void *context);

/* ---- cells (worker_cell.c) ---- */

/* Axes may be in any order. False with *error (the caller frees it): a syntax error, an unknown
 * axis or one that does not apply, a value out of range, a missing axis (the driver completes
 * cells). The cell must be freed in either case. Whether the combination has a meaning:
 * kernels->refuse(). */
bool worker_cell_read(const char *string, struct worker_cell *, char **error);
void worker_cell_free(struct worker_cell *);
/* For a cell that is not of a layer. */
#define NOT_OVERHEAD "expected a cell of kind overhead"

/* ---- kinds of cells (worker_run.c) ---- */

struct worker_kind {
    bool reads_set; /* a data set, else a corpus */
    /* Cost, or why the cell has no meaning; name: the cell. A new reference. */
    json_t *(*predict)(const char *name, const struct worker_cell *);
    /* Measures it and fills the record. */
    void (*run)(const struct worker_options *, const struct worker_cell *, json_t *record);
};
extern const struct worker_kind worker_kinds[]; /* by enum cell_kind */
/* Seed of the memory layout, different in each round. */
uint64_t worker_layout_seed(const struct worker_options *, const struct worker_cell *);

/* worker_predict.c */
json_t *layer_predict(const char *name, const struct worker_cell *);
json_t *training_predict(const char *name, const struct worker_cell *);
json_t *step_predict(const char *name, const struct worker_cell *);
json_t *simple_baseline_predict(const char *name, const struct worker_cell *);

#endif
