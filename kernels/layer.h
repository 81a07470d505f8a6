/* SPDX-License-Identifier: MIT
 * Inside kernels/: a layer with its choices looked up, and one forward pass over it. */
#ifndef ATTNLAB_LAYER_H
#define ATTNLAB_LAYER_H

#include "dropout.h"
#include "registry.h"
#include "stages/mask.h"
#include "stages/stage.h"

/* Rows of X are projected in blocks, by one item each. Their size depends on the number of rows
 * alone, so that results do not depend on the number of threads. A block of 512 copies the
 * parameters half as often as two of 256 do, and backward has fewer sums of their gradients to add
 * up (MLP projections of 1024 rows, backward: 67 instead of 70 ms); where that would leave fewer
 * than two blocks, they are smaller. */
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
/* Of block b: its first row, and how many it has. */
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
    const struct logits *logits; /* NULL: scores are left as they are */
    const struct normalizer *normalizer;
    struct dims dims[SLOTS];
    int first_tensor[SLOTS + 1]; /* slot s has tensors first[s] .. first[s + 1] - 1 */
    /* Of each of these: the tensor that it is, another one where slots share it, and its place in
     * the layer's list (shared_tensors.c). */
    int owner[MAX_LAYER_TENSORS], listed[MAX_LAYER_TENSORS];
    struct stage_list rows, decays, weights, output; /* the stages at each place */
};
/* Whether logits fall from key to key by running sums of log decays. */
static inline bool decays(const struct resolved *r)
{
    return r->projection[SLOT_FORGET] || r->decays.count;
}
/* Whether scores reach the normaliser otherwise than times a scale. */
static inline bool maps_logits(const struct resolved *r) { return r->logits || decays(r); }
void N(resolve)(const struct layer *, struct resolved *);

/* What a backward pass adds to the pass: gradients of the intermediates, laid out like them, and
 * sums of parameter gradients that are kept apart until the end, so that their order is fixed. */
struct gradients {
    const struct layer_backward_io *io;
    real *q, *k, *v;
    real *outputs[MAX_STAGES + 1]; /* of O, and of what each stage behind it makes of it */
    real *heads[SLOTS];            /* (B*H, parameters of the slot), where by_head() */
    double *decay;                 /* (B, M, H), of the running sums, of slot forget only; and */
    real *log_decay;               /* of what they were summed from */
    real *chunks; /* (CHUNKS - 1, all parameters): sums of chunks 1.. of the rows */
    size_t head_reals[SLOTS], all_reals;
    /* By slots: io->gradients, and buffers for what a slot has of another's tensor. */
    real *dw[MAX_LAYER_TENSORS];
    real *shared;
};
/* Whether the slot's tensors belong to heads of scores and not to rows. */
static inline bool by_head(enum slot_id slot)
{
    return slot == SLOT_SCORE || slot == SLOT_LOGITS || slot == SLOT_NORMALIZER;
}
/* Rows are cut into this many chunks (fewer when there are fewer row blocks), each with parameter
 * sums of its own. A constant, so that bits do not depend on the number of threads. */
enum { CHUNKS = 4 };

/* A pass under way, shared by its jobs. Sizes in reals unless said. */
struct pass {
    struct resolved r;
    const struct layer_io *io;
    struct layer_trace trace;
    size_t key_rows;             /* of K and V from one batch element to the next */
    size_t decay_rows;           /* of trace.decay likewise */
    struct places queries, keys; /* of the rows of Q, and of K and V */
    int table_first;             /* first place in the stages' tables */
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

/* Bump allocation out of a thread's part of the working memory. With base NULL it only measures:
 * laying out and measuring are the same code, so they cannot disagree. */
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

/* layer.c: rows of a slot, their widths, its parameters, and memory. */
struct dims N(slot_dims)(const struct layer *, enum slot_id);
size_t N(layer_rows)(const struct layer *, enum slot_id);
size_t N(row_reals)(const struct resolved *, enum slot_id); /* of Q, K, V, or for slot o of O */
/* Numbers of a row of O, index 0, and of what the stages behind it make of it, one after another.
 */
int N(output_width)(const struct resolved *, int index);
size_t N(slot_reals)(const struct resolved *, enum slot_id); /* of its parameters */
/* The tensors that its choice declares, and the size of one. */
int N(slot_tensors)(const struct resolved *, enum slot_id, struct tensor *out);
size_t N(tensor_reals)(const struct tensor *);
/* shared_tensors.c: fills first_tensor, owner and listed; the layer's tensors as the slots have
 * them; reals of those that a slot is the first to have. */
void N(find_tensors)(struct resolved *);
void N(slot_order)(const struct resolved *, const void *const *listed, const void **w);
size_t N(listed_reals)(const struct resolved *, enum slot_id);
static inline bool may_share(enum slot_id slot)
{
    return slot == SLOT_Q || slot == SLOT_K || slot == SLOT_V;
}
/* Scale inside the normaliser and factor on the output: the layer's scale is one of them, and the
 * multiplier of logits always inside. Where maps_logits(), the normaliser gets what is scaled
 * already, and inside it the scale is 1. */
double N(scale_inside)(const struct resolved *);
/* There the scale of scores, if it stands inside, and the multiplier of their function. */
double N(scale_scores)(const struct resolved *);
double N(logit_multiplier)(const struct resolved *);
double N(scale_outside)(const struct resolved *);
/* A row for the normaliser's formula; w: of that slot. */
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
struct work N(work_of)(const struct resolved *, enum slot_id); /* as its choice declares it */

#endif
