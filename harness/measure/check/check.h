/* SPDX-License-Identifier: MIT
 * The gate before the clock: a layer that is not its formula is never timed.
 *
 * A check runs the very pass that is to be timed, on poisoned and guarded memory, and demands:
 * the result is finite everywhere and equals the formula within a tolerance with a reason
 * (stage_check.h); nothing was written outside its buffer; no input and no parameter changed; a
 * second pass over newly poisoned memory gives the same bits. Only then is there a `struct
 * checked`, and only with one can anything be timed (timing.h). A pass with a backward part is also
 * checked for its gradients, at shapes where that is cheap (gradient.h). */
#ifndef ATTNLAB_CHECK_H
#define ATTNLAB_CHECK_H

#include "base/row_status.h"
#include "harness/measure/check/stage_check.h"

struct check_result {
    enum row_status status; /* ok, incorrect or mistrusted */
    char *reason;           /* "" for ok; owned */
    double max_abs_err; /* of the element that is worst against its tolerance; infinite for NaN */
    double tolerance;   /* of that element; 0 when no element was compared */
    double nmse;        /* mean over rows of |got - want|^2 / |want|^2 */
    char worst[160];    /* "y[0,3,17]: 0.25 for 0.26" */
    int points;         /* layer_check.h: test points drawn, the last of which is this one */
    /* gradient.h: relative to the largest entry of a tensor; tolerances 0: not compared */
    double gradient_err, gradient_tolerance;     /* float against double, the worst entry */
    double difference_err, difference_tolerance; /* double against differences */
};
void check_result_free(struct check_result *);
/* Gives it status and reason, which is taken over. False, always: what the caller may return. */
bool check_fail(struct check_result *, enum row_status, char *reason);

/* Made by check_workload alone. */
struct checked;
const struct workload *checked_workload(const struct checked *);
/* Whether all results still have the bits that were checked. */
bool checked_same_result(const struct checked *);
/* NULL while guards, operands and result are what they were when checked; else what is not so any
 * more, to be freed. */
char *checked_again(const struct checked *);
void checked_free(struct checked *);

/* NULL unless ok; result (to be freed) is filled in either case. Checked at the workload's shape
 * on sampled rows; the workload must outlive the result of it. */
struct checked *check_workload(const struct workload *, const struct sampling *,
                               struct check_result *);

/* What a complete check costs at the cell's shape may be hours, so a small relative of the layer
 * is checked on far more rows: at most 2 sequences, 2 heads, 64 wide, 131 queries and keys (over
 * a tile of keys by three; 70 queries, over a tile of them, when M differs from N). Widths keep
 * d_model = H*D where the layer has it. */
struct layer check_reduced(const struct layer *);
/* A spread of its rows: there a row of attention costs little. */
static inline struct sampling reduced_rows(void)
{
    return (struct sampling){.projection_rows = 48, .attention_rows = 64};
}

#endif
