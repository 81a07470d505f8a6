/* SPDX-License-Identifier: MIT
 * The interface of the attention layer to the rest of the program.
 *
 * One layer: X (B, N, d_model) -> Q (B, N, H*D), K, V (B, M, G*D) -> scores S_ij -> logits
 *            -> weights A_ij -> O = A V (B, N, H*D) -> combine, gate -> Y (B, N, d_model).
 * Each arrow is a *slot*; a variant is a *choice* for each slot, with arguments. The caller picks
 * choices by name from the slot tables, so nothing outside kernels/ names a variant.
 *
 * The sources are compiled once per vector instruction set, once in double for gradient checks, and
 * once as plain formulas (the oracle). Each build exports one `struct kernels`. Buffers are passed
 * as `void *` to elements of `real_size` bytes.
 *
 * Nothing here allocates, prints, reads the environment or a clock, or creates threads. The caller
 * owns every buffer; buffers are 64-byte aligned; matrices are row-major. Letters: B batch, H
 * heads, G key/value heads, N queries, M keys, D d_head, rows = B*N or B*M. */
#ifndef ATTNLAB_KERNELS_H
#define ATTNLAB_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_PARAMS = 8, MAX_TENSORS = 32, MAX_LAYER_TENSORS = 192, MAX_STAGES = 8 };

/* ---- a choice and its parameters (metadata, the same in every build) ---- */

enum param_kind { PARAM_INT, PARAM_REAL, PARAM_CHOICE };

/* One argument of a choice. It becomes a sweep axis of that name. */
struct param {
    const char *name; /* as in YAML and CSV, without the slot's prefix */
    const char *doc;  /* one line, with the unit if any */
    enum param_kind kind;
    double min, max;            /* PARAM_INT, PARAM_REAL: inclusive range */
    double def;                 /* default; PARAM_CHOICE: index into choices */
    const char *const *choices; /* PARAM_CHOICE: NULL-ended names */
    /* How a label states its value. Number: one text with {} for the value, then texts for special
     * values ("0: none"). Choice: one text per choice, in order. */
    const char *const *said;
};
/* The last field of a param: SAID("{} hidden units"), SAID("ReLU", "GELU"). */
#define SAID(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Argument values in the order of the choice's params; a choice is stored as its index. */
struct args {
    double value[MAX_PARAMS];
};

/* Sizes that a choice may depend on. q: d_in = d_model, d_out = heads * d_head, H heads of D; k, v:
 * the same with G key/value heads; o: q's sizes swapped. Scores and normalisers: the query heads.
 * If `combine` joins J heads: values are J times as wide with G / J heads; gates and o have H / J
 * heads, J times as wide; combine itself gets H and D with d_in = H*J*D, d_out = H*D. */
struct dims {
    int d_in, d_out, heads, d_head, n, m;
    int depth; /* index of the layer in its stack, from 1 */
    int keys;  /* as struct layer's: the divisor of choices that divide by the number of keys; 0: m
                */
};

/* INIT_NORMAL: N(0, std^2). INIT_UNIFORM: U(-sqrt(3) std, sqrt(3) std), the same variance. */
enum init { INIT_ZERO, INIT_ONE, INIT_NORMAL, INIT_UNIFORM };

/* One parameter tensor that a choice declares; row-major. */
struct tensor {
    char name[40]; /* "w", "b1", ...; the layer prepends "q.", "score.", ... */
    int rank;      /* 1..3 */
    int dim[3];    /* unused dims are 1 */
    enum init init;
    double std; /* of INIT_NORMAL and INIT_UNIFORM. INIT_ZERO: what a recipe that draws biases uses;
                   0: none */
    bool matrix; /* weight matrix, subject to weight decay; biases, gains and per-head vectors are
                    not */
};

/* Initial values of a choice's tensors in its source's code, where they are known to differ from
 * tensors(): see published_initial.c. */
struct recipe {
    const char *text;
    enum init init; /* for tensors that tensors() draws */
    double factor;  /* times the declared std; 0: `std` for all */
    double std;
    bool biases; /* also draws tensors that are 0 initially and declare a std */
};
extern const struct recipe recipe_torch_linear, recipe_gpt2;
/* Rewrites init and std of one of the choice's tensors; NULL: no change. */
void recipe_apply(const struct recipe *, struct tensor *);

/* Declared floating-point operations: a multiply-add is 2; a comparison, exponential or other
 * function is 1. Projections and gates: per_query is the cost of one row. */
struct work {
    double per_query, per_key, per_pair;
};
/* Increase when a declared count changes meaning: WORK_VERSION for timed layers,
 * TRAINING_WORK_VERSION for trainings and steps, which are compared bit by bit with earlier
 * runs. */
enum { WORK_VERSION = 3, TRAINING_WORK_VERSION = 3 };

struct choice {
    const char *name;  /* YAML value, CSV value */
    const char *label; /* in tables and figures: "residual bottleneck" */
    const char *title; /* the formula in one line of plain text */
    const char *paper; /* source: arXiv id and equation, or "textbook" */
    /* Initial values of its parameters by name without number or suffix: "w N(0, 1/fan_in), b 0";
     * fan_in: inputs per output. NULL: no parameters. A test compares it with tensors(). */
    const char *initial;
    const struct recipe *published; /* NULL: as `initial`, or unknown */
    const struct param *params;     /* ends with a NULL name; NULL: none */
    /* NULL if the choice fits, else the reason as a constant sentence. */
    const char *(*refuse)(const struct dims *, const struct args *);
    /* Fills out[] (MAX_TENSORS) and returns the count; NULL: no parameters. */
    int (*tensors)(const struct dims *, const struct args *, struct tensor *out);
    /* Whether q, k and v choices share this tensor (same name and shape); NULL: none is shared.
     * Such a choice is refused in other slots. */
    bool (*shares)(const struct args *, const char *tensor);
    struct work (*work)(const struct dims *, const struct args *);
    const struct by_hand *by_hand; /* worked examples (by_hand.h); NULL: none */
    /* A negative control: removes the effect of attention, since its weights are equal for every
     * query. A setup that does not see it lose cannot judge attention. At most one per slot. */
    bool negative_control;
};

/* ---- slots ---- */

enum slot_id {
    SLOT_Q,
    SLOT_K,
    SLOT_V,
    SLOT_SCORE,
    SLOT_LOGITS,
    SLOT_FORGET,
    SLOT_NORMALIZER,
    SLOT_COMBINE,
    SLOT_GATE,
    SLOT_O,
    SLOTS
};

struct slot {
    const char *name;   /* axis name: "q", "k", "v", "score", "logits", "normalizer", "o", ... */
    const char *prefix; /* of its parameters' axes: "q_", ..., "" for score and normalizer */
    const char *doc;
    const char *group; /* heading of this slot in tables of variants: "Projections" */
    const struct choice *const *choices; /* NULL-ended, in legend order */
    bool quiet;                          /* in a cell string only if it is not the first choice */
};

/* ---- a layer: choices, shape, mask, method ---- */

enum mask { MASK_NONE, MASK_CAUSAL, MASK_PADDING, MASK_CAUSAL_PADDING, MASKS };
enum method { METHOD_STREAMING, METHOD_MATERIALISED, METHODS };
enum scale_place { SCALE_INSIDE, SCALE_OUTSIDE, SCALE_PLACES };
extern const char *const rotary_names[3], *const alibi_names[3];
enum activation {
    ACT_IDENTITY,
    ACT_RELU,
    ACT_GELU,
    ACT_SILU,
    ACT_TANH,
    ACT_RELU2,
    ACT_LEAKY_RELU,
    ACT_MISH,
    ACTIVATIONS
};
extern const char *const activation_names[ACTIVATIONS + 1],
    *const activation_words[ACTIVATIONS + 1];
extern const char *const mask_names[MASKS + 1], *const method_names[METHODS + 1],
                                                    *const scale_place_names[SCALE_PLACES + 1];

/* kv_heads: key/value heads G, a divisor of heads; query head h reads key/value head floor(h G / H)
 * (grouped queries, arXiv 2305.13245). 0: as many as heads. */
struct shape {
    int batch, heads, n, m, d_model, d_head, kv_heads;
};

/* A layer as requested. choice[s] indexes the slot's list; plain data, copyable. */
struct layer {
    struct shape shape;
    enum mask mask;
    enum method method;
    enum scale_place
        scale_place;    /* where scale = score_scale * the score's natural scale is applied */
    double score_scale; /* factor on the natural scale, default 1 */
    /* Factor on the normaliser's input, independent of the scale; 0: none, like 1. Not a parameter:
     * models set it once at the start (models/net/start.c). */
    double logit_multiplier;
    int choice[SLOTS];
    struct args args[SLOTS];
    /* The m that some choices divide weights by; 0: that of the call. Models set it to their
     * largest number of keys, so that a row does not depend on padding or on the prefix length. */
    int keys;
    /* Settings of the stages (stages/); 0: off. */
    int depth;  /* index of the layer in its stack, from 1; 0: 1 */
    int rotary; /* 1: rotary positions on queries and keys (stages/rotary.c) */
    int alibi;  /* 1: logits fall with the distance of query and key (stages/alibi.c) */
    /* Share of the weights set to 0 after the normaliser; the others are divided by 1 - dropout.
     * The mask is a hash of key, batch element, head, query and key position (dropout.h). */
    double dropout;
    uint64_t dropout_key;
};

/* Phases of a pass, for clocks and counters. wait: this thread has no item while another still
 * works. */
enum phase {
    PHASE_PROJECTION,
    PHASE_SCORE,
    PHASE_NORMALIZE,
    PHASE_SUM,
    PHASE_OUTPUT,
    PHASE_WAIT,
    PHASES
};
extern const char *const phase_names[PHASES + 1];

/* Called at every phase change on each thread; NULL in timed passes. */
struct probe {
    void (*enter)(void *context, int thread, enum phase phase);
    void *context;
};

/* The caller's threads. run() calls job(arg, item, thread) once per item 0 .. items-1 on any of the
 * threads 0 .. threads-1, and returns when all are done. Results never depend on which thread ran
 * an item. NULL: one thread, items in order. */
struct team {
    int threads;
    void (*run)(struct team *, void (*job)(void *arg, int item, int thread), void *arg, int items);
};

/* Bytes, exact. working and backward: for all `threads` together, all further memory of forward and
 * of backward. backward includes the gradients of Q, K, V, O. */
struct layer_memory {
    size_t input, parameters, activations, output, working, backward;
};

/* Declared work of one pass per phase. flop: needed by the result. recomputed: repeats of an
 * earlier pass, and pairs that a mask hides. bytes: compulsory traffic, each operand once. */
struct layer_work {
    double flop[PHASES], recomputed[PHASES], bytes[PHASES];
};

struct layer_io {
    const void *x;        /* (B, N, d_model) */
    const void *context;  /* (B, M, d_model); equal to x for self-attention */
    const int *lengths;   /* (B) visible keys 0..M, padding masks only, else NULL */
    void *const *tensors; /* parameters, in the order of tensors() */
    void *activations;    /* Q, K, V, O, state: memory().activations bytes, written */
    void *working;        /* memory().working bytes */
    void *y;              /* (B, N, d_model), written */
};

/* Where a forward pass left its intermediates in `activations`, for checks and backward. q, o: (B,
 * N, H*D), o J times as wide if heads are combined; k, v: (B, M, G*D); q, k, v after their stages.
 * gated: o after the gate and other stages after attention (o if there are none). */
struct layer_trace {
    void *q, *k, *v, *o, *gated;
    void *outputs[MAX_STAGES + 1];    /* o, then the output of each of those stages; then NULL */
    int output_width[MAX_STAGES + 1]; /* row width of each */
    void *state;                      /* the normaliser's state of every row, in its own order */
    void *log_decay;                  /* (B, M, H): output of slot forget; NULL without one */
    double *decay; /* (B, max(N, M), H): running sums with those of the stages; NULL without any */
    void *kept[SLOTS]; /* what a projection keeps of every row, per slot; see struct projection */
    void *tables[MAX_STAGES]; /* position tables of each stage on q, k and v */
};

/* Gradients of sum(dy * y), after a forward pass with the same layer and io. */
struct layer_backward_io {
    const struct layer_io *io; /* as in forward; activations are read, working is not */
    const void *dy;            /* (B, N, d_model) */
    void *dx;                  /* (B, N, d_model), written */
    void *dcontext;            /* (B, M, d_model), written; the same as dx for self-attention */
    void *const *gradients;    /* like io->tensors, written */
    void *working;             /* memory().backward bytes */
};

/* Spread of the logits of a pass: the normaliser's input times its inner scale, relative to the
 * mean of each query's visible logits. A softmax ignores that mean, and fast tiles may drop terms
 * that are constant along a row. */
struct logit_spread {
    double spread; /* root mean square over all visible pairs; 0: no pairs */
    bool rounding; /* true: not more than rounding errors of equal logits */
};

/* Keys and values that outlive a pass (the key/value cache of decoding); few queries at a time. */
struct cached_io {
    const void *x;        /* (B, N, d_model): queries at positions M - N .. M - 1 */
    const int *lengths;   /* (B) visible keys 0..M, padding masks only, else NULL */
    void *const *tensors; /* parameters, in the order of tensors() */
    void *k, *v;          /* (B, capacity, G*D): keys and values after their stages */
    double *decay;        /* (B, capacity, H): running sums of log decays; see decay_reals */
    int capacity;         /* positions per sequence in k, v and decay, at least M */
    void *working;        /* cached_bytes() */
    void *y;              /* (B, N, d_model), written */
};

/* One build of the kernels. */
struct kernels {
    const char *name;         /* "avx512", "avx2", "neon", "plain", "double" */
    size_t real_size;         /* 4, or 8 in the double build */
    const struct slot *slots; /* SLOTS entries */
    /* For checks; 0-terminated. row_edges: rows of X (B*N, B*M) at which blocks or chunks end.
     * tile_edges: positions at which tiles or blocks of tiles end. */
    const int *row_edges, *tile_edges;
    const char *(*refuse)(const struct layer *); /* NULL: valid; else the reason, constant text */
    struct dims (*dims)(const struct layer *,
                        enum slot_id); /* the sizes passed to the slot's choice */
    /* out: MAX_LAYER_TENSORS; names like "q.w". A shared tensor is listed once, under the first
     * slot. */
    int (*tensors)(const struct layer *, struct tensor *out);
    struct layer_memory (*memory)(const struct layer *, int threads);
    struct layer_work (*work)(const struct layer *);          /* of a forward pass */
    struct layer_work (*backward_work)(const struct layer *); /* of a backward pass */
    void (*forward)(const struct layer *, const struct layer_io *, struct team *,
                    const struct probe *);
    void (*backward)(const struct layer *, const struct layer_backward_io *, struct team *,
                     const struct probe *);
    struct layer_trace (*trace)(const struct layer *, void *activations);
    /* After a forward pass with the same layer and io, in tiles, on one thread. queries (B):
     * leading queries to count per batch element; NULL: all. io->working: spread_bytes(),
     * overwritten. */
    struct logit_spread (*spread)(const struct layer *, const struct layer_io *,
                                  const int *queries);
    size_t (*spread_bytes)(const struct layer *);
    /* Slots, as bits 1 << slot, that run by formula in double because they have no fast function,
     * so the pass's time says nothing about the choice. The shape is not read. */
    unsigned (*by_formula)(const struct layer *, bool backward);
    /* Incremental decoding: always streaming, no dropout, one thread. refuse_growth: NULL, or
     * the constant reason why outputs change as M grows; `keys` must be set where a choice needs
     * their number. cached_bytes: working memory of both functions, also for smaller N and M.
     * remember: projects rows (B, count, d_model), context positions first .. first + count - 1,
     * into k and v and sums their decays; earlier positions must have been remembered.
     * decay_reals: doubles per position in cached_io.decay; 0: not used. attend: the layer's N
     * queries against the M keys. */
    const char *(*refuse_growth)(const struct layer *);
    size_t (*cached_bytes)(const struct layer *);
    size_t (*decay_reals)(const struct layer *);
    void (*remember)(const struct layer *, const struct cached_io *, const void *rows, int first,
                     int count);
    void (*attend)(const struct layer *, const struct cached_io *);
    /* Writes the tensors of slot q, k, v or o, in order, so that it computes x W + b; W (d_in,
     * d_out), b (d_out) or NULL. Tensors that do not matter keep their values. Returns NULL, or the
     * constant reason why the choice cannot. tensors NULL: only asks; then only whether b is NULL
     * matters. */
    const char *(*reproduce)(const struct layer *, enum slot_id, const void *w, const void *b,
                             void *const *tensors);
};

/* All builds in this program that this CPU can run, fastest first, NULL-terminated, without the
 * double build. */
const struct kernels *const *kernels_available(void);
/* By name, including "double"; NULL if unknown or not for this CPU. */
const struct kernels *kernels_by_name(const char *name);

/* Facts about BLAS, for the record. */
const char *blas_core_name(void); /* what OpenBLAS chose, e.g. "SkylakeX" */
/* On a CPU newer than itself OpenBLAS falls back to its oldest kernels (Prescott, SSE3), several
 * times slower. Then: the core type to set as OPENBLAS_CORETYPE before the program starts; else
 * NULL. */
const char *blas_missed_core(void);
const char *blas_config(void);
int blas_thread_count(void);
/* C = A B in float, row-major, not transposed: for peak measurement. */
void blas_sgemm_nn(int m, int n, int k, const float *a, const float *b, float *c);

#endif
