/* SPDX-License-Identifier: MIT
 * What the worker knows about cells without measuring them, and the peaks of the machine. */
#ifndef ATTNLAB_PREDICT_H
#define ATTNLAB_PREDICT_H

#include <jansson.h>
#include <stdbool.h>

struct placement;

struct prediction {
    char *refuse;        /* why the cell has no meaning; NULL: it has one. Owned */
    double flop, bytes;  /* declared; NaN: unknown */
    double recomputed;   /* FLOPs besides; 0: unknown */
    double memory_bytes; /* NaN: unknown */
    double parameters;   /* of a trained model; 0: unknown */
    /* Of a training besides its steps; 0: unknown. */
    double evaluate_flop, decode_flop, read_work;
};
/* All take complete cells and use one worker process per batch; false or NULL with *error. */
bool predict_cells(const char *worker, const char *const *cells, int count, struct prediction *,
                   char **error);
void predictions_free(struct prediction *, int count); /* NULL is allowed */
/* FLOPs of the steps of whole trainings, for `match: flops` (plan.h); NaN: not predicted. */
bool predict_training_flops(const char *const *cells, int count, double *flops, char **error);
/* Why the data of each cell cannot be opened, NULL: it can. To be freed with texts_free(). */
char **data_faults(const char *worker, const char *const *cells, int count, char **error);
/* What determines the bits of each training here (base/training_identity.h); the caller releases
 * each and frees the list. */
json_t **cell_identities(const char *worker, const char *const *cells, int count, char **error);

bool peaks_wanted(void); /* false: ATTNLAB_PEAKS is "no" */
/* The record of `attnlab-worker peaks` on a placement (NULL: unbound), with "cpus" and
 * "measured_utc". NULL with *error. */
json_t *peaks_of(const char *worker, const struct placement *, char **error);

#endif
