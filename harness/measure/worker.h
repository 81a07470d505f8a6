/* SPDX-License-Identifier: MIT
 * Declares the commands of attnlab-worker, their options, cells and JSON (schema in
 * harness/README.md). A command receives the arguments after its name and returns the exit code: 0
 * if the record was written, with any status, or 2 for a usage error or an invalid cell. */
#ifndef ATTNLAB_WORKER_COMMANDS_H
#define ATTNLAB_WORKER_COMMANDS_H

#include "harness/measure/cell_axes.h"

#include <jansson.h>
#include <stdio.h>

int worker_describe(int argc, char **argv);
int worker_predict(int argc, char **argv);
int worker_open(int argc, char **argv);     /* defined in cell_data.c */
int worker_identify(int argc, char **argv); /* defined in identify.c */
int worker_show(int argc, char **argv);
int worker_check(int argc, char **argv);   /* defined in check/worker_check.c */
int worker_choices(int argc, char **argv); /* defined in choices/choice_check.c */
int worker_run(int argc, char **argv);
int worker_export(int argc, char **argv); /* defined in export/worker_export.c */
int worker_peaks(int argc, char **argv);  /* defined in peaks.c */

enum { WORKER_USAGE = 2 };

/* ---- options and JSON lines (worker_io.c) ---- */

struct worker_options {
    int record_fd, round, count, tokens;
    /* values of the options; NULL if an option is not given */
    const char *checkpoint, *predictions, *weights, *scores, *into, *part;
    const char *cell;
};
/* Parses options "--name value", followed by at most one argument. Returns false after printing an
 * error message. */
bool worker_options_read(int argc, char **argv, struct worker_options *);
void worker_options_help(FILE *);
/* Writes a JSON object as one line to a file descriptor and releases the object. Returns false
 * after printing an error message. */
bool worker_put(int fd, json_t *object);

/* A function that answers one cell with JSON; `name` is the cell string. worker_answer_cells()
 * reads one cell per line from stdin, answers each with one line of JSON, and returns the exit
 * code. An invalid cell ends the command with an error message. */
typedef json_t *worker_answer(const char *name, struct worker_cell *, void *context);
int worker_answer_cells(int argc, char **argv, worker_answer *, void *context);

/* ---- cells (worker_cell.c) ---- */

/* Parses a complete cell; the order of the axes does not matter. Returns false and sets *error if
 * the syntax is wrong, an axis is unknown, inapplicable or missing, or a value is out of range.
 * Does not check whether the kernels support the combination; kernels->refuse() does. The caller
 * always frees the cell and *error. */
bool worker_cell_read(const char *string, struct worker_cell *, char **error);
void worker_cell_free(struct worker_cell *);
/* error message of commands that support only kind=overhead */
#define NOT_OVERHEAD "expected a cell of kind overhead"

/* ---- kinds of cells (worker_run.c) ---- */

struct worker_kind {
    bool reads_set; /* true if the cell reads a data set instead of a text corpus */
    /* Returns the cost of the cell, or the reason why the cell is not supported, as a new
     * reference. `name` is the cell string. */
    json_t *(*predict)(const char *name, const struct worker_cell *);
    void (*run)(const struct worker_options *, const struct worker_cell *, json_t *record);
};
extern const struct worker_kind worker_kinds[]; /* indexed by enum cell_kind */
/* Returns the seed of the memory layout, which differs between rounds. */
uint64_t worker_layout_seed(const struct worker_options *, const struct worker_cell *);

/* defined in worker_predict.c */
json_t *layer_predict(const char *name, const struct worker_cell *);
json_t *training_predict(const char *name, const struct worker_cell *);
json_t *step_predict(const char *name, const struct worker_cell *);
json_t *simple_baseline_predict(const char *name, const struct worker_cell *);

#endif
