/* SPDX-License-Identifier: MIT
 * Internal header of models/net/: defines one network with its memory, and declares shared
 * functions.
 *
 * Arrays that depend on the batch are allocated once for the largest batch; smaller batches use the
 * first part. In shapes, "rows" is batch * positions of a stack and d is d_model. */
#ifndef ATTNLAB_NET_H
#define ATTNLAB_NET_H

#include "kernels/dropout.h"
#include "kernels/slots.h"
#include "models/net/layout.h"

/* Intermediate results of a block that the forward pass keeps for the backward pass. */
struct kept {
    void *activations; /* kernel activations of an attention layer */
    real *active;      /* feed-forward: phi(u W1 + b1) (rows, ffn) */
    real *slope;       /* feed-forward: phi'(u W1 + b1) (rows, ffn); NULL unless training */
};

/* One batch of sequences in a stack; layout.h defines sum and u. */
struct stack {
    const struct stack_layout *layout;
    const struct stack
        *source; /* stack that cross-attention reads; only in the decoder of an encoder-decoder */
    /* batch size and number of positions in the last forward pass, including the class token */
    int batch, n;
    int first;                 /* position of row 0; above 0 only during decoding */
    struct decoding *decoding; /* decoding in progress, or NULL */
    int words;                 /* ids per position; above 1 only for sentences (embed.c) */
    const int *lengths; /* number of valid positions, shape (batch), or NULL if all are valid */
    real **sum, **u;    /* blocks + 1 arrays (rows, d) */
    struct kept *kept;  /* results that each block keeps */
    real *sinusoid;     /* sinusoidal positions, shape (layout->n, d), or NULL */
    real *patches;      /* patches converted to `real`, or NULL if they need no conversion */
};

/* State of a classifier that predicts one of `outputs` classes per row (classify.c). */
struct classifier {
    int *row;         /* indices of the rows with a target; shape (asked) */
    int asked, chunk; /* number of rows with a target; maximum number of rows per chunk of logits */
    int most;         /* capacity of `row`, `nats` and `packed` */
    double *nats;     /* loss of each row with a target; shape (asked) */
    real *logits; /* logits (chunk, outputs), or p - onehot after forward if all rows fit into one
                     chunk */
    real *packed; /* contiguous copies of the rows; shape (chunk, d) */
    real *pooled; /* HEAD_CLASS: pooled rows (batch, d) and their gradients; otherwise NULL */
    real *d_pooled;
};

struct model {
    struct layout layout;
    const struct head *head;
    uint64_t seed, dropout_step;
    bool training;
    bool fresh;                     /* true until a gradient is added after zero_gradients() */
    const struct step_probe *probe; /* listener for timed parts, or NULL */
    struct measuring *measuring; /* NULL except while initial magnitudes are measured (start.c) */
    real *w, *g, *moments;
    struct stack encoder, decoder, *top;
    struct classifier classifier;
    int *lengths; /* copies of the source lengths, which are still needed after the batch of
                     encode() is gone */
    /* Arrays that all blocks share. All except y and working exist only in training. */
    real *y;                 /* output of a block before the residual is added; shape (rows, d) */
    real *d_u, *d_sum, *d_y; /* gradients passed down a stack; shape (rows, d) */
    /* gradients of the encoder's output, shape (source rows, d): the sum over cross-attention
     * layers, and the contribution of one layer */
    real *d_source, *d_context;
    void *working;
    struct model_memory memory;
    void *allocated[4]; /* parameters, gradients, moments, all other memory */
};

/* Cached keys and values of one attention layer during decoding. */
struct cache {
    real *k, *v;
    double *decay; /* running sums of log decays; NULL if the layer has no decay */
};
struct decoding {
    struct model *model;
    /* `most` and `length`: maximum and current number of tokens per sequence */
    int batch, per_source, most, length;
    struct cache *caches; /* one cache per block of the decoder */
    struct cache spare; /* spare caches, into which sequences are copied when they are reordered */
    void *working;
    void *allocated;
};

/* With INITIAL_MATCHED, an attention layer has two multipliers: one multiplies the logits before
 * the normaliser, the other the output before the residual sum. */
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
/* gemm() with the precision of the model */
static inline void model_gemm(const struct model *m, bool ta, bool tb, int rows, int cols,
                              int depth, real alpha, const real *a, int lda, const real *b, int ldb,
                              real beta, real *c, int ldc)
{
    gemm_in(m->layout.config.precision, ta, tb, rows, cols, depth, alpha, a, lda, b, ldb, beta, c,
            ldc);
}
static inline real *gradient(const struct model *m, int tensor)
{
    return m->g + m->layout.tensor[tensor].at;
}
/* Returns multiplier `which` (MULTIPLY_...) of a block, or 1 if the block has no multipliers. */
static inline real multiplier(const struct model *m, const struct block *b, int which)
{
    return b->start < 0 ? 1 : weight(m, b->start)[which];
}
static inline size_t stack_rows(const struct stack *s) { return (size_t)s->batch * (size_t)s->n; }
static inline const real *stack_output(const struct stack *s) { return s->u[s->layout->blocks]; }
/* Returns the number of rows of a stack at the largest batch. */
static inline size_t most_rows(const struct model *m, const struct stack_layout *s)
{
    return s->blocks ? (size_t)m->layout.config.max_batch * (size_t)s->n : 0;
}
/* Dropout sites of a stack: site 0 is the embedding, site k + 1 is block k. Attention weights have
 * their own kind of sites. */
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

/* A memory area that is divided into pieces, each aligned to a cache line. */
struct area {
    char *base; /* start of the memory; NULL while only the size is measured */
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

/* Declares members of struct model_build; model.h describes them. */
double N(step_flop)(const struct model_config *, int batch, int n, int m, double answers);
const char *N(refuse_model)(const struct model_config *);
unsigned N(model_by_formula)(const struct model_config *);
int N(attention_layers)(const struct model_config *, struct layer *list);
/* Returns the FLOPs of a product (rows, d_in) x (d_in, d_out) during training: one product forward,
 * two backward. */
static inline double matrix_flop(double rows, double d_in, double d_out)
{
    const double products = 3;
    return products * 2 * rows * d_in * d_out;
}

struct model *N(model_open)(const struct model_config *, uint64_t seed, bool training);
void N(model_close)(struct model *);
struct model_memory N(model_measure)(const struct model_config *, bool training);
double N(model_trainable)(const struct model_config *);

/* embed() computes sum[0] from the ids or patches of a batch. embed_backward() computes the
 * gradients of the embedding tensors from d_sum (rows, d), which it overwrites (embed.c). */
void N(embed)(struct model *, struct stack *, const int32_t *tokens, const float *patches);
void N(embed_backward)(struct model *, struct stack *, const int32_t *tokens, const float *patches,
                       real *d_sum);

/* These functions compute the values between two blocks (residual_pass.c). first_norm() computes
 * u_0 from sum_0. join() computes sum_{k+1} and u_{k+1} from the output y of block k. */
void N(first_norm)(struct model *, struct stack *);
void N(join)(struct model *, struct stack *, int k, const real *y);
/* Runs the backward pass between two blocks. Before the call, m->d_u is the gradient of u_k;
 * afterwards, m->d_sum is the gradient of sum_k. Returns the gradient of the output of block k - 1.
 */
const real *N(split)(struct model *, struct stack *, int k);

/* Runs all blocks of a stack, starting from sum[0] (network.c). */
void N(stack_forward)(struct model *, struct stack *);

/* These functions match initial states (start.c); model.h describes the first three. add_start()
 * adds a block's tensors, whose names start with `prefix`. While m->measuring is set,
 * measure_block() measures the output of block k, which is in m->y. */
int N(measure_starts)(struct model *, const struct batch *, struct start *out);
void N(match_starts)(struct model *, const struct batch *, const struct start *plain);
int N(starts)(const struct model *, struct matched_start *out);
void N(add_start)(struct layout *, const char *prefix, struct block *);
void N(measure_block)(struct model *, struct stack *, int k);

/* Runs the forward pass of a batch up to the head (network.c). */
void N(run)(struct model *, const struct batch *);

/* These functions decode one token at a time (decoding.c); model.h describes them. */
const char *N(refuse_steps)(const struct model *);
struct decoding *N(open_steps)(struct model *, int batch, int per_source, int most);
void N(step)(struct decoding *, const int32_t *tokens, float *logits);
void N(reorder)(struct decoding *, const int *from);
void N(close_steps)(struct decoding *);

/* Returns the cross entropy of rows x (rows, d) with targets (rows); -1 means no target
 * (classify.c). */
double N(classify)(struct model *, const real *x, size_t rows, const int32_t *targets);
/* Accumulates the gradients of the head's tensors, multiplied by `scale`, and writes dx (rows, d).
 */
void N(classify_backward)(struct model *, const real *x, size_t rows, const int32_t *targets,
                          real scale, real *dx);
/* computes the logits of one row */
void N(classify_logits)(struct model *, const real *x, float *out);
/* Computes the logits of all rows x (rows, d) at once: out (rows, outputs). */
void N(classify_rows)(struct model *, const real *x, size_t rows, float *out);

/* A kind of head, which computes the loss from the rows of the top stack. *count receives the
 * number of targets. */
struct head {
    /* computes the loss; the batch must have targets */
    double (*forward)(struct model *, const struct batch *, double *count);
    void (*backward)(struct model *, const struct batch *,
                     real scale); /* writes the gradient of the top stack's output to m->d_u */
    void (*logits)(struct model *, int b, int n, float *out);
};
extern const struct head N(head_tokens), N(head_class), N(head_span);

/* Clears the gradients of biases that remain 0, so that these gradients affect neither norms nor
 * updates (optimizer.c). */
void N(drop_fixed_gradients)(struct model *);
double N(gradient_norm)(const struct model *);
/* makes one AdamW step after multiplying all gradients by `clip` */
void N(adamw_step)(struct model *, const struct adamw *, double clip);

#endif
