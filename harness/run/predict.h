/* SPDX-License-Identifier: MIT
 * Queries to the worker: the axes, predictions for cells without measuring them, and the peak rates
 * of the machine. */
#ifndef ATTNLAB_PREDICT_H
#define ATTNLAB_PREDICT_H

#include "harness/plan/axes/axes.h"

#include <jansson.h>
#include <stdbool.h>

struct placement;

/* Reads the axes from `worker describe`. Prints a note if a source file is newer than the worker.
 * On failure, returns false and sets *error, which the caller frees. */
bool axes_load(struct axes *, const char *worker, char **error);

struct prediction {
    char *refuse; /* reason why the worker rejects the cell, owned; NULL for an accepted cell */
    double flop, bytes;  /* FLOPs and bytes according to the cell's cost model; NaN if unknown */
    double recomputed;   /* FLOPs for recomputation, not part of `flop`; 0 if unknown */
    double memory_bytes; /* predicted memory in bytes; NaN if unknown */
    double parameters;   /* number of parameters of a trained model; 0 if unknown */
    /* Costs of a training run besides the training steps: FLOPs of evaluation and decoding, and
     * loading of data; 0 if unknown. */
    double evaluate_flop, decode_flop, read_work;
};
/* Gets predictions for complete cells. One worker process handles many cells. On failure, returns
 * false and sets *error. */
bool predict_cells(const char *worker, const char *const *cells, int count, struct prediction *,
                   char **error);
void predictions_free(struct prediction *, int count); /* the list of predictions may be NULL */
/* Predicts the FLOPs of whole training runs, for `match: flops` (plan.h). NaN means unknown. */
bool predict_training_flops(const char *const *cells, int count, double *flops, char **error);
/* Returns for each cell the reason why its data cannot be opened, or NULL. Free the array with
 * texts_free(). On failure, returns NULL and sets *error. */
char **data_faults(const char *worker, const char *const *cells, int count, char **error);
/* Returns for each training cell an object with all facts that determine the result bit for bit on
 * this machine (base/training_identity.h). The caller releases the objects and frees the array. */
json_t **cell_identities(const char *worker, const char *const *cells, int count, char **error);

bool peaks_wanted(void); /* Returns false if ATTNLAB_PEAKS is "no"; peaks are then not measured. */
/* Measures the peak rates of the CPUs of a placement (NULL: not bound to CPUs) with `attnlab-worker
 * peaks`. Adds "cpus" and "measured_utc" to the worker's record. On failure, returns NULL and sets
 * *error. */
json_t *peaks_of(const char *worker, const struct placement *, char **error);

#endif
