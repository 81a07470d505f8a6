/* SPDX-License-Identifier: MIT
 * Declares a layer that is ready to run, with its buffers, input and parameters. All buffers are
 * guarded and poisoned (memory.h). Each thread of the team first touches its slice of a buffer.
 * Shapes: B batch size, N queries, M keys. */
#ifndef ATTNLAB_WORKLOAD_H
#define ATTNLAB_WORKLOAD_H

#include "datasets/text.h"
#include "harness/measure/cell_axes.h"
#include "harness/measure/memory.h"

struct workload {
    struct layer layer;
    const struct kernels *kernels;
    enum input_kind input;
    enum phase_kind phase;
    struct team *team;     /* not owned */
    struct memory *memory; /* not owned; this memory owns the buffers below */
    int earlier_buffers;   /* number of buffers in `memory` before this workload was opened */
    struct layer_memory bytes;
    struct tensor tensor[MAX_LAYER_TENSORS];
    void *tensors[MAX_LAYER_TENSORS];
    int tensor_count;
    float *x;       /* input, shape (B, N, d_model) */
    float *context; /* context, shape (B, M, d_model); same array as x if M equals N */
    int *lengths;   /* number of visible keys, shape (B); NULL without a padding mask */
    void *activations, *working;
    float *y; /* output, shape (B, N, d_model) */
    struct layer_io io;
    /* the fields below are unused if the phase is the forward pass */
    float *dy;            /* drawn from N(0, 1), shape (B, N, d_model); loss = sum(dy * y) */
    float *dx, *dcontext; /* gradients of x and context, with the same shapes as x and context */
    void *gradients[MAX_LAYER_TENSORS]; /* gradients of the parameters in `tensors` */
    void *backward;
    struct layer_backward_io back;
};

/* Allocates and fills the buffers. The layer may be smaller than the cell's layer. The cell sets
 * the seed and the kind of input. The kernels must support the layer. */
void workload_open(struct workload *, const struct layer *, const struct worker_cell *,
                   const struct text_corpus *, struct team *, struct memory *);
/* Also releases all buffers that were opened in the same memory after the workload. */
void workload_close(struct workload *);

/* Prepares a pass; must be called before the first pass. Runs a forward pass if the phase is
 * backward. */
void workload_prepare(const struct workload *);
/* Runs one pass of the workload's phase. The probe may be NULL. */
void workload_pass(const struct workload *, const struct probe *);
/* Poisons all memory that workload_prepare() and workload_pass() write. workload_prepare() must be
 * called afterwards. */
void workload_poison(const struct workload *);
/* Poisons only the results of a pass. The next pass may follow immediately. */
void workload_poison_results(const struct workload *);
/* Returns a hash of all operands (a pass must not change operands), or of all results. */
uint64_t workload_hash_operands(const struct workload *);
uint64_t workload_hash_result(const struct workload *);

/* A result of a pass: y, and in phases with a backward pass also dx, dcontext and the parameter
 * gradients. */
struct result_array {
    char name[48];
    const float *data;
    size_t count;
};
enum { MAX_RESULTS = MAX_LAYER_TENSORS + 3 };
/* Fills `list`, which must have room for MAX_RESULTS entries. Returns the number of results. */
int workload_results(const struct workload *, struct result_array *list);

/* Returns the sum over all phases. */
double phases_sum(const double values[PHASES]);
struct layer_work workload_work(const struct kernels *, const struct layer *, enum phase_kind);
/* Returns the slots that use their formula in this phase, as bit flags. */
unsigned workload_by_formula(const struct kernels *, const struct layer *, enum phase_kind);
/* Returns the bytes needed in a phase. In phases with a backward pass, dy counts as input,
 * gradients as output, and backward scratch as working memory. */
struct layer_memory workload_memory(const struct kernels *, const struct layer *, int threads,
                                    enum phase_kind);
/* Returns the sum of all fields of workload_memory(). */
size_t workload_total(const struct layer_memory *);

#endif
