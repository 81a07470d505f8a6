/* SPDX-License-Identifier: MIT
 * Internal header of kernels/. Declares a layer with resolved choices, and one pass over the layer.
 */
#ifndef ATTNLAB_RESOLVED_LAYER_H
#define ATTNLAB_RESOLVED_LAYER_H

#include "dropout.h"
#include "registry.h"
#include "stages/mask.h"
#include "stages/stage.h"

/* X is projected in blocks of rows, one work item per block. The block size depends only on the
 * number of rows, so results do not depend on the number of threads. */
enum { ROW_BLOCK = 512 }; /* largest number of rows per block */
static inline int row_block(size_t rows)
{
    return rows < 2 * ROW_BLOCK ? ROW_BLOCK / 2 : ROW_BLOCK;
}
static inline int row_blocks(size_t rows)
{
    size_t block = (size_t)row_block(rows);
    return (int)((rows + block - 1) / block);
}
static inline size_t block_start(size_t rows, int b) { return (size_t)b * (size_t)row_block(rows); }
static inline int block_rows(size_t rows, int b)
{
    size_t left = rows - block_start(rows, b);
    return left < (size_t)row_block(rows) ? (int)left : row_block(rows);
}

struct resolved {
    const struct layer *layer;
    const struct projection *projection[SLOTS]; /* set for slots q, k, v, combine, o, and forget if
                                                   used; otherwise NULL */
    const struct gate *gate;
    const struct score *score;
    const struct logits *logits; /* logit function, or NULL */
    const struct normalizer *normalizer;
    struct dims dims[SLOTS];
    int first_tensor[SLOTS +
                     1]; /* slot s has the tensors first_tensor[s] .. first_tensor[s + 1] - 1 */
    /* owner: index of the tensor that stores the values; may belong to another slot.
     * listed: index in the layer's list (shared_tensors.c). */
    int owner[MAX_LAYER_TENSORS], listed[MAX_LAYER_TENSORS];
    /* Lists of stages by the point at which they act: rows of q, k and v; decays; weights; output
     * (rows after attention). */
    struct stage_list rows, decays, weights, output;
};
/* Returns true if log decays lower the logits of distant keys. */
static inline bool decays(const struct resolved *r)
{
    return r->projection[SLOT_FORGET] || r->decays.count;
}
/* Returns true if a logit function or a decay changes the scores before the normaliser. */
static inline bool maps_logits(const struct resolved *r) { return r->logits || decays(r); }
void N(resolve)(const struct layer *, struct resolved *);

/* Extra buffers of a backward pass: gradients of the intermediates, and partial sums of parameter
 * gradients. Partial sums are added in a fixed order. */
struct gradients {
    const struct layer_backward_io *io;
    real *q, *k, *v;
    /* gradients of O and of the output of each stage after attention */
    real *outputs[MAX_STAGES + 1];
    real *heads[SLOTS]; /* parameter gradients per head, (B*H, parameters); only for slots with
                           by_head() */
    double *decay;      /* gradients of the running sums, (B, M, H); only with slot forget */
    real *log_decay;    /* gradients of the log decays */
    real *
        chunks; /* parameter gradients of all chunks except chunk 0, (CHUNKS - 1, all parameters) */
    size_t head_reals[SLOTS], all_reals;
    /* gradient buffer of each tensor: io->gradients, or `shared` if a different slot owns the
     * tensor */
    real *dw[MAX_LAYER_TENSORS];
    real *shared;
};
/* Returns true if the slot's parameter gradients are summed per head instead of per row. */
static inline bool by_head(enum slot_id slot)
{
    return slot == SLOT_SCORE || slot == SLOT_LOGITS || slot == SLOT_NORMALIZER;
}
/* Largest number of chunks of rows; each chunk has its own sums of parameter gradients. The number
 * is constant, so results do not depend on the number of threads. */
enum { CHUNKS = 4 };

/* State of a running pass, shared by all its jobs. Sizes are in reals unless stated otherwise. */
struct pass {
    struct resolved r;
    const struct layer_io *io;
    struct layer_trace trace;
    size_t key_rows;             /* rows of K and V per batch element */
    size_t decay_rows;           /* rows of trace.decay per batch element */
    struct places queries, keys; /* queries: positions of rows of Q; keys: of rows of K and V */
    int table_first;             /* first position in the stages' tables */
    const real *w[MAX_LAYER_TENSORS];
    char *working;
    size_t thread_bytes; /* bytes of working memory per thread */
    const struct probe *probe;
    const struct gradients *gradients; /* gradients of a backward pass; NULL in a forward pass */
};

static inline void enter(const struct pass *p, int thread, enum phase phase)
{
    if (p->probe) p->probe->enter(p->probe->context, thread, phase);
}

/* Bump allocator for one thread's part of the working memory. If `base` is NULL, it only counts
 * bytes. */
struct arena {
    char *base;
    size_t used;
};
static inline void *carve(struct arena *a, size_t bytes)
{
    void *at = a->base ? a->base + a->used : NULL;
    a->used += (bytes + 63) / 64 * 64;
    return at;
}
static inline struct arena thread_arena(const struct pass *p, int thread)
{
    return (struct arena){p->working + p->thread_bytes * (size_t)thread, 0};
}

static inline int batch_length(const struct pass *p, int b)
{
    return padded(p->r.layer) ? p->io->lengths[b] : p->r.layer->shape.m;
}

/* Functions of layer.c that return a slot's sizes, parameters and memory. */
struct dims N(slot_dims)(const struct layer *, enum slot_id);
size_t N(layer_rows)(const struct layer *, enum slot_id);
/* Returns the number of reals in Q, K or V, or in O for slot o. */
size_t N(row_reals)(const struct resolved *, enum slot_id);
/* Returns the row width of O (i = 0), or of the output of a stage after attention (i > 0). */
int N(output_width)(const struct resolved *, int index);
size_t N(slot_reals)(const struct resolved *,
                     enum slot_id); /* number of reals in the slot's parameters */
/* slot_tensors lists the tensors that the slot's choice declares. tensor_reals returns the number
 * of reals in one tensor. */
int N(slot_tensors)(const struct resolved *, enum slot_id, struct tensor *out);
size_t N(tensor_reals)(const struct tensor *);
/* Functions of shared_tensors.c.
 * find_tensors: fills first_tensor, owner and listed.
 * slot_order: sorts the layer's tensors by slot.
 * listed_reals: counts the reals that a slot owns. */
void N(find_tensors)(struct resolved *);
void N(slot_order)(const struct resolved *, const void *const *listed, const void **w);
size_t N(listed_reals)(const struct resolved *, enum slot_id);
static inline bool may_share(enum slot_id slot)
{
    return slot == SLOT_Q || slot == SLOT_K || slot == SLOT_V;
}
/* scale_inside returns the multiplier of the normaliser's input, scale_outside the multiplier of
 * its output. One of them contains the layer's scale. The logit multiplier is always in
 * scale_inside. If maps_logits() is true, the logits are already scaled, so scale_inside is 1. */
double N(scale_inside)(const struct resolved *);
/* scale_scores returns the multiplier of the scores; 1 if the scale is applied outside.
 * logit_multiplier returns the layer's logit multiplier [default: 1]. */
double N(scale_scores)(const struct resolved *);
double N(logit_multiplier)(const struct resolved *);
double N(scale_outside)(const struct resolved *);
/* Returns the input of the normaliser's formula for one row of scores. w: the normaliser's tensors.
 */
struct score_row N(score_row)(const struct resolved *, const double *const *w, int head,
                              int visible);
size_t N(thread_bytes)(
    const struct resolved *); /* bytes of working memory per thread in a forward pass */
struct layer_trace N(layer_trace)(const struct layer *, void *activations);

void N(layer_forward)(const struct layer *, const struct layer_io *, struct team *,
                      const struct probe *);
void N(open_pass)(struct pass *, const struct layer *, const struct layer_io *,
                  const struct probe *);
void N(run_items)(struct team *, void (*job)(void *, int, int), struct pass *, int items);

size_t N(backward_bytes)(const struct resolved *, int threads);
void N(layer_backward)(const struct layer *, const struct layer_backward_io *, struct team *,
                       const struct probe *);

unsigned N(by_formula)(const struct layer *, bool backward);

/* Functions of work.c that return the declared work of a forward pass and of a backward pass. */
struct layer_work N(declared_work)(const struct layer *);
struct layer_work N(declared_backward_work)(const struct layer *);
struct work N(work_of)(const struct resolved *, enum slot_id);

#endif
