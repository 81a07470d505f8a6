/* SPDX-License-Identifier: MIT
 * Orders the training records: each record occurs once per epoch, and (seed, epoch) determines the
 * order. If lengths differ, each batch contains records of similar length, to reduce padding. The
 * batch of a step depends only on (seed, step). */
#ifndef ATTNLAB_RECORD_ORDER_H
#define ATTNLAB_RECORD_ORDER_H

#include <stdint.h>

struct order {
    uint64_t seed;
    int count, batch;
    const int
        *lengths;  /* length of each record, owned by the caller; NULL if all lengths are equal */
    int64_t epoch; /* epoch of the order in `index`; -1 before the first epoch */
    int *index;    /* records in the order of the epoch; shape (count) */
    int *batches;  /* order of the batches; shape (batches per epoch) */
};

void order_open(struct order *, uint64_t seed, int count, int batch, const int *lengths);
void order_close(struct order *);
/* Returns the number of batches per epoch. The last batch may be smaller. */
int order_batches(const struct order *);
/* Returns the record indices of a step's batch, which are valid until the next call. *rows receives
 * their number, at most `batch`. */
const int *order_batch(struct order *, int64_t step, int *rows);

/* Returns the indices of the records in batches 0..batches-1 (0: all records), each once, in
 * ascending order. *count receives the number of records; the caller frees the array. */
int *order_shown(struct order *, int64_t batches, int *count);

#endif
