/* SPDX-License-Identifier: MIT
 * Internal to kernels/: a layer with its choices looked up, and one pass over it. */
#ifndef ATTNLAB_LAYER_H
#define ATTNLAB_LAYER_H

#include "dropout.h"
#include "registry.h"
#include "stages/mask.h"
#include "stages/stage.h"

/* Rows of X are projected in blocks, one item each. The block size depends only on the number of
 * rows, so results do not depend on the number of threads. Large blocks copy parameters less often
 * and need fewer gradient sums. */
enum { ROW_BLOCK = 512 }; /* at most */
static inline int row_block(size_t rows)
{
    return rows < 2 * ROW_BLOCK ? ROW_BLOCK / 2 : ROW_BLOCK;
}
static inline int row_blocks(size_t rows)
{
    size_t block = (size_t)row_block(rows);
    return (int)((rows + block - 1) / block);
}
/* The first row of block b, and its number of rows. */
static inline size_t block_start(size_t rows, int b) { return (size_t)b * (size_t)row_block(rows); }
static inline int block_rows(size_t rows, int b)
{
    size_t left = rows - block_start(rows, b);
    return left < (size_t)row_block(rows) ? (int)left : row_block(rows);
}

struct resolved {
    const struct layer *layer;
    const struct projection *projection[SLOTS]; /* q, k, v, combine, o; forget if any; else NULL */
    const struct gate *gate;
    const struct score *score;
    const struct logits *logits; /* NULL: no logit function */
    const struct normalizer *normalizer;
    struct dims dims[SLOTS];
    int first_tensor[SLOTS + 1]; /* slot s has tensors first_tensor[s] .. first_tensor[s + 1] - 1 */
    /* Per tensor: the tensor that holds its values (another one if slots share it), and its place
     * in the layer's list (shared_tensors.c). */
    int owner[MAX_LAYER_TENSORS], listed[MAX_LAYER_TENSORS];
    struct stage_list rows, decays, weights, output; /* the stages at each place */
};
/* Whether logits fall by running sums of log decays. */
static inline bool decays(const struct resolved *r)
{
    return r->projection[SLOT_FORGET] || r->decays.count;
}
/* Whether the normaliser's input is more than scores times a scale. */
static inline bool maps_logits(const struct resolved *r) { return r->logits || decays(r); }
void N(resolve)(const struct layer *, struct resolved *);

/* Extra buffers of a backward pass: gradients of the intermediates, in the same layout, and
 * separate sums of parameter gradients, so that their order is fixed. */
struct gradients {
    const struct layer_backward_io *io;
    real *q, *k, *v;
    real *outputs[MAX_STAGES + 1]; /* of O, and of the output of each stage after it */
    real *heads[SLOTS];            /* (B*H, parameters of the slot), where by_head() */
    double *decay;                 /* (B, M, H): of the running sums, with slot forget only */
    real *log_decay;               /* of the log decays */
    real *chunks;                  /* (CHUNKS - 1, all parameters): sums of chunks 1 .. */
    size_t head_reals[SLOTS], all_reals;
    /* Per slot: io->gradients, or a buffer for a tensor that another slot owns. */
    real *dw[MAX_LAYER_TENSORS];
    real *shared;
};
/* Whether the slot's tensors are summed per head of scores instead of per row. */
static inline bool by_head(enum slot_id slot)
{
    return slot == SLOT_SCORE || slot == SLOT_LOGITS || slot == SLOT_NORMALIZER;
}
/* Rows are cut into this many chunks (fewer if there are fewer row blocks), each with its own
 * parameter sums. Constant, so that bits do not depend on the number of threads. */
enum { CHUNKS = 4 };

/* A pass in progress, shared by its jobs. Sizes in reals unless stated. */
struct pass {
    struct resolved r;
    const struct layer_io *io;
    struct layer_trace trace;
    size_t key_rows;             /* rows of K and V per batch element */
    size_t decay_rows;           /* rows of trace.decay per batch element */
    struct places queries, keys; /* of the rows of Q; of K and V */
    int table_first;             /* first position in the stages' tables */
    const real *w[MAX_LAYER_TENSORS];
    char *working;
    size_t thread_bytes; /* of working, per thread */
    const struct probe *probe;
    const struct gradients *gradients; /* backward only */
};

static inline void enter(const struct pass *p, int thread, enum phase phase)
{
    if (p->probe) p->probe->enter(p->probe->context, thread, phase);
}

/* Bump allocator for a thread's part of the working memory. With base NULL it only measures, so
 * layout and size cannot disagree. */
struct arena {
    char *base;
    size_t used; /* bytes */
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

/* layer.c: rows, widths and parameters of a slot, and memory. */
struct dims N(slot_dims)(const struct layer *, enum slot_id);
size_t N(layer_rows)(const struct layer *, enum slot_id);
size_t N(row_reals)(const struct resolved *, enum slot_id); /* of a row of Q, K, V; slot o: of O */
/* Row width of O (index 0) and of the output of each stage after it. */
int N(output_width)(const struct resolved *, int index);
size_t N(slot_reals)(const struct resolved *, enum slot_id); /* of its parameters */
/* The tensors that its choice declares; tensor_reals: the size of one. */
int N(slot_tensors)(const struct resolved *, enum slot_id, struct tensor *out);
size_t N(tensor_reals)(const struct tensor *);
/* shared_tensors.c: fills first_tensor, owner and listed; the layer's tensors per slot; reals of
 * the tensors that a slot owns. */
void N(find_tensors)(struct resolved *);
void N(slot_order)(const struct resolved *, const void *const *listed, const void **w);
size_t N(listed_reals)(const struct resolved *, enum slot_id);
static inline bool may_share(enum slot_id slot)
{
    return slot == SLOT_Q || slot == SLOT_K || slot == SLOT_V;
}
/* Scale inside the normaliser, and factor on its output: one of them is the layer's scale. The
 * logit multiplier is always inside. If maps_logits(), the logits are scaled already and the inner
 * scale is 1. */
double N(scale_inside)(const struct resolved *);
/* With maps_logits(): the scale of the scores, and the multiplier of their function. */
double N(scale_scores)(const struct resolved *);
double N(logit_multiplier)(const struct resolved *);
double N(scale_outside)(const struct resolved *);
/* A row for the normaliser's formula; w: the normaliser's tensors. */
struct score_row N(score_row)(const struct resolved *, const double *const *w, int head,
                              int visible);
size_t N(thread_bytes)(const struct resolved *); /* working memory of a forward pass */
struct layer_trace N(layer_trace)(const struct layer *, void *activations);

/* forward.c */
void N(layer_forward)(const struct layer *, const struct layer_io *, struct team *,
                      const struct probe *);
void N(open_pass)(struct pass *, const struct layer *, const struct layer_io *,
                  const struct probe *);
void N(run_items)(struct team *, void (*job)(void *, int, int), struct pass *, int items);

/* backward.c */
size_t N(backward_bytes)(const struct resolved *, int threads);
void N(layer_backward)(const struct layer *, const struct layer_backward_io *, struct team *,
                       const struct probe *);

/* by_formula.c */
unsigned N(by_formula)(const struct layer *, bool backward);

/* work.c: declared work of either pass. */
struct layer_work N(declared_work)(const struct layer *);
struct layer_work N(declared_backward_work)(const struct layer *);
struct work N(work_of)(const struct resolved *, enum slot_id); /* as declared by its choice */

#endif
