/* SPDX-License-Identifier: MIT
 * The order of training records: each once per epoch, shuffled by (seed, epoch), in batches of
 * similar length if lengths differ, to reduce padding. The batch of a step depends on (seed, step)
 * only. */
#ifndef ATTNLAB_RECORD_ORDER_H
#define ATTNLAB_RECORD_ORDER_H

#include <stdint.h>

struct order {
    uint64_t seed;
    int count, batch;
    const int *lengths; /* of each record, owned by the caller; NULL: all equal */
    int64_t epoch;      /* the epoch in index; -1: none */
    int *index;         /* (count) records in the order of the epoch */
    int *batches;       /* (batches per epoch) the order of its batches */
};

void order_open(struct order *, uint64_t seed, int count, int batch, const int *lengths);
void order_close(struct order *);
int order_batches(const struct order *); /* per epoch; the last one may be smaller */
/* Records of a step's batch; *rows of them, at most `batch`. Valid until the next call. */
const int *order_batch(struct order *, int64_t step, int *rows);

/* The records in batches 0 .. batches-1, each once, ascending; 0: all. *count of them; to be
 * freed. */
int *order_shown(struct order *, int64_t batches, int *count);

#endif
