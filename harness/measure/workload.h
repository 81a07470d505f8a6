/* SPDX-License-Identifier: MIT
 * A layer ready to run: its buffers, its input, its parameters.
 *
 * All buffers are guarded and poisoned ones of memory.h. Their first touch is by the team, each
 * thread a slice. Shapes: B batch, N queries, M keys. */
#ifndef ATTNLAB_WORKLOAD_H
#define ATTNLAB_WORKLOAD_H

#include "datasets/text.h"
#include "harness/measure/factors.h"
#include "harness/measure/memory.h"

struct workload {
    struct layer layer;
    const struct kernels *kernels;
    enum input_kind input;
    struct team *team;     /* borrowed */
    struct memory *memory; /* borrowed; the buffers below are its */
    struct layer_memory bytes;
    struct tensor tensor[MAX_LAYER_TENSORS];
    void *tensors[MAX_LAYER_TENSORS];
    int tensor_count;
    float *x;       /* (B, N, d_model) */
    float *context; /* (B, M, d_model); x itself unless M differs from N */
    int *lengths;   /* (B), NULL without a padding mask */
    void *activations, *working;
    float *y; /* (B, N, d_model) */
    struct layer_io io;
};

/* The layer may be another than the cell's (a reduced one); seed and input kind are the cell's.
 * The layer must not be one that the kernels refuse. Closed by workload_close. */
void workload_open(struct workload *, const struct layer *, const struct worker_cell *,
                   const struct text_corpus *, struct team *, struct memory *);
void workload_close(struct workload *);

/* One forward pass; probe may be NULL. */
void workload_forward(const struct workload *, const struct probe *);
/* Poisons all that a forward pass writes. */
void workload_poison(const struct workload *);
/* Hash of all that a forward pass reads, and of what it gives. */
uint64_t workload_hash_operands(const struct workload *);
uint64_t workload_hash_result(const struct workload *);

size_t workload_total(const struct layer_memory *); /* bytes of all five */

#endif
