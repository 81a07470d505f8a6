/* SPDX-License-Identifier: MIT
 * Checks that a layer equals its formula before the layer is timed or trained.
 *
 * A check runs the pass that will be timed, on poisoned and guarded memory. The result must be
 * finite and equal the formula within a derived tolerance (stages.h). The check fails if the pass
 * writes outside the buffers, or changes inputs or parameters. A second pass over newly poisoned
 * memory must give the same bits. Gradients are also checked, at small shapes.
 *
 * A successful check returns a `struct checked`, which timing.h requires. */
#ifndef ATTNLAB_CHECK_H
#define ATTNLAB_CHECK_H

#include "base/row_status.h"
#include "harness/measure/resources.h"
#include "harness/measure/workload.h"

#include <jansson.h>

/* Number of rows to compare in each stage. Sampled rows are spread evenly and include the first and
 * the last row. Every row is compared if the number exceeds the row count. A row of attention is
 * one query of one head. */
struct sampling {
    int projection_rows, attention_rows;
    uint64_t seed;
};

struct check_result {
    enum row_status status; /* STATUS_OK, STATUS_INCORRECT or STATUS_MISTRUSTED */
    char *reason;           /* why the check failed; "" if it passed; owned */
    double max_abs_err;     /* absolute error of the worst element; infinite if a result is NaN */
    double tolerance;       /* tolerance of the worst element; 0 if no element was compared */
    double nmse;            /* mean over rows of |got - want|^2 / |want|^2 */
    char worst[160];        /* worst element as a string: index, actual value, expected value */
    int points;             /* number of test points tried by layer_check() */
    /* Gradient errors are relative to the largest entry of a tensor. A tolerance of 0 means that
     * gradients were not compared. */
    /* largest difference between float and double gradients */
    double gradient_err, gradient_tolerance;
    /* largest difference between double gradients and finite differences */
    double difference_err, difference_tolerance;
};
void check_result_free(struct check_result *);
/* Sets status and reason of the result, which then owns the reason. Returns false. */
bool check_fail(struct check_result *, enum row_status, char *reason);

/* ---- one pass ---- */

/* A workload that passed its check. Only check_workload() creates this struct. */
struct checked;
const struct workload *checked_workload(const struct checked *);
/* Returns true if the results have the same bits as those of the checked pass. */
bool checked_same_result(const struct checked *);
/* Returns NULL if guards, operands and results are unchanged since the check. Otherwise returns an
 * error message, which the caller frees. */
char *checked_again(const struct checked *);
void checked_free(struct checked *);

/* Checks sampled rows and fills the result, which the caller frees. Returns NULL if the check
 * fails. The workload must stay open while the returned value is used. */
struct checked *check_workload(const struct workload *, const struct sampling *,
                               struct check_result *);

/* Returns a smaller shape of the layer, for which many more rows can be checked. The shape has at
 * most 2 sequences, 2 heads of width 64, and 131 queries and keys (a tile of keys plus three). If M
 * differs from N, there are at most 70 queries. d_model remains H*D. */
struct layer check_reduced(const struct layer *);
struct sampling reduced_rows(void);

/* ---- gradients (gradient.c) ---- */

/* Number of entries per tensor that gradient_check() compares with finite differences; 0 compares
 * none. For large layers, GRADIENT_DIRECTION compares the derivative along one direction, in which
 * all entries change. */
enum { GRADIENT_ENTRIES = 5, GRADIENT_DIRECTION = -1 };

/* Compares some gradient entries of the double build with central differences, then every float
 * entry with the double build. Differences in float would be accurate to only two digits. The
 * workload must have passed check_workload() in a phase with a backward pass. If gradients are
 * wrong or the comparison is inconclusive, returns false and sets status and reason. */
bool gradient_check(const struct workload *, int entries, uint64_t seed, struct check_result *);

/* Returns a smaller shape, for which finite differences are fast. The shape has at most 2
 * sequences, 2 heads of width 16, and 20 queries and keys. d_model remains H*D. */
struct layer gradient_reduced(const struct layer *);

/* ---- a layer, a model (layer_check.c) ---- */

enum { MOST_POINTS = 32 };

/* Checks the layer, and its gradients if the phase has a backward pass.
 *
 * A random test point is inconclusive if nearly all outputs are 0, or if rounding crosses a kink of
 * relu. Up to MOST_POINTS test points are tried; the result is for the last one.
 *
 * The cell sets the first seed, the phase and the kind of input; the seed of `sampling` is ignored.
 * The kernels must support the layer. */
void layer_check(const struct layer *, const struct worker_cell *, const struct text_corpus *,
                 const struct resources *, struct sampling, int entries, struct check_result *);

/* Checks each attention layer of the cell's model at small shapes, unless the kernels refuse those
 * shapes. Without this check, a model with a wrong gradient would still train and look like a worse
 * variant. The cell's shape must already match the data. If a layer is wrong or the check is
 * inconclusive, returns false and sets status and reason of the record. */
bool training_check(const struct worker_cell *, const struct resources *, json_t *record);

#endif
