/* SPDX-License-Identifier: MIT
 * What the worker reports about cells without measuring them, and the peaks of the machine. */
#ifndef ATTNLAB_PREDICT_H
#define ATTNLAB_PREDICT_H

#include <jansson.h>
#include <stdbool.h>

struct placement;

struct prediction {
    char *refuse;        /* why the worker refuses the cell; NULL: it does not. Owned. */
    double flop, bytes;  /* declared FLOPs and bytes; NaN: unknown */
    double recomputed;   /* FLOPs of recomputation, not included in `flop`; 0: unknown */
    double memory_bytes; /* predicted memory; NaN: unknown */
    double parameters;   /* number of parameters of a trained model; 0: unknown */
    /* Work of a training run in addition to its steps; 0: unknown. */
    double evaluate_flop, decode_flop, read_work;
};
/* Asks the worker about complete cells, many per process. Returns false with *error. */
bool predict_cells(const char *worker, const char *const *cells, int count, struct prediction *,
                   char **error);
void predictions_free(struct prediction *, int count); /* list may be NULL */
/* Predicts the FLOPs of all steps of training runs, for `match: flops` (plan.h); NaN: unknown. */
bool predict_training_flops(const char *const *cells, int count, double *flops, char **error);
/* Returns, per cell, why its data cannot be opened, or NULL. Free the array with texts_free().
 * Returns NULL with *error. */
char **data_faults(const char *worker, const char *const *cells, int count, char **error);
/* Returns, per training cell, the facts that determine its exact bits on this machine
 * (base/training_identity.h). The caller releases each object and frees the array. */
json_t **cell_identities(const char *worker, const char *const *cells, int count, char **error);

bool peaks_wanted(void); /* false if ATTNLAB_PEAKS is "no" */
/* Runs `attnlab-worker peaks` on a placement (NULL: not bound). Returns its record with "cpus" and
 * "measured_utc", or NULL with *error. */
json_t *peaks_of(const char *worker, const struct placement *, char **error);

#endif
