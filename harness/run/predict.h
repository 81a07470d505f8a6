/* SPDX-License-Identifier: MIT
 * Asks the worker for the axes, about cells without measuring them, and about the peaks of the
 * machine. */
#ifndef ATTNLAB_PREDICT_H
#define ATTNLAB_PREDICT_H

#include "harness/plan/axes/axes.h"

#include <jansson.h>
#include <stdbool.h>

struct placement;

/* Runs `worker describe` and reads the axes. Prints a note if a source file is newer than the
 * worker. On failure, returns false and sets *error, which the caller frees. */
bool axes_load(struct axes *, const char *worker, char **error);

struct prediction {
    char *refuse; /* reason why the worker refuses the cell, owned; NULL if the worker accepts the
                     cell */
    double flop, bytes;  /* FLOPs and bytes that the cell declares; NaN if unknown */
    double recomputed;   /* FLOPs of recomputation, not included in `flop`; 0 if unknown */
    double memory_bytes; /* predicted memory in bytes; NaN if unknown */
    double parameters;   /* number of parameters of a trained model; 0 if unknown */
    /* Cost of a training run in addition to its training steps: FLOPs of evaluation and decoding,
     * and cost of loading data; 0 if unknown. */
    double evaluate_flop, decode_flop, read_work;
};
/* Asks the worker about complete cells, many per process. On failure, returns false and sets
 * *error. */
bool predict_cells(const char *worker, const char *const *cells, int count, struct prediction *,
                   char **error);
void predictions_free(struct prediction *, int count); /* frees predictions; `list` may be NULL */
/* Predicts the total FLOPs of training runs, for `match: flops` (plan.h). A prediction is NaN if
 * unknown. */
bool predict_training_flops(const char *const *cells, int count, double *flops, char **error);
/* Returns one text per cell: the reason why its data cannot be opened, or NULL. Free the array with
 * texts_free(). On failure, returns NULL and sets *error. */
char **data_faults(const char *worker, const char *const *cells, int count, char **error);
/* Returns one object per training cell with the facts that determine its results bit for bit on
 * this machine (base/training_identity.h). The caller releases each object and frees the array. */
json_t **cell_identities(const char *worker, const char *const *cells, int count, char **error);

bool peaks_wanted(void); /* returns false if ATTNLAB_PEAKS is "no" */
/* Runs `attnlab-worker peaks` on the CPUs of a placement (NULL: not bound to CPUs). Returns its
 * record with "cpus" and "measured_utc" added. On failure, returns NULL and sets *error. */
json_t *peaks_of(const char *worker, const struct placement *, char **error);

#endif
