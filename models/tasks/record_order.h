/* SPDX-License-Identifier: MIT
 * In which order records are seen: every one once an epoch, shuffled by (seed, epoch), and where
 * lengths differ in batches of like length, so that little of a batch is padding. The batch of a
 * step is a function of (seed, step) alone. */
#ifndef ATTNLAB_RECORD_ORDER_H
#define ATTNLAB_RECORD_ORDER_H

#include <stdint.h>

struct order {
    uint64_t seed;
    int count, batch;
    const int *lengths; /* of each record, the caller's; NULL: all alike */
    int64_t epoch;      /* that index holds; -1: none */
    int *index;         /* (count) records in the order of this epoch */
    int *batches;       /* (batches an epoch) the order of its batches */
};

void order_open(struct order *, uint64_t seed, int count, int batch, const int *lengths);
void order_close(struct order *);
int order_batches(const struct order *); /* an epoch has; the last one may be smaller */
/* Records of the batch of a step; *rows of them, at most `batch`. Valid until the next call. */
const int *order_batch(struct order *, int64_t step, int *rows);

/* Those that batches 0 .. batches-1 show, each once and in ascending order; 0: all. *count of them;
 * to be freed. */
int *order_shown(struct order *, int64_t batches, int *count);

#endif
