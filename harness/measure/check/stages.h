/* SPDX-License-Identifier: MIT
 * Compares a finished forward pass with the oracle, stage by stage (x -> q, k, v -> o -> gate ->
 * y). Each stage is checked on its own: its input is the actual output of the previous stage, taken
 * from the layer's trace. Rows are sampled if the full oracle would take hours.
 *
 * stage_check.c checks projections and the gate, attention_check.c checks attention, and
 * agreement.c computes tolerances. */
#ifndef ATTNLAB_STAGES_H
#define ATTNLAB_STAGES_H

#include "base/mem.h"
#include "harness/measure/check/check.h"

/* ---- tolerances (agreement.c) ----
 *
 * A float result is correct if it is the exact result of inputs that differ from the given inputs
 * by rounding. To find how much correct results can differ, the formula is evaluated a second time,
 * with each input and each parameter of a projection perturbed up or down by one float rounding
 * error. The tolerance of a row is
 *
 *     SAFETY sqrt(terms) max|moved - want| + eps (8 + 2 sqrt(terms)) max|want| + known + FLOOR
 *
 * with maxima over the row.
 *  - The first term is the conditioning: near-ties in a softmax, a norm of nearly constant values,
 *    cancellation. A float sum of `terms` products is the exact sum for factors that differ by
 *    about sqrt(terms) rounding errors. SAFETY allows for chains of about ten such sums. Its value
 *    comes from the worst of 7,000 compositions: MLPs of seven layers with relu squared and no
 * norm.
 *  - The second term is the random walk of rounding errors in up to eight sums per row.
 *  - `known` is a bound that the caller computed.
 *  - FLOOR is for denormals, which are flushed to 0. It is above FLT_MIN times any number of terms
 *    and any gain of a norm (1 / sqrt(1e-5)).
 * Logic errors are a thousand times larger than this tolerance.
 *
 * With precision=bf16, the formula rounds the operands of its products as the layer does. A product
 * of two bf16 numbers is exact in float, so only the sums round, and the tolerance stays that of
 * float. A rounded formula has steps, therefore `moved - want` is taken from the formula without
 * rounding. A product of computed values (the hidden layer of an MLP) may round an operand the
 * other way than the formula. `known` then is twice the change that all rounding together makes in
 * the row (stage_check.c). */
extern const double compare_safety, compare_floor;

struct row_place {
    const char *stage; /* name of the stage: "q", "k", "v", "decay", "o", "gate" or "y" */
    int b, i;   /* index of the sequence in the batch, and index of the row in the sequence */
    int column; /* column of the first compared element */
};

/* Largest errors over all compared rows. Initialise with zeros. */
struct comparison {
    long rows;
    /* largest error / tolerance; above 1 is a failure; infinity for NaN */
    double worst_ratio;
    double error; /* absolute error of the worst element; infinite if the result is not finite */
    double tolerance; /* tolerance of the worst element */
    char worst[160];  /* worst element as a string: index, actual value, expected value */
    double nmse_sum;  /* sum of |got - want|^2 / |want|^2 over rows that are not all zeros */
    long nmse_rows;
};

/* Compares one row of `count` elements. Each element is a sum of `terms` products. */
void compare_row(struct comparison *, const struct row_place *, const float *got,
                 const double *want, const double *moved, int count, double terms, double known);

/* A row of attention output: o = factor * sum over keys j of a_j v_j. */
struct attention_row {
    int m, d;
    /* weights, and weight errors already multiplied by `factor`; shape (m) */
    const double *weights, *weight_errors;
    const double *v, *o; /* values, shape (m, d), and the formula's output, shape (d) */
};
/* error of a score, relative to the sum of the absolute values of its terms */
extern const double attention_unit;
/* Returns the error bound of an attention row: the largest bound of its elements. First-order
 * bounds for element c:
 *   for a relative score error eps: eps * condition * sum_j |a_j| |v_jc - mean_c|
 *   for a relative weight error eps: eps * sum_j |a_j v_jc|
 * The first bound assumes that a weight changes in proportion to its size, as in softmax. With relu
 * or tanh, a weight changes by as much as its score, so the errors from oracle_weight_errors() are
 * added.
 * The bounds are needed because perturbed inputs do not reveal errors of keys with equal scores, or
 * of weights that are 0. */
double attention_error(const struct attention_row *, double condition);

/* ---- stages ---- */

struct zeros {
    long values, zeros; /* number of elements computed by the oracle, and how many of them are 0 */
};
struct stage_facts {
    long attention_rows; /* number of attention rows with at least one visible key */
    long unresolved;   /* number of attention rows whose scores are too large to resolve in float */
    struct zeros o, y; /* number of zeros in o and y, for queries with at least one visible key */
};

void stages_compare(const struct workload *, const struct sampling *, struct comparison *,
                    struct stage_facts *);

/* Returns true if rounding explains the worst ratio found by stages_compare() (double_layer.h). */
bool row_error_is_rounding(const struct workload *, const struct sampling *, double ratio);

/* Operands of the formulas in double, in original and perturbed form. Widths: d_model for the
 * model, H*D for all heads, D for one head. */
struct stages {
    const struct workload *load; /* `load`, `sampling`, `all` and `facts` are not owned */
    const struct sampling *sampling;
    struct comparison *all;
    struct stage_facts *facts;
    struct layer_trace trace;
    struct oracle *oracle;
    /* The same layer with float32 products. Without rounding to bf16, its formula shows how
     * perturbed inputs change the result. */
    struct layer smooth_layer;
    struct oracle *smooth;
    /* parameters of open slots; NULL for other slots */
    const double *w[MAX_LAYER_TENSORS];
    const double *moved_w[MAX_LAYER_TENSORS]; /* perturbed parameters of the open slots */
    const double *sizes[MAX_LAYER_TENSORS];   /* absolute values of the score's parameters */
    double *scratch;
    double *in[2];         /* one input row, original and perturbed */
    double *side[2];       /* one row of the second input, original and perturbed */
    double *out[2];        /* output of the formula, for the original and the perturbed input */
    double *rounding;      /* change of the output by operand rounding; 0 with float32 products */
    double *again;         /* output of the formula for a second perturbation of the input */
    double *scores;        /* scores of one query, shape (M) */
    double *weights[2];    /* weights of one query, original and perturbed, shape (M) */
    double *weight_errors; /* error bounds of the weights, shape (M) */
};

static inline double *doubles(size_t count) { return xarray(count, sizeof(double)); }

/* Allocates buffers for checking a finished pass and reads the pass's trace. No slot is open yet.
 */
void stages_open(struct stages *, const struct workload *, const struct sampling *,
                 struct comparison *, struct stage_facts *);
void stages_close(struct stages *);

/* Opens a slot: converts its parameters to double. Only slots of the current stage are opened, to
 * save memory. */
void stages_open_slot(struct stages *, enum slot_id);
/* Computes the absolute values of the parameters of all open slots. */
void stages_open_sizes(struct stages *);
void stages_close_slots(struct stages *);
struct dims stages_dims(const struct stages *, enum slot_id);

/* Converts rows x d floats with row stride ld to double. to[0] receives the original numbers, to[1]
 * the perturbed numbers. */
void stages_load(const struct stages *, const char *stream, const float *from, size_t rows,
                 size_t d, size_t ld, double *const to[2]);
/* Perturbs numbers: `to = from * (1 +- eps)`. `seed`, `stream` and `turn` determine the random
 * signs. */
void stages_move(const struct stages *, const char *stream, int turn, const double *from,
                 size_t count, double *to);

/* Returns the index of sampled row k. The `total` rows are divided into `wanted` strata, and one
 * random row is sampled from each stratum. The first and the last row are always sampled. If wanted
 * >= total, all rows are sampled. */
long stages_sampled_row(const struct stages *, const char *stream, int k, long wanted, long total);
int stages_visible_keys(const struct stages *, int b, int i);
void stages_count_zeros(struct zeros *, const double *values, int count);

void stages_compare_attention(struct stages *);

#endif
