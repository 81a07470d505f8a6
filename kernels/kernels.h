/* SPDX-License-Identifier: MIT
 * Interface of the attention layer for the rest of the program. One layer computes
 *
 *     X (B, N, d_model) -> Q (B, N, H*D), K, V (B, M, G*D) -> scores S_ij -> logits
 *       -> weights A_ij -> O = A V (B, N, H*D) -> combine, gate -> Y (B, N, d_model).
 *
 * Each arrow is a *slot*. A variant is one *choice* per slot, with arguments. Callers look up
 * choices by name in the slot tables, so code outside kernels/ contains no variant-specific code.
 *
 * The sources are compiled once per vector instruction set, once in double precision for gradient
 * checks, and once as plain formulas (the oracle). Each build exports one `struct kernels`. Buffers
 * are passed as `void *` and contain elements of `real_size` bytes.
 *
 * The kernels do not allocate, print, read the environment or a clock, or create threads. The
 * caller owns every buffer. Buffers are 64-byte aligned and matrices are row-major. */
#ifndef ATTNLAB_KERNELS_H
#define ATTNLAB_KERNELS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Letters in shapes: B batch, H heads, G key/value heads, N queries, M keys, D d_head. The number
 * of rows is B*N or B*M. */

enum { MAX_PARAMS = 8, MAX_TENSORS = 32, MAX_LAYER_TENSORS = 192, MAX_STAGES = 8 };

/* ---- a choice and its parameters (metadata, the same in every build) ---- */

enum param_kind { PARAM_INT, PARAM_REAL, PARAM_CHOICE };

/* An argument of a choice. Each argument is also a sweep axis with the same name. */
struct param {
    const char *name; /* name in YAML and CSV, without the slot's prefix */
    const char *doc;  /* description in one line, with the unit if any */
    enum param_kind kind;
    double min, max;            /* inclusive range of PARAM_INT and PARAM_REAL */
    double def;                 /* default value; index into choices for PARAM_CHOICE */
    const char *const *choices; /* names of the values of a PARAM_CHOICE, NULL-terminated */
    /* Texts for labels, where {} is the value. A number has one text, which may be followed by
     * texts for special values, such as "0: none". A PARAM_CHOICE has one text per choice, in
     * order. */
    const char *const *said;
};
/* Initialises the label texts of a param: SAID("{} hidden units") or SAID("ReLU", "GELU"). */
#define SAID(...) ((const char *const[]){__VA_ARGS__, NULL})

/* Argument values, in the order of the choice's params. A PARAM_CHOICE is stored as an index. */
struct args {
    double value[MAX_PARAMS];
};

/* Precision of the operands of matrix products in projections, gates, feed-forward networks and
 * heads. PRECISION_BF16 rounds them to bf16 (gemm_bf16.c). Parameters, sums, norms, scores and
 * weights stay in float32. */
enum precision { PRECISION_FLOAT32, PRECISION_BF16, PRECISIONS };

/* Sizes passed to a choice.
 *
 *     q: d_in = d_model, d_out = H*D, with H heads of size D;
 *     k, v: like q, but with G heads;
 *     o: d_in = H*D, d_out = d_model;
 *     scores, normalisers: H heads;
 *     combine: d_in = H*J*D, d_out = H*D; J heads are joined into one.
 *
 * With combine, v has G / J heads, gates and o have H / J heads, and each head is J times as wide.
 */
struct dims {
    int d_in, d_out, heads, d_head, n, m;
    int depth;                /* index of the layer in its stack, counted from 1 */
    int keys;                 /* number of keys, for choices that divide by this number; 0: use m */
    enum precision precision; /* precision of the operands of matrix products */
};

/* INIT_NORMAL is N(0, std^2). INIT_UNIFORM is U(-sqrt(3) std, sqrt(3) std), which has the same
 * variance. */
enum init { INIT_ZERO, INIT_ONE, INIT_NORMAL, INIT_UNIFORM };

/* one parameter tensor of a choice, row-major */
struct tensor {
    char name[40]; /* name such as "w" or "b1"; the layer adds a prefix: "q.", "score.", ... */
    int rank;      /* number of dimensions, 1 to 3 */
    int dim[3];    /* sizes; 1 for unused dimensions */
    enum init init;
    double std;  /* standard deviation; ignored by INIT_ZERO, unless a recipe sets `biases` */
    bool matrix; /* true for weight matrices, which get weight decay; false for biases, gains and
                    per-head vectors */
};

/* Initial values in a paper's published code, if they differ from tensors() (published_initial.c).
 */
struct recipe {
    const char *text;
    enum init init; /* distribution of tensors that tensors() initialises randomly */
    double factor;  /* factor for the declared std; 0: `std` replaces the declared std */
    double std;
    bool biases; /* true: also draw random values for tensors that start at 0 but declare a std */
};
extern const struct recipe recipe_torch_linear, recipe_gpt2;
/* Sets init and std of a tensor according to the recipe. A NULL recipe changes nothing. */
void recipe_apply(const struct recipe *, struct tensor *);

/* Declared FLOPs. A multiply-add counts as 2; a comparison, exponential or other function counts as
 * 1. For projections and gates, `per_query` is the cost per row. */
struct work {
    double per_query, per_key, per_pair;
};
/* Increase WORK_VERSION (timed layers) or TRAINING_WORK_VERSION (training runs and steps) when the
 * meaning of a declared count changes. Training counts are compared bit by bit with earlier runs.
 */
enum { WORK_VERSION = 3, TRAINING_WORK_VERSION = 3 };

struct choice {
    const char *name;  /* name in YAML and CSV */
    const char *label; /* name in tables and figures, e.g. "residual bottleneck" */
    const char *title; /* the formula in one line of plain text */
    const char *paper; /* source: arXiv id and equation, or "textbook" */
    /* Initial values of the tensors by name, without number or suffix: "w N(0, 1/fan_in), b 0". A
     * value is 0, 1 or N(0, 1/SIZE). SIZE is fan_in (the number of inputs per output), d_head,
     * d_prime, a number, or (2 SIZE). NULL if there are no parameters. Must agree with tensors().
     */
    const char *initial;
    const struct recipe
        *published; /* published initial values; NULL if unknown or equal to `initial` */
    const struct param
        *params; /* arguments, terminated by a NULL name; NULL if the choice has no arguments */
    /* Returns NULL if the choice supports the sizes and arguments, otherwise the reason (a string
     * constant). */
    const char *(*refuse)(const struct dims *, const struct args *);
    /* Writes the parameter tensors to out (MAX_TENSORS) and returns their number. NULL if the
     * choice has no parameters. */
    int (*tensors)(const struct dims *, const struct args *, struct tensor *out);
    /* Returns true if the choices of q, k and v share this tensor (same name and shape). NULL means
     * that no tensor is shared. Only q, k and v may share tensors; other slots refuse the choice.
     */
    bool (*shares)(const struct args *, const char *tensor);
    struct work (*work)(const struct dims *, const struct args *);
    const struct by_hand *by_hand; /* worked examples (by_hand.h), or NULL */
    /* True for a negative control, which gives all queries the same weights. A working experiment
     * must find this choice worse. Each slot has at most one negative control. */
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
    const char *prefix; /* prefix of parameter axes: "q_", ...; "" for score and normalizer */
    const char *doc;
    const char *group; /* heading of the slot in tables of variants, e.g. "Projections" */
    const struct choice *const *choices; /* choices in legend order, NULL-terminated */
    bool quiet; /* true: a cell string omits this slot if the slot has its first choice */
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
                                                    *const scale_place_names[SCALE_PLACES + 1],
                                                        *const precision_names[PRECISIONS + 1];

/* kv_heads is the number G of key/value heads (grouped queries, arXiv 2305.13245). It must divide
 * the number of heads H; 0 means G = H. Query head h reads key/value head floor(h G / H). */
struct shape {
    int batch, heads, n, m, d_model, d_head, kv_heads;
};

/* Description of a layer. It may be copied. choice[s] is an index into the choices of slot s. */
struct layer {
    struct shape shape;
    enum mask mask;
    enum method method;
    enum precision
        precision; /* precision of the operands of matrix products in q, k, v, o and the gate */
    /* whether the scale is applied inside or outside the normaliser; scale = score_scale * natural
     * scale */
    enum scale_place scale_place;
    double score_scale; /* multiplier of the score's natural scale [default: 1] */
    /* Multiplier of the normaliser's input, independent of the scale; 0 means 1. The multiplier is
     * not trained; models set it once at the start (models/net/start.c). */
    double logit_multiplier;
    int choice[SLOTS];
    struct args args[SLOTS];
    /* Number of keys, for choices that divide the weights by this number. 0 means m of the call.
     * Models set their largest number of keys, so that padding does not change results. */
    int keys;
    /* Settings of the stages (stages/). The value 0 switches a stage off. */
    int depth;  /* index of the layer in its stack, counted from 1; 0 means 1 */
    int rotary; /* 1 switches on rotary position embedding of queries and keys (stages/rotary.c) */
    int alibi;  /* 1 switches on ALiBi, a penalty for distant keys (stages/alibi.c) */
    /* Dropout rate: fraction of the weights that are set to 0 after the normaliser. The other
     * weights are divided by 1 - dropout. The mask is a hash of dropout_key, batch element, head,
     * query position and key position (dropout.h). */
    double dropout;
    uint64_t dropout_key;
};

/* Phases of a pass, for clocks and counters. A thread in PHASE_WAIT has no work left and waits for
 * the other threads. */
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

/* Callback that each thread calls whenever its phase changes; NULL in timed passes. */
struct probe {
    void (*enter)(void *context, int thread, enum phase phase);
    void *context;
};

/* The caller's threads. run() calls job(arg, item, thread) once per item 0 .. items-1 and returns
 * when all items are done. Any thread 0 .. threads-1 may run an item. A NULL team means one thread.
 */
struct team {
    int threads;
    void (*run)(struct team *, void (*job)(void *arg, int item, int thread), void *arg, int items);
};

/* Exact memory of a layer in bytes. `working` is the scratch memory of a forward pass, and
 * `backward` that of a backward pass. Both are sums over all threads. `backward` includes the
 * gradients of Q, K, V and O. */
struct layer_memory {
    size_t input, parameters, activations, output, working, backward;
};

/* Declared work of one pass per phase.
 * flop: operations needed for the result.
 * recomputed: operations repeated from an earlier pass or spent on masked pairs.
 * bytes: compulsory memory traffic; each operand counts once. */
struct layer_work {
    double flop[PHASES], recomputed[PHASES], bytes[PHASES];
};

struct layer_io {
    const void *x;        /* layer input, (B, N, d_model) */
    const void *context;  /* input of k and v, (B, M, d_model); equal to x for self-attention */
    const int *lengths;   /* visible keys per batch element, 0..M; NULL without a padding mask */
    void *const *tensors; /* parameters, in the order of tensors() */
    void *activations;    /* receives Q, K, V, O and row state; memory().activations bytes */
    void *working;        /* scratch memory of memory().working bytes */
    void *y;              /* receives the layer output, (B, N, d_model) */
};

/* Locations of the intermediate results of a forward pass in `activations`, for checks and the
 * backward pass. q and o are (B, N, H*D); k and v are (B, M, G*D). If J heads are combined, rows of
 * o are J times as wide. q, k and v include rotation and other stages. `gated` is the output of the
 * last stage after attention, or o if there is no such stage. */
struct layer_trace {
    void *q, *k, *v, *o, *gated;
    /* pointers to o and to the output of each stage after attention, NULL-terminated */
    void *outputs[MAX_STAGES + 1];
    int output_width[MAX_STAGES + 1];
    void *state;       /* row state, in the normaliser's own layout */
    void *log_decay;   /* output of slot forget, (B, M, H); NULL without slot forget */
    double *decay;     /* running sums of all log decays, (B, max(N, M), H); NULL without decays */
    void *kept[SLOTS]; /* values that each projection keeps per row for the backward pass */
    void *tables[MAX_STAGES]; /* position tables of the stages of q, k and v */
};

/* Buffers of a backward pass, which computes the gradients of sum(dy * y). A forward pass with the
 * same layer and io must come first. */
struct layer_backward_io {
    const struct layer_io *io; /* io of the forward pass; only its activations are read */
    const void *dy;            /* gradient of y, (B, N, d_model) */
    void *dx;                  /* receives the gradient of x, (B, N, d_model) */
    void *dcontext; /* receives the gradient of the context, (B, M, d_model); equal to dx for
                       self-attention */
    void *const *gradients; /* receive the parameter gradients, in the order of tensors() */
    void *working;          /* scratch memory of memory().backward bytes */
};

/* Spread of the logits in one pass: how far they are from the mean logit of their query. Only
 * visible keys count. A logit is the normaliser's input times its inner scale. The mean is removed
 * because softmax ignores it. */
struct logit_spread {
    double spread; /* root mean square over all visible pairs; 0 without pairs */
    bool rounding; /* true if all logits are equal up to rounding errors */
};

/* Buffers of a decoding step with a key/value cache. The cached keys and values outlive the step.
 */
struct cached_io {
    const void *x;        /* queries at positions M - N .. M - 1, (B, N, d_model) */
    const int *lengths;   /* visible keys per batch element, 0..M; NULL without a padding mask */
    void *const *tensors; /* parameters, in the order of tensors() */
    void *k, *v;          /* cached keys and values after their stages, (B, capacity, G*D) */
    double *decay; /* running sums of log decays, (B, capacity, H); unused if decay_reals() is 0 */
    int capacity;  /* positions per sequence in k, v and decay, at least M */
    void *working; /* scratch memory of cached_bytes() bytes */
    void *y;       /* receives the layer output, (B, N, d_model) */
};

/* One build of the kernels: an instruction set and an element type. */
struct kernels {
    const char *name; /* "avx512", "avx2", "neon", "plain" or "double" */
    size_t real_size; /* bytes per real: 4, or 8 in the double build */
    /* Returns the instruction set that computes products with this precision: "avx512",
     * "avx512+avx512_bf16", or "avx2+bf16_emulated". */
    const char *(*instructions)(enum precision);
    const struct slot *slots;
    /* Block boundaries for checks, terminated by 0.
     * row_edges: rows of X at which blocks or chunks end.
     * tile_edges: positions at which tiles end. */
    const int *row_edges, *tile_edges;
    /* Returns NULL for a valid layer, otherwise the reason (a string constant). */
    const char *(*refuse)(const struct layer *);
    struct dims (*dims)(const struct layer *, enum slot_id);
    /* Writes the layer's tensors to out (MAX_LAYER_TENSORS), with names like "q.w". A shared tensor
     * is listed once, under its first slot. */
    int (*tensors)(const struct layer *, struct tensor *out);
    struct layer_memory (*memory)(const struct layer *, int threads);
    struct layer_work (*work)(const struct layer *); /* declared work of a forward pass */
    struct layer_work (*backward_work)(const struct layer *);
    void (*forward)(const struct layer *, const struct layer_io *, struct team *,
                    const struct probe *);
    void (*backward)(const struct layer *, const struct layer_backward_io *, struct team *,
                     const struct probe *);
    struct layer_trace (*trace)(const struct layer *, void *activations);
    /* Computes the spread of the logits on one thread, after a forward pass with the same layer and
     * io. The first queries[b] queries of batch element b are included; if `queries` is NULL, all
     * are. Overwrites io->working, which must have spread_bytes() bytes. */
    struct logit_spread (*spread)(const struct layer *, const struct layer_io *,
                                  const int *queries);
    size_t (*spread_bytes)(const struct layer *);
    /* Returns the slots without a fast function, as bit flags 1 << slot. These slots run
     * double-precision formulas, so times of the pass must not be compared. The function ignores
     * the layer's shape. */
    unsigned (*by_formula)(const struct layer *, bool backward);
    /* The next five functions decode step by step with the streaming method, without dropout, on
     * one thread. */
    /* Returns NULL, or the reason why earlier outputs change as M grows (a string constant). If a
     * choice divides by the number of keys, layer.keys must be set. */
    const char *(*refuse_growth)(const struct layer *);
    /* Returns the working memory of remember and attend, which also suffices for smaller N and M.
     */
    size_t (*cached_bytes)(const struct layer *);
    /* Returns the number of doubles per position in cached_io.decay, or 0 if decay is unused. */
    size_t (*decay_reals)(const struct layer *);
    /* Projects `rows` (B, count, d_model), which are context positions first .. first + count - 1,
     * into k and v. Also sums their decays. The cache must contain all earlier positions. */
    void (*remember)(const struct layer *, const struct cached_io *, const void *rows, int first,
                     int count);
    /* Computes attention of the layer's N queries to the M keys. */
    void (*attend)(const struct layer *, const struct cached_io *);
    /* Sets the tensors of slot q, k, v or o so that the slot computes x W + b. W is (d_in, d_out);
     * b is (d_out) or NULL. Tensors that cannot affect the result keep their values. Returns NULL,
     * or the reason why the choice cannot compute x W + b (a string constant). If `tensors` is
     * NULL, the function only checks whether the choice can compute x W + b, with a bias if b is
     * not NULL. */
    const char *(*reproduce)(const struct layer *, enum slot_id, const void *w, const void *b,
                             void *const *tensors);
};

/* Returns all builds that this CPU can run, fastest first, NULL-terminated. The double build is not
 * included. */
const struct kernels *const *kernels_available(void);
/* Returns the build with the given name, which may be "double". Returns NULL if the name is unknown
 * or the CPU cannot run the build. */
const struct kernels *kernels_by_name(const char *name);

/* Properties of BLAS that are recorded with results. */
const char *blas_core_name(void); /* core type that OpenBLAS chose, e.g. "SkylakeX" */
/* Returns the core type to set in OPENBLAS_CORETYPE before the program starts, or NULL if OpenBLAS
 * chose well. On CPUs newer than the library, OpenBLAS chooses its oldest kernels (Prescott, SSE3),
 * which are several times slower. */
const char *blas_missed_core(void);
const char *blas_config(void);
int blas_thread_count(void);
/* Computes C = A B in float (row-major, not transposed) to measure peak speed. */
void blas_sgemm_nn(int m, int n, int k, const float *a, const float *b, float *c);

#endif
