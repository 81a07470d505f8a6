/* SPDX-License-Identifier: MIT
 * What the worker tells about cells without measuring them, one process for the whole batch; and
 * about the machine (peaks). */
#ifndef ATTNLAB_PREDICT_H
#define ATTNLAB_PREDICT_H

#include <jansson.h>
#include <stdbool.h>

struct placement;

struct prediction {
    char *refuse;        /* NULL: the cell has a meaning */
    double flop, bytes;  /* declared; NaN: not told */
    double recomputed;   /* FLOP beside these; 0: not told */
    double memory_bytes; /* NaN: not told */
    double parameters;   /* of the model of a training; 0: not told */
    /* Of a training beside its steps; 0: not told. */
    double evaluate_flop, decode_flop, read_work;
};
/* Of complete cells. Fills count predictions, to be freed with predictions_free(). False with
 * *error (to be freed). */
bool predict_cells(const char *worker, const char *const *cells, int count, struct prediction *,
                   char **error);
void predictions_free(struct prediction *, int count); /* NULL: nothing */

/* What is wrong with the data that complete cells read, NULL: nothing; to be freed, each and the
 * list. NULL with *error (to be freed). */
char **data_faults(const char *worker, const char *const *cells, int count, char **error);

/* What decides the bits of complete cells here, as the worker tells it (base/training_identity.h);
 * the caller gives back each, and the list. NULL with *error (to be freed). */
json_t **cell_identities(const char *worker, const char *const *cells, int count, char **error);

/* The record of `attnlab-worker peaks` on the CPUs of a placement (NULL: here), with "cpus" and
 * "measured_utc" added. NULL with *error (to be freed). */
bool peaks_wanted(void); /* false: ATTNLAB_PEAKS is "no" */
json_t *peaks_of(const char *worker, const struct placement *, char **error);

#endif
