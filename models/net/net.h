/* SPDX-License-Identifier: MIT
 * Inside models/net/: one network with all its memory, and what its parts give each other.
 *
 * Every array that grows with the batch is laid out once at the largest batch; a smaller batch
 * uses the front of it. "rows" are batch * positions of a stack, d is d_model. */
#ifndef ATTNLAB_NET_H
#define ATTNLAB_NET_H

#include "kernels/slots.h"
#include "models/net/dropout.h"
#include "models/net/layout.h"

/* What the forward pass of a branch leaves for its backward pass. */
struct kept {
    void *activations; /* attention */
    real *active;      /* feed-forward: phi(u W1 + b1) (rows, ffn) */
    real *slope;       /* phi' of the same; NULL in a network that is not for training */
};

/* One batch of sequences going through a stack; see layout.h for sum, u. */
struct stack {
    const struct stack_layout *layout;
    const struct stack *source; /* decoder of an encoder-decoder: what cross-attention sees */
    int batch, n;               /* of the last forward pass; n with the class token */
    int words;                  /* ids of a position, 1 but for sentences; see embed.c */
    const int *lengths;         /* (batch) or NULL: all valid */
    real **sum, **u;            /* branches + 1 arrays (rows, d) */
    struct kept *kept;          /* branches */
    real *sinusoid;             /* (layout->n, d) or NULL */
    real *patches;              /* where a batch's patches have to be converted, else NULL */
};

/* One choice among `outputs` for each of some rows; see classify.c. */
struct classifier {
    int *row;         /* (asked): which rows */
    int asked, chunk; /* rows with a target, rows of logits that fit */
    int most;         /* rows that `row` and `packed` hold */
    real *logits;     /* (chunk, outputs): after forward p - onehot, if all rows fit */
    real *packed;     /* (chunk, d): the rows, side by side */
    real *pooled;     /* HEAD_CLASS (batch, d) and its gradient, else NULL */
    real *d_pooled;
};

struct model {
    struct layout layout;
    const struct kernels *kernels;
    const struct head *head;
    uint64_t seed, dropout_step;
    bool training;
    bool fresh; /* no gradient has been added since zero_gradients */
    real *w, *g, *moments;
    struct stack encoder, decoder, *top;
    struct classifier classifier;
    int *lengths; /* copies: encode() outlives its batch */
    /* Shared by all branches; training only, but for y. */
    real *y;                    /* (rows, d): output of a branch before its residual */
    real *d_u, *d_sum, *d_y;    /* (rows, d): gradients that travel down a stack */
    real *d_source, *d_context; /* (source rows, d): sum over cross-attentions, and one of them */
    real *d_hidden;             /* (FEED_FORWARD_ROWS, ffn) */
    real *d_tensors;            /* gradients of one attention, when they are to be added */
    void *working;              /* of the kernels, either pass */
    struct model_memory memory;
    void *block[4]; /* what was allocated: parameters, gradients, moments, the rest */
};

/* Rows of the feed-forward net at once: enough that its parameters are not copied too often (see
 * kernels/gemm.c; 512 rows train 3 % faster than 256 at d_model 512, 1024 slower), and few enough
 * that their hidden values are near when the next product reads them. And rows of a pass that reads
 * them twice, in the first-level cache. */
enum { FEED_FORWARD_ROWS = 512, PASS_ROWS = 8 };

static inline real *weight(const struct model *m, int tensor)
{
    return m->w + m->layout.tensor[tensor].at;
}
static inline real *gradient(const struct model *m, int tensor)
{
    return m->g + m->layout.tensor[tensor].at;
}
static inline size_t stack_rows(const struct stack *s) { return (size_t)s->batch * (size_t)s->n; }
/* Site 0 of a stack is its embedding, k + 1 its branch k. */
static inline struct dropout dropout_at(const struct model *m, const struct stack *s, int site)
{
    uint64_t stack = s == &m->decoder;
    return dropout_open(m->layout.config.dropout, m->seed, m->dropout_step,
                        stack << 32 | (uint64_t)site);
}

/* open.c */
struct model *N(model_open)(const struct model_config *, uint64_t seed, bool training);
void N(model_close)(struct model *);
struct model_memory N(model_measure)(const struct model_config *, bool training);

/* embed.c: the batch's ids or patches -> sum[0]; d_sum (rows, d) -> gradients of the tensors.
 * d_sum is overwritten. */
void N(embed)(struct model *, struct stack *, const int32_t *tokens, const float *patches);
void N(embed_backward)(struct model *, struct stack *, const int32_t *tokens, const float *patches,
                       real *d_sum);

/* stack.c: sum[0] -> all branches. Backward: m->d_u holds d(loss)/d(u_K) on entry; afterwards
 * m->d_sum is the gradient of sum[0], and m->d_source that of the source's u_K. */
void N(stack_forward)(struct model *, struct stack *);
void N(stack_backward)(struct model *, struct stack *);

/* attention.c, feed_forward.c: branch k, u_k -> y (rows, d); dy -> du (written). Feed-forward adds
 * its last bias not here but in the pass that adds the residual. */
void N(branch_attention)(struct model *, struct stack *, int k, real *y);
void N(branch_attention_backward)(struct model *, struct stack *, int k, const real *dy, real *du);
void N(branch_feed_forward)(struct model *, struct stack *, int k, real *y);
void N(branch_feed_forward_backward)(struct model *, struct stack *, int k, const real *dy,
                                     real *du);

/* classify.c: cross entropy of rows x (rows, d) against targets (rows), -1: not asked. */
double N(classify)(struct model *, const real *x, size_t rows, const int32_t *targets);
/* Adds scale * gradients of the head's tensors; dx (rows, d) is written. */
void N(classify_backward)(struct model *, const real *x, size_t rows, const int32_t *targets,
                          real scale, real *dx);
void N(classify_logits)(struct model *, const real *x, float *out);

/* One kind of head: rows of the top stack -> loss. count: targets that were asked for. */
struct head {
    double (*forward)(struct model *, const struct batch *, double *count); /* targets not NULL */
    void (*backward)(struct model *, const struct batch *, real scale);     /* writes m->d_u */
    void (*logits)(struct model *, int b, int n, float *out);
};
extern const struct head N(head_tokens), N(head_class), N(head_span);

/* optimizer.c */
double N(model_update)(struct model *, const struct adamw *);

#endif
