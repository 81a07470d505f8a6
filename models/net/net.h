/* SPDX-License-Identifier: MIT
 * Internal to models/net/: one network with all its memory, and the functions its parts share.
 *
 * Arrays that grow with the batch are laid out once for the largest batch; smaller batches use
 * their front. "rows" are batch * positions of a stack, d is d_model. */
#ifndef ATTNLAB_NET_H
#define ATTNLAB_NET_H

#include "kernels/dropout.h"
#include "kernels/slots.h"
#include "models/net/layout.h"

/* Intermediates of a block, kept from forward to backward. */
struct kept {
    void *activations; /* attention */
    real *active;      /* feed-forward: phi(u W1 + b1) (rows, ffn) */
    real *slope;       /* phi' of the same; NULL unless training */
};

/* One batch of sequences in a stack; see layout.h for sum, u. */
struct stack {
    const struct stack_layout *layout;
    const struct stack *source; /* decoder of an encoder-decoder: the input of cross-attention */
    int batch, n;               /* of the last forward pass; n with the class token */
    int first;                  /* position of row 0; not 0 during decoding */
    struct decoding *decoding;  /* during decoding, else NULL */
    int words;                  /* ids per position, 1 except for sentences; see embed.c */
    const int *lengths;         /* (batch) or NULL: all valid */
    real **sum, **u;            /* blocks + 1 arrays (rows, d) */
    struct kept *kept;          /* blocks */
    real *sinusoid;             /* (layout->n, d) or NULL */
    real *patches;              /* converted patches of a batch, if needed, else NULL */
};

/* One of `outputs` for each of some rows; see classify.c. */
struct classifier {
    int *row;         /* (asked): rows with a target */
    int asked, chunk; /* rows with a target; rows of logits that fit */
    int most;         /* capacity of `row`, `nats` and `packed` */
    double *nats;     /* (asked): the loss of each of these rows */
    real *logits;     /* (chunk, outputs): after forward p - onehot, if all rows fit */
    real *packed;     /* (chunk, d): the rows, contiguous */
    real *pooled;     /* HEAD_CLASS: (batch, d) and its gradient, else NULL */
    real *d_pooled;
};

struct model {
    struct layout layout;
    const struct head *head;
    uint64_t seed, dropout_step;
    bool training;
    bool fresh;                     /* no gradient has been added since zero_gradients */
    const struct step_probe *probe; /* NULL: parts are not reported */
    struct measuring *measuring;    /* NULL except while starts are measured: start.c */
    real *w, *g, *moments;
    struct stack encoder, decoder, *top;
    struct classifier classifier;
    int *lengths; /* copies, since encode() outlives its batch */
    /* Shared by all blocks; training only, except y and working. */
    real *y;                    /* (rows, d): output of a block before its residual */
    real *d_u, *d_sum, *d_y;    /* (rows, d): gradients passed down a stack */
    real *d_source, *d_context; /* (source rows, d): sum over cross-attentions, and one of them */
    void *working;              /* of a block, for either pass */
    struct model_memory memory;
    void *allocated[4]; /* parameters, gradients, moments, the rest */
};

/* Keys and values of attentions; see decoding.c. */
struct cache {
    real *k, *v;
    double *decay; /* NULL: the block has no decay */
};
struct decoding {
    struct model *model;
    int batch, per_source, most, length; /* length: current tokens per sequence */
    struct cache *caches;                /* per block of the decoder */
    struct cache spare;                  /* target of reordering */
    void *working;                       /* of a block */
    void *allocated;
};

/* Factors of an attention in a model of INITIAL_MATCHED: on its logits before the normaliser, and
 * on its output before the residual. */
enum { MULTIPLY_LOGITS, MULTIPLY_BRANCH, MULTIPLIERS };

extern const struct kernels N(kernels);

static inline void enter_part(const struct model *m, enum step_part part)
{
    if (m->probe) m->probe->enter(m->probe->context, part);
}
static inline real *weight(const struct model *m, int tensor)
{
    return m->w + m->layout.tensor[tensor].at;
}
static inline real *gradient(const struct model *m, int tensor)
{
    return m->g + m->layout.tensor[tensor].at;
}
/* which: enum MULTIPLY_...; 1 if a block has none. */
static inline real multiplier(const struct model *m, const struct block *b, int which)
{
    return b->start < 0 ? 1 : weight(m, b->start)[which];
}
static inline size_t stack_rows(const struct stack *s) { return (size_t)s->batch * (size_t)s->n; }
static inline const real *stack_output(const struct stack *s) { return s->u[s->layout->blocks]; }
/* Rows of a stack at the largest batch. */
static inline size_t most_rows(const struct model *m, const struct stack_layout *s)
{
    return s->blocks ? (size_t)m->layout.config.max_batch * (size_t)s->n : 0;
}
/* Site 0 of a stack is its embedding, k + 1 its block k; attention weights have their own kind. */
enum dropout_kind { DROP_ROWS, DROP_WEIGHTS };
static inline uint64_t dropout_site(const struct model *m, const struct stack *s,
                                    enum dropout_kind kind, int site)
{
    uint64_t stack = s == &m->decoder;
    return (uint64_t)kind << 40 | stack << 32 | (uint64_t)site;
}
static inline struct dropout dropout_at(const struct model *m, const struct stack *s, int site)
{
    return dropout_open(m->layout.config.dropout, m->seed, m->dropout_step,
                        dropout_site(m, s, DROP_ROWS, site));
}

/* Memory laid out piece by piece, each aligned to a cache line. */
struct area {
    char *base; /* NULL: only measure */
    size_t used;
};
enum { CACHE_LINE = 64 };
static inline size_t larger(size_t a, size_t b) { return a > b ? a : b; }
static inline size_t whole_lines(size_t bytes)
{
    return (bytes + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
}
static inline void *take(struct area *a, size_t bytes)
{
    void *at = a->base ? a->base + a->used : NULL;
    a->used += whole_lines(bytes);
    return at;
}
static inline real *take_reals(struct area *a, size_t count)
{
    return take(a, count * sizeof(real));
}

/* FLOPs of a configuration, the reason to refuse it (NULL: valid), and its slots that run by
 * formula; see model.h. */
double N(step_flop)(const struct model_config *, int batch, int n, int m, double answers);
const char *N(refuse_model)(const struct model_config *);
unsigned N(model_by_formula)(const struct model_config *);
int N(attention_layers)(const struct model_config *, struct layer *list);
/* FLOPs of a product (rows, d_in) x (d_in, d_out): forward once, backward twice. */
static inline double matrix_flop(double rows, double d_in, double d_out)
{
    const double products = 3;
    return products * 2 * rows * d_in * d_out;
}

/* network_memory.c */
struct model *N(model_open)(const struct model_config *, uint64_t seed, bool training);
void N(model_close)(struct model *);
struct model_memory N(model_measure)(const struct model_config *, bool training);
double N(model_trainable)(const struct model_config *);

/* embed.c: the batch's ids or patches -> sum[0]; d_sum (rows, d) -> gradients of the tensors. d_sum
 * is overwritten. */
void N(embed)(struct model *, struct stack *, const int32_t *tokens, const float *patches);
void N(embed_backward)(struct model *, struct stack *, const int32_t *tokens, const float *patches,
                       real *d_sum);

/* residual_pass.c: between two blocks. first_norm: sum_0 -> u_0. join: output y of block k ->
 * sum_{k+1} and u_{k+1}. */
void N(first_norm)(struct model *, struct stack *);
void N(join)(struct model *, struct stack *, int k, const real *y);
/* Backward. On entry m->d_u is the gradient of u_k; afterwards m->d_sum is that of sum_k, and the
 * result that of the output of block k - 1. */
const real *N(split)(struct model *, struct stack *, int k);

/* network.c: sum[0] through all blocks. */
void N(stack_forward)(struct model *, struct stack *);

/* start.c: the first three are declared in model.h. add_start: the tensors of a block, named with
 * prefix. measure_block: measures block k's output in m->y, while m->measuring. */
int N(measure_starts)(struct model *, const struct batch *, struct start *out);
void N(match_starts)(struct model *, const struct batch *, const struct start *plain);
int N(starts)(const struct model *, struct matched_start *out);
void N(add_start)(struct layout *, const char *prefix, struct block *);
void N(measure_block)(struct model *, struct stack *, int k);

/* network.c: the forward pass of a batch up to the head. */
void N(run)(struct model *, const struct batch *);

/* decoding.c: one token at a time; the first four are declared in model.h. */
const char *N(refuse_steps)(const struct model *);
struct decoding *N(open_steps)(struct model *, int batch, int per_source, int most);
void N(step)(struct decoding *, const int32_t *tokens, float *logits);
void N(reorder)(struct decoding *, const int *from);
void N(close_steps)(struct decoding *);

/* classify.c: cross entropy of rows x (rows, d) with targets (rows), -1: no target. */
double N(classify)(struct model *, const real *x, size_t rows, const int32_t *targets);
/* Adds scale * gradients of the head's tensors; dx (rows, d) is written. */
void N(classify_backward)(struct model *, const real *x, size_t rows, const int32_t *targets,
                          real scale, real *dx);
void N(classify_logits)(struct model *, const real *x, float *out); /* of one row */
/* All rows x (rows, d) at once: out (rows, outputs). */
void N(classify_rows)(struct model *, const real *x, size_t rows, float *out);

/* A kind of head: rows of the top stack -> loss. count: number of targets. */
struct head {
    double (*forward)(struct model *, const struct batch *, double *count); /* targets not NULL */
    void (*backward)(struct model *, const struct batch *, real scale);     /* writes m->d_u */
    void (*logits)(struct model *, int b, int n, float *out);
};
extern const struct head N(head_tokens), N(head_class), N(head_span);

/* optimizer.c. Removes biases that the model lacks from norms and updates. */
void N(drop_fixed_gradients)(struct model *);
double N(gradient_norm)(const struct model *);
void N(adamw_step)(struct model *, const struct adamw *, double clip); /* gradients times clip */

#endif
