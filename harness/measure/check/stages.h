/* SPDX-License-Identifier: MIT
 * A finished forward pass against the oracle, stage by stage: x -> q, k, v -> o -> gate -> y.
 *
 * Each stage gets what the stage before it really produced (the layer's trace), so each is judged
 * alone, and rows can be sampled where the whole oracle would take hours. Projections and gate are
 * in stage_check.c, attention in attention_check.c, tolerances in agreement.c. */
#ifndef ATTNLAB_STAGES_H
#define ATTNLAB_STAGES_H

#include "base/mem.h"
#include "harness/measure/check/check.h"

/* ---- tolerances (agreement.c) ----
 *
 * A float result is right if it is the exact result of inputs that differ from the given ones by
 * rounding. The formula itself tells how far right results may lie apart: it is evaluated a second
 * time with every input, and every parameter of a projection, moved by one rounding of float up or
 * down. A row may be off by
 *
 *     SAFETY sqrt(terms) max|moved - want| + eps (8 + 2 sqrt(terms)) max|want| + known + FLOOR
 *
 * with maxima over the row. The first part is the conditioning (near-ties in a softmax, a norm of
 * nearly constant values, cancellation): a sum of `terms` products in float is exact for factors
 * off by some sqrt(terms) roundings. SAFETY covers chains of some ten such sums, set by the worst
 * of seven thousand compositions (MLPs of seven layers with relu squared and no norm). The second
 * part is the random walk of roundings in up to eight sums in a row. `known` is a bound that the
 * caller has. FLOOR is for denormals, which are flushed: FLT_MIN times any number of terms and any
 * gain of a norm (1 / sqrt(1e-5)) is below it. Errors of logic are a thousand times larger. */
extern const double compare_safety, compare_floor;

struct row_place {
    const char *stage; /* "q", "k", "v", "decay", "o", "gate", "y" */
    int b, i;          /* batch element, row in it */
    int column;        /* of the first element in the full row */
};

/* Over all rows compared. Zero-initialise. */
struct comparison {
    long rows;
    double worst_ratio; /* of error to tolerance; above 1 is wrong; infinite for NaN */
    double error;       /* there; infinite if the result is not finite */
    double tolerance;   /* there */
    char worst[160];    /* "y[0,3,17]: 0.25 for 0.26" */
    double nmse_sum;    /* over rows, of |got - want|^2 / |want|^2, want not zero */
    long nmse_rows;
};

/* One row of `count` elements, each a sum of `terms`. */
void compare_row(struct comparison *, const struct row_place *, const float *got,
                 const double *want, const double *moved, int count, double terms, double known);

/* A row of attention, o = factor * sum_j a_j v_j. */
struct attention_row {
    int m, d;
    const double *weights, *weight_errors; /* (m), errors with the factor */
    const double *v, *o;                   /* (m, d) and (d), by the formula */
};
/* Roundings of a score's terms that it may be off by. */
extern const double attention_unit;
/* `known` of such a row, the largest over its elements: tied keys and weights of exactly 0 are
 * beyond a second evaluation. Scores off by eps * condition move element c by at most that times
 * sum_j |a_j| |v_jc - mean_c|, to first order; weights off by eps each by eps * sum_j |a_j v_jc|.
 * That holds for softmax, whose weights change by a share of themselves. A weight of relu or tanh
 * changes by as much as its score, also from 0: relu(a + b) with a + b < 0 may be summed as
 * max(b, -a) + a, and a fused multiply-add leaves a rounding of a. So the error of each weight
 * (oracle_weight_errors) is added. */
double attention_error(const struct attention_row *, double condition);

/* ---- stages ---- */

struct zeros {
    long values, zeros; /* elements of the oracle, and those that are 0 */
};
struct stage_facts {
    long attention_rows; /* with at least one visible key */
    long unresolved;     /* of these: scores too large for float to order them */
    struct zeros o, y;   /* of queries that see a key */
};

/* Compares sampled rows of all stages. */
void stages_compare(const struct workload *, const struct sampling *, struct comparison *,
                    struct stage_facts *);

/* Whether the worst ratio of stages_compare is due to rounding; see double_layer.h. */
bool row_error_is_rounding(const struct workload *, const struct sampling *, double ratio);

/* The operands of the formulas in double, as they are and moved by one rounding. Widths: d_model of
 * the model, H*D of all heads, D of one. */
struct stages {
    const struct workload *load; /* this and the next three: borrowed */
    const struct sampling *sampling;
    struct comparison *all;
    struct stage_facts *facts;
    struct layer_trace trace;
    struct oracle *oracle;
    const double *w[MAX_LAYER_TENSORS];       /* of the open slots; NULL for the others */
    const double *moved_w[MAX_LAYER_TENSORS]; /* the same, moved */
    const double *sizes[MAX_LAYER_TENSORS];   /* |w|, of the score */
    double *scratch;
    double *in[2];         /* a row of input, and the same moved */
    double *side[2];       /* of a second input */
    double *out[2];        /* output of the formula for both */
    double *again;         /* and for another move */
    double *scores;        /* (M) of a query */
    double *weights[2];    /* (M) of a query, and of it moved */
    double *weight_errors; /* (M) bounds of the errors of the weights */
};

static inline double *doubles(size_t count) { return xarray(count, sizeof(double)); }

/* Buffers and trace of a finished pass; no slot is open. */
void stages_open(struct stages *, const struct workload *, const struct sampling *,
                 struct comparison *, struct stage_facts *);
void stages_close(struct stages *);

/* The parameters of a slot in double; only of the stages at hand, to save memory. */
void stages_open_slot(struct stages *, enum slot_id);
/* Absolute values of the open slots' parameters. */
void stages_open_sizes(struct stages *);
void stages_close_slots(struct stages *); /* all, with their sizes */
struct dims stages_dims(const struct stages *, enum slot_id);

/* rows x d with row distance ld -> to[0] (rows x d), and to[1], moved. */
void stages_load(const struct stages *, const char *stream, const float *from, size_t rows,
                 size_t d, size_t ld, double *const to[2]);
/* to = from * (1 +- eps), signs drawn by seed, stream and turn. */
void stages_move(const struct stages *, const char *stream, int turn, const double *from,
                 size_t count, double *to);

/* Row k of `wanted` out of `total`: one drawn from each of `wanted` equal strata, the first and the
 * last row always; every row if as many are wanted. */
long stages_sampled_row(const struct stages *, const char *stream, int k, long wanted, long total);
/* Keys that query i of batch element b sees. */
int stages_visible_keys(const struct stages *, int b, int i);
void stages_count_zeros(struct zeros *, const double *values, int count);

void stages_compare_attention(struct stages *);

#endif
