/* SPDX-License-Identifier: MIT
 * What the mathematics of one attention layer shows to the rest of the program.
 *
 * One layer: X (B, N, d_model) -> Q (B, N, H*D), K, V (B, M, G*D) -> scores S_ij -> logits
 *            -> weights A_ij -> O = A V (B, N, H*D) -> combine, gate -> Y (B, N, d_model).
 * Each arrow is a *slot*; a variant is a *choice* for each slot, with arguments. The caller
 * picks choices by name from the slot tables, so nothing outside kernels/ names a variant.
 *
 * The same sources are compiled several times: for each vector instruction set, in double for
 * gradient checks, and as plain formulas (the oracle). Each such build exports one
 * `struct kernels`; buffers are therefore passed as `void *` to arrays of `real_size` bytes.
 *
 * Contract of everything here: no allocation, no printing, no environment, no clock, no thread
 * creation. The caller owns every buffer; buffers are 64-byte aligned; matrices are row-major.
 * Letters: B batch, H heads, G heads of keys and values, N queries, M keys, D d_head, rows = B*N or
 * B*M.
 */
#ifndef ATTNLAB_KERNELS_H
#define ATTNLAB_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MAX_PARAMS = 8, MAX_TENSORS = 32, MAX_LAYER_TENSORS = 192, MAX_STAGES = 8 };

/* ---- a choice and its parameters (metadata, the same in every build) ---- */

enum param_kind { PARAM_INT, PARAM_REAL, PARAM_CHOICE };

/* One argument of a choice. It becomes an axis of the sweep, named after it. */
struct param {
    const char *name; /* as in YAML and CSV, without the slot's prefix */
    const char *doc;  /* one line, with the unit if there is one */
    enum param_kind kind;
    double min, max;            /* PARAM_INT, PARAM_REAL: inclusive range */
    double def;                 /* default; PARAM_CHOICE: index into choices */
    const char *const *choices; /* PARAM_CHOICE: NULL-ended names */
    /* How a label says its value: of a number one text, with {} for it, and then of values that
     * have words of their own these, "0: none"; of choices one each, in their order. */
    const char *const *said;
};
/* The last of a param: SAID("{} hidden units"), SAID("ReLU", "GELU"). */
#define SAID(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Argument values, in the order of the choice's params table; choices as their index. */
struct args {
    double value[MAX_PARAMS];
};

/* Sizes a choice may depend on. For q: d_in = d_model, d_out = heads * d_head, H heads of D; for k
 * and v likewise with G heads, the key and value heads; for o q's the other way round. Of scores
 * and normalisers heads are the queries'. Where `combine` makes one head of several, J: values are
 * J times as wide and their heads G / J, of gates and of o heads are H / J, J times as wide;
 * combine itself is told H and D, d_in = H*J*D, d_out = H*D. */
struct dims {
    int d_in, d_out, heads, d_head, n, m;
    int depth; /* number of the layer in its stack, from 1 */
    int keys;  /* as the layer's: what a choice divides by that asks for the number of keys; 0: m */
};

/* INIT_NORMAL: N(0, std^2); INIT_UNIFORM: from -sqrt(3) std to sqrt(3) std, of the same variance.
 */
enum init { INIT_ZERO, INIT_ONE, INIT_NORMAL, INIT_UNIFORM };

/* One parameter tensor that a choice declares; row-major. */
struct tensor {
    char name[40]; /* "w", "b1", ...; the layer prepends "q.", "score.", ... */
    int rank;      /* 1..3 */
    int dim[3];    /* unused dims are 1 */
    enum init init;
    double std; /* deviation of INIT_NORMAL and INIT_UNIFORM; of INIT_ZERO: what a recipe that draws
                 * biases takes for it, 0 where none does */
    bool matrix; /* a weight matrix, to which weight decay applies; not a bias, a gain or any other
                  * vector, whatever the rank: an axis of heads does not make a vector a matrix */
};

/* How the code of a source begins the tensors of a choice, where that is known to differ from what
 * tensors() declares: see published_initial.c. */
struct recipe {
    const char *text;
    enum init init; /* of what tensors() draws */
    double factor;  /* of the declared std; 0: `std` for all */
    double std;
    bool biases; /* draws those too that begin as 0 and declare a std */
};
extern const struct recipe recipe_torch_linear, recipe_gpt2;
/* Rewrites init and std of one of the choice's tensors; NULL: leaves it. */
void recipe_apply(const struct recipe *, struct tensor *);

/* Declared floating-point operations. A multiply-add is 2, a comparison, an exponential or any
 * other function is 1. Projections and gates fill per_query with the cost of one row. */
struct work {
    double per_query, per_key, per_pair;
};
/* Raise when any declared count changes meaning: of timed layers; of trainings and their steps,
 * whose results are compared bit by bit with those of earlier runs (what the materialised method
 * computes of hidden pairs left their counts too, of the few that are asked for with it). */
enum { WORK_VERSION = 3, TRAINING_WORK_VERSION = 3 };

struct choice {
    const char *name;  /* YAML value, CSV value */
    const char *label; /* in tables and figures: "residual bottleneck" */
    const char *title; /* the formula in one line of plain text */
    const char *paper; /* source: arXiv id and equation, or "textbook" */
    /* How its parameters begin, each by its name without number or suffix: "w N(0, 1/fan_in), b 0";
     * fan_in: the inputs of one output. NULL: it has none. As tensors() declares it: a test. */
    const char *initial;
    const struct recipe *published; /* NULL: as `initial`, or not known */
    const struct param *params;     /* ends with a NULL name; NULL: none */
    /* NULL when the choice fits, else a constant sentence with the reason. */
    const char *(*refuse)(const struct dims *, const struct args *);
    /* Fills out[] (MAX_TENSORS) and returns how many; NULL: no parameters. */
    int (*tensors)(const struct dims *, const struct args *, struct tensor *out);
    /* Whether its tensor of that name is one for all of q, k and v that share one of this name and
     * shape; NULL: none is. In any other slot such a choice is refused. */
    bool (*shares)(const struct args *, const char *tensor);
    struct work (*work)(const struct dims *, const struct args *);
    const struct by_hand *by_hand; /* results worked out on paper: by_hand.h. NULL: none */
    /* A control that takes away what attention is for: its weights are the same for every query. A
     * set-up that does not see it lose cannot see what attention does. One a slot at most. */
    bool damaged;
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
    const char *group; /* under which tables list variants of this slot: "Projections" */
    const struct choice *const *choices; /* NULL-ended, in legend order */
    bool quiet; /* in a cell string only where it is not the first choice */
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

/* kv_heads: heads of keys and values, G, which divides heads; query head h reads key and value head
 * floor(h G / H) (grouped queries, arXiv 2305.13245). 0: as many as heads. */
struct shape {
    int batch, heads, n, m, d_model, d_head, kv_heads;
};

/* A layer as asked for. choice[s] indexes the slot's list; plain data, copyable. */
struct layer {
    struct shape shape;
    enum mask mask;
    enum method method;
    enum scale_place scale_place; /* of scale = score_scale * the score's natural scale */
    double score_scale;           /* factor on the natural scale, default 1 */
    /* Factor on what the normaliser is given, wherever the scale stands; 0: the layer is without,
     * as with 1. No parameter: models set it once to begin even (models/net/start.c). */
    double logit_multiplier;
    int choice[SLOTS];
    struct args args[SLOTS];
    /* The m that weights are divided by where a choice does so; 0: that of the call. Models set it
     * to the most keys that they take, so that a row depends on the keys that it sees alone, and
     * not on padding beside it or on how long a prefix is. */
    int keys;
    /* What the stages read (stages/); 0: the layer is without. */
    int depth;  /* number of the layer in its stack, from 1; 0: 1 */
    int rotary; /* 1: queries and keys carry rotary positions (stages/rotary.c) */
    int alibi;  /* 1: logits fall with the distance of query and key (stages/alibi.c) */
    /* Share of the weights that become 0 after the normaliser, the others over 1 - dropout. The
     * mask is a hash of the key, batch element, head, query and key position (dropout.h). */
    double dropout;
    uint64_t dropout_key;
};

/* Phases of a pass, for clocks and counters. wait: a thread of several has no item and another has;
 * it does no work. */
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

/* Called at every change of phase on each thread; NULL in timed passes. */
struct probe {
    void (*enter)(void *context, int thread, enum phase phase);
    void *context;
};

/* The caller's threads. run() calls job(arg, item, thread) once for each item in 0..items-1, on
 * any of threads 0..threads-1, and returns when all are done. Results never depend on which
 * thread ran an item. NULL stands for one thread, items in order. */
struct team {
    int threads;
    void (*run)(struct team *, void (*job)(void *arg, int item, int thread), void *arg, int items);
};

/* Bytes, exact. working and backward are for all `threads` together and are all that forward and
 * backward use beyond the rest; backward holds the gradients of Q, K, V, O too. */
struct layer_memory {
    size_t input, parameters, activations, output, working, backward;
};

/* Declared work of one pass, by phase. flop: what the result needs; recomputed: operations beside
 * these that compute again what an earlier pass had and did not keep, or pairs that a mask hides;
 * bytes: compulsory traffic, each operand once. */
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

/* Where a forward pass left its intermediates inside `activations`, for checks and backward.
 * q, o: (B, N, H*D), o of J times that where heads are combined; k, v: (B, M, G*D); q, k, v after
 * the stages on them. gated: o after the gate and whatever stage stands behind attention (the same
 * as o without any). */
struct layer_trace {
    void *q, *k, *v, *o, *gated;
    void *outputs[MAX_STAGES + 1];    /* o, then what each of those made of it; then NULL */
    int output_width[MAX_STAGES + 1]; /* numbers of a row of each */
    void *state;     /* what the normaliser knows of every row, in an order of its own */
    void *log_decay; /* (B, M, H): what slot forget gives; not there without a choice of it */
    double *decay;   /* (B, max(N, M), H): their running sums, with those of the stages; likewise */
    void *kept[SLOTS];        /* what a projection keeps of every row, by slot; struct projection */
    void *tables[MAX_STAGES]; /* constants of places, of each stage on q, k and v */
};

/* Gradients of sum(dy * y). After a forward pass with the same layer and io. */
struct layer_backward_io {
    const struct layer_io *io; /* as forward had it; its activations are read, not its working */
    const void *dy;            /* (B, N, d_model) */
    void *dx;                  /* (B, N, d_model), written */
    void *dcontext;            /* (B, M, d_model), written; the same as dx for self-attention */
    void *const *gradients;    /* like io->tensors, written */
    void *working;             /* memory().backward bytes */
};

/* How far apart the logits of a pass are: what the normaliser was given, times its scale inside.
 * About the mean of their query's visible ones, since a softmax does not see that mean and fast
 * tiles of scores may leave out terms that are constant along a row. */
struct logit_spread {
    double spread; /* root mean square of these differences over all visible pairs; 0: no pairs */
    bool rounding; /* it is no more than what rounding leaves of equal logits */
};

/* Keys and values that outlive a pass (the key/value cache of decoding): few queries a time. */
struct cached_io {
    const void *x;        /* (B, N, d_model): queries; they stand at positions M - N .. M - 1 */
    const int *lengths;   /* (B) visible keys 0..M, padding masks only, else NULL */
    void *const *tensors; /* parameters, in the order of tensors() */
    void *k, *v;          /* (B, capacity, G*D): keys and values, after the stages on them */
    double *decay;        /* (B, capacity, H): running sums of log decays; see decay_reals */
    int capacity;         /* positions of a sequence in k, v and decay, at least M */
    void *working;        /* cached_bytes() */
    void *y;              /* (B, N, d_model), written */
};

/* One build of the kernels. */
struct kernels {
    const char *name;                            /* "avx512", "avx2", "neon", "plain", "double" */
    size_t real_size;                            /* 4, or 8 in the double build */
    const struct slot *slots;                    /* SLOTS entries */
    /* For checks; 0-ended. Rows of X (B*N, B*M) at which blocks or chunks of rows end; positions of
     * a sequence at which tiles or blocks of tiles end. */
    const int *row_edges, *tile_edges;
    const char *(*refuse)(const struct layer *); /* NULL: fine; else the reason, constant text */
    struct dims (*dims)(const struct layer *, enum slot_id); /* what the slot's choice is told */
    /* out: MAX_LAYER_TENSORS; names "q.w". A shared one is listed once, under the first slot. */
    int (*tensors)(const struct layer *, struct tensor *out);
    struct layer_memory (*memory)(const struct layer *, int threads);
    struct layer_work (*work)(const struct layer *);          /* of a forward pass */
    struct layer_work (*backward_work)(const struct layer *); /* of a backward pass */
    void (*forward)(const struct layer *, const struct layer_io *, struct team *,
                    const struct probe *);
    void (*backward)(const struct layer *, const struct layer_backward_io *, struct team *,
                     const struct probe *);
    struct layer_trace (*trace)(const struct layer *, void *activations);
    /* After a forward pass with the same layer and io, in tiles, on one thread. queries (B): of
     * each batch element so many queries count, from the first; NULL: all. io->working:
     * spread_bytes(), overwritten. */
    struct logit_spread (*spread)(const struct layer *, const struct layer_io *,
                                  const int *queries);
    size_t (*spread_bytes)(const struct layer *);
    /* The slots, as bits 1 << slot, that a forward or a backward pass takes from the formulas in
     * double for want of a fast function; its time is no time of the choice. No shape is read. */
    unsigned (*by_formula)(const struct layer *, bool backward);
    /* Incremental decoding, streaming whatever the method, without dropout, on one thread.
     * refuse_growth: NULL, or the constant reason why outputs of a layer change as M grows; `keys`
     * must be set where a choice asks for their number.
     * cached_bytes: working memory of both functions, for all smaller N and M, too. remember:
     * projects rows (B, count, d_model), the context's positions first .. first + count - 1, into k
     * and v, and sums up their decays, for which those before them must have been remembered.
     * decay_reals: doubles of a position in cached_io.decay; 0: it is not looked at. attend: the
     * layer's N queries against the M keys there. */
    const char *(*refuse_growth)(const struct layer *);
    size_t (*cached_bytes)(const struct layer *);
    size_t (*decay_reals)(const struct layer *);
    void (*remember)(const struct layer *, const struct cached_io *, const void *rows, int first,
                     int count);
    void (*attend)(const struct layer *, const struct cached_io *);
    /* Writes the tensors of slot q, k, v or o, in their order, so that it computes x W + b; W
     * (d_in, d_out), b (d_out) or NULL. What that leaves open stays as it is. NULL, or the constant
     * reason why the choice cannot; tensors NULL: only asks, and of b only whether it is NULL
     * matters. */
    const char *(*reproduce)(const struct layer *, enum slot_id, const void *w, const void *b,
                             void *const *tensors);
};

/* All builds that this program holds and this CPU can run, fastest first, NULL-ended. The double
 * build is not among them. */
const struct kernels *const *kernels_available(void);
/* By name, "double" included; NULL if unknown or not for this CPU. */
const struct kernels *kernels_by_name(const char *name);

/* BLAS facts for the record. */
const char *blas_core_name(void); /* what OpenBLAS chose, e.g. "SkylakeX" */
/* OpenBLAS takes its oldest kernels (Prescott, SSE3) on a CPU younger than itself: Debian 12's on
 * Emerald Rapids runs sgemm at a sixth of the rate. Where that happened, the core type whose
 * kernels this CPU can run, to be set as OPENBLAS_CORETYPE before the program starts; else NULL. */
const char *blas_missed_core(void);
const char *blas_config(void);
int blas_thread_count(void);
/* C = A B in float, row-major, no transposes: for peak measurement. */
void blas_sgemm_nn(int m, int n, int k, const float *a, const float *b, float *c);

#endif
