/* SPDX-License-Identifier: MIT
 * A layer must equal its formula before it is timed or trained.
 *
 * A check runs the pass that is to be timed, on poisoned and guarded memory. The result must be
 * finite and equal the formula within a derived tolerance (stages.h). Nothing may be written
 * outside its buffer, no input or parameter may change, and a second pass over newly poisoned
 * memory must give the same bits. Only then is there a `struct checked`, which timing.h requires.
 * Gradients are checked too, at shapes where that is cheap. */
#ifndef ATTNLAB_CHECK_H
#define ATTNLAB_CHECK_H

#include "base/row_status.h"
#include "harness/measure/resources.h"
#include "harness/measure/workload.h"

#include <jansson.h>

/* Rows to compare in each stage, spread over all of them, first and last included; more than there
 * are: every row. A row of attention is one query of one head. */
struct sampling {
    int projection_rows, attention_rows;
    uint64_t seed;
};

struct check_result {
    enum row_status status; /* ok, incorrect or mistrusted */
    char *reason;           /* "" for ok; owned */
    double max_abs_err; /* of the element that is worst against its tolerance; infinite for NaN */
    double tolerance;   /* of that element; 0: no element was compared */
    double nmse;        /* mean over rows of |got - want|^2 / |want|^2 */
    char worst[160];    /* "y[0,3,17]: 0.25 for 0.26" */
    int points;         /* test points drawn by layer_check; the result is of the last */
    /* Relative to the largest entry of a tensor; tolerance 0: not compared. */
    double gradient_err, gradient_tolerance;     /* float against double, the worst entry */
    double difference_err, difference_tolerance; /* double against differences */
};
void check_result_free(struct check_result *);
/* Sets status and reason (taken over). Returns false. */
bool check_fail(struct check_result *, enum row_status, char *reason);

/* ---- one pass ---- */

/* Only check_workload makes one. */
struct checked;
const struct workload *checked_workload(const struct checked *);
/* Whether all results have the bits of the checked pass. */
bool checked_same_result(const struct checked *);
/* NULL: guards, operands and results are as checked; else the fault; the caller frees it. */
char *checked_again(const struct checked *);
void checked_free(struct checked *);

/* Checks sampled rows. NULL unless ok; the result (the caller frees it) is filled in either case.
 * The workload must outlive what is returned. */
struct checked *check_workload(const struct workload *, const struct sampling *,
                               struct check_result *);

/* A smaller shape of the layer, where far more rows can be checked: at most 2 sequences, 2 heads,
 * 64 wide, 131 queries and keys (a tile of keys and three more; 70 queries if M differs from N).
 * Keeps d_model = H*D. */
struct layer check_reduced(const struct layer *);
struct sampling reduced_rows(void); /* for that shape */

/* ---- gradients (gradient.c) ---- */

/* Entries of each tensor to compare with differences: 0 none; GRADIENT_DIRECTION instead compares
 * the slope along one direction through all entries, for large layers. */
enum { GRADIENT_ENTRIES = 5, GRADIENT_DIRECTION = -1 };

/* Compares some entries of the gradients in the double build with central differences of its
 * forward pass, then every entry in float with the double build. (Differences in float resolve only
 * two digits.) Call after check_workload of this workload, phase other than forward, was ok. False,
 * with status and reason, if the gradients are wrong or cannot be judged. */
bool gradient_check(const struct workload *, int entries, uint64_t seed, struct check_result *);

/* A shape that is cheap to difference: at most 2 sequences, 2 heads of 16, 20 queries and keys.
 * Keeps d_model = H*D. */
struct layer gradient_reduced(const struct layer *);

/* ---- a layer, a model (layer_check.c) ---- */

/* Test points drawn before a layer is mistrusted. */
enum { MOST_POINTS = 32 };

/* Checks the layer, and its gradients if the phase has a backward pass. A seed may draw a point
 * where the check proves nothing (nearly all outputs are 0, or rounding crosses a kink of relu);
 * such a point is mistrusted and the next is drawn from a fixed sequence. The cell gives the first
 * seed, the phase and the kind of input; the seed of sampling is ignored. The kernels must not
 * refuse the layer. Fills the result, of the last point. */
void layer_check(const struct layer *, const struct worker_cell *, const struct text_corpus *,
                 const struct resources *, struct sampling, int entries, struct check_result *);

/* Checks each attention layer of the cell's model at small shapes, unless the kernels refuse them
 * there: a model with a wrong gradient trains too, and looks like a worse variant. The cell is
 * settled and has its data's shape. False, with the record's status and reason, if a layer is wrong
 * or cannot be judged. */
bool training_check(const struct worker_cell *, const struct resources *, json_t *record);

#endif
