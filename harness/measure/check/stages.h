/* SPDX-License-Identifier: MIT
 * Compares a finished forward pass with the oracle, stage by stage: x -> q, k, v -> o -> gate -> y.
 *
 * The input of each stage is the output that the layer's previous stage produced (its trace). Each
 * stage is thus checked alone, and rows can be sampled if the full oracle would take hours.
 * Projections and the gate are in stage_check.c, attention in attention_check.c, tolerances in
 * agreement.c. */
#ifndef ATTNLAB_STAGES_H
#define ATTNLAB_STAGES_H

#include "base/mem.h"
#include "harness/measure/check/check.h"

/* ---- tolerances (agreement.c) ----
 *
 * A float result is correct if it is the exact result of inputs that differ from the given inputs
 * by rounding. To find how far correct results can differ, the formula is evaluated a second time.
 * Each input, and each parameter of a projection, is then perturbed up or down by one float
 * rounding. The tolerance of a row is
 *
 *     SAFETY sqrt(terms) max|moved - want| + eps (8 + 2 sqrt(terms)) max|want| + known + FLOOR
 *
 * with maxima over the row.
 *  - The first term is the conditioning: near-ties in a softmax, a norm of nearly constant values,
 *    cancellation. A float sum of `terms` products is the exact sum for factors off by about
 *    sqrt(terms) roundings. SAFETY covers chains of about ten such sums. It is set by the worst of
 *    7,000 compositions, MLPs of seven layers with relu squared and no norm.
 *  - The second term is the random walk of roundings in up to eight sums per row.
 *  - `known` is a bound that the caller computed.
 *  - FLOOR is for denormals, which are flushed to 0. It is above FLT_MIN times any number of terms
 *    and any gain of a norm (1 / sqrt(1e-5)).
 * Errors of logic are a thousand times larger than this tolerance. */
extern const double compare_safety, compare_floor;

struct row_place {
    const char *stage; /* name: "q", "k", "v", "decay", "o", "gate" or "y" */
    int b, i;          /* batch element b, row i of that element */
    int column;        /* column of the first compared element */
};

/* Errors over all compared rows. Initialise with zeros. */
struct comparison {
    long rows;
    double worst_ratio; /* largest error / tolerance; above 1 is wrong; infinite for NaN */
    double error;       /* error of the worst element; infinite if the result is not finite */
    double tolerance;   /* tolerance of the worst element */
    char worst[160];    /* worst element, such as "y[0,3,17]: 0.25 for 0.26" */
    double nmse_sum;    /* sum over rows of |got - want|^2 / |want|^2; rows of zeros are left out */
    long nmse_rows;
};

/* Compares one row of `count` elements; each element is a sum of `terms` products. */
void compare_row(struct comparison *, const struct row_place *, const float *got,
                 const double *want, const double *moved, int count, double terms, double known);

/* A row of attention, o = factor * sum_j a_j v_j. */
struct attention_row {
    int m, d;
    const double *weights, *weight_errors; /* shape (m); the errors include the factor */
    const double *v, *o;                   /* shapes (m, d) and (d), from the formula */
};
/* error of a score, relative to the size of its terms */
extern const double attention_unit;
/* Error bound of an attention row (`known`), the largest over its elements. A second evaluation
 * with perturbed inputs does not show the error of tied keys and of weights that are exactly 0.
 * Scores off by eps * condition move element c by at most that times sum_j |a_j| |v_jc - mean_c|,
 * to first order. Weights off by eps each move it by eps * sum_j |a_j v_jc|. This holds for
 * softmax, whose weights change by a share of themselves.
 * A weight of relu or tanh changes by as much as its score, also from 0: relu(a + b) with a + b < 0
 * may be summed as max(b, -a) + a, and a fused multiply-add leaves a rounding error of a. So the
 * error of each weight (oracle_weight_errors) is added. */
double attention_error(const struct attention_row *, double condition);

/* ---- stages ---- */

struct zeros {
    long values, zeros; /* number of oracle elements; how many of them are 0 */
};
struct stage_facts {
    long attention_rows; /* rows with at least one visible key */
    long unresolved;     /* attention rows whose scores are too large for float to order */
    struct zeros o, y;   /* elements of o and y for queries that see a key */
};

void stages_compare(const struct workload *, const struct sampling *, struct comparison *,
                    struct stage_facts *);

/* Whether the worst ratio of stages_compare is due to rounding; see double_layer.h. */
bool row_error_is_rounding(const struct workload *, const struct sampling *, double ratio);

/* Operands of the formulas in double, each in its original and perturbed form. Widths: d_model for
 * the model, H*D for all heads, D for one head. */
struct stages {
    const struct workload *load; /* load, sampling, all and facts are borrowed */
    const struct sampling *sampling;
    struct comparison *all;
    struct stage_facts *facts;
    struct layer_trace trace;
    struct oracle *oracle;
    const double *w[MAX_LAYER_TENSORS]; /* parameters of the open slots; NULL for other slots */
    const double *moved_w[MAX_LAYER_TENSORS]; /* perturbed parameters of the open slots */
    const double *sizes[MAX_LAYER_TENSORS];   /* |w| of the score's parameters */
    double *scratch;
    double *in[2];         /* an input row: original and perturbed */
    double *side[2];       /* a row of the second input: original and perturbed */
    double *out[2];        /* output of the formula for both forms of the input */
    double *again;         /* output for a further perturbation */
    double *scores;        /* (M) scores of one query */
    double *weights[2];    /* (M) weights of one query: original and perturbed */
    double *weight_errors; /* (M) error bounds of the weights */
};

static inline double *doubles(size_t count) { return xarray(count, sizeof(double)); }

/* Allocates buffers for a finished pass and reads its trace. No slot is open at first. */
void stages_open(struct stages *, const struct workload *, const struct sampling *,
                 struct comparison *, struct stage_facts *);
void stages_close(struct stages *);

/* Converts the parameters of one slot to double. To save memory, only slots of the current stages
 * are open. */
void stages_open_slot(struct stages *, enum slot_id);
/* Computes the absolute values of the open slots' parameters. */
void stages_open_sizes(struct stages *);
void stages_close_slots(struct stages *);
struct dims stages_dims(const struct stages *, enum slot_id);

/* Converts rows x d floats with row stride ld to double: to[0] is the original, to[1] is perturbed.
 */
void stages_load(const struct stages *, const char *stream, const float *from, size_t rows,
                 size_t d, size_t ld, double *const to[2]);
/* Perturbs numbers: to = from * (1 +- eps), with random signs from seed, stream and turn. */
void stages_move(const struct stages *, const char *stream, int turn, const double *from,
                 size_t count, double *to);

/* Index of the k-th of `wanted` sampled rows among `total`: one random row per stratum, always
 * including the first and last row. All rows are used if wanted >= total. */
long stages_sampled_row(const struct stages *, const char *stream, int k, long wanted, long total);
int stages_visible_keys(const struct stages *, int b, int i);
void stages_count_zeros(struct zeros *, const double *values, int count);

void stages_compare_attention(struct stages *);

#endif
