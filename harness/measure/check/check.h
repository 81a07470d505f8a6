/* SPDX-License-Identifier: MIT
 * A layer must equal its formula before it is timed or trained.
 *
 * A check runs the same pass that will be timed, on poisoned and guarded memory. The result must be
 * finite and equal the formula within a derived tolerance (stages.h). Nothing may be written
 * outside its buffer, and no input or parameter may change. A second pass over newly poisoned
 * memory must give the same bits. Only then is a `struct checked` returned, which timing.h
 * requires. Gradients are checked too, at shapes where this is cheap. */
#ifndef ATTNLAB_CHECK_H
#define ATTNLAB_CHECK_H

#include "base/row_status.h"
#include "harness/measure/resources.h"
#include "harness/measure/workload.h"

#include <jansson.h>

/* Number of rows to compare in each stage. Sampled rows are spread evenly and include the first and
 * last row. A number above the row count compares every row. A row of attention is one query of
 * one head. */
struct sampling {
    int projection_rows, attention_rows;
    uint64_t seed;
};

struct check_result {
    enum row_status status; /* ok, incorrect or mistrusted */
    char *reason;           /* "" if ok; owned */
    double max_abs_err;     /* absolute error of the worst element; infinite for NaN */
    double tolerance;       /* tolerance of the worst element; 0 if no element was compared */
    double nmse;            /* mean over rows of |got - want|^2 / |want|^2 */
    char worst[160];        /* worst element, such as "y[0,3,17]: 0.25 for 0.26" */
    int points;             /* test points tried by layer_check; the result is from the last */
    /* Gradient errors are relative to the largest entry of a tensor; a tolerance of 0 means not
     * compared. */
    double gradient_err, gradient_tolerance;     /* worst entry, float against double */
    double difference_err, difference_tolerance; /* double against finite differences */
};
void check_result_free(struct check_result *);
/* Sets status and reason, which becomes owned by the result. Returns false. */
bool check_fail(struct check_result *, enum row_status, char *reason);

/* ---- one pass ---- */

/* A workload that passed its check; only check_workload creates one. */
struct checked;
const struct workload *checked_workload(const struct checked *);
/* Whether all results are bitwise those of the checked pass. */
bool checked_same_result(const struct checked *);
/* Returns NULL if guards, operands and results are unchanged since the check; otherwise a
 * description of the error, which the caller frees. */
char *checked_again(const struct checked *);
void checked_free(struct checked *);

/* Checks sampled rows and fills the result, which the caller frees. Returns NULL unless the status
 * is ok. The workload must outlive the returned value. */
struct checked *check_workload(const struct workload *, const struct sampling *,
                               struct check_result *);

/* Returns a smaller shape of the layer, at which many more rows can be checked. It has at most 2
 * sequences, 2 heads of width 64, and 131 queries and keys (a tile of keys and three more). If M
 * differs from N there are at most 70 queries. d_model = H*D is kept. */
struct layer check_reduced(const struct layer *);
struct sampling reduced_rows(void);

/* ---- gradients (gradient.c) ---- */

/* Number of entries per tensor to compare with differences; 0 compares none. GRADIENT_DIRECTION
 * compares the slope along one direction through all entries, for large layers. */
enum { GRADIENT_ENTRIES = 5, GRADIENT_DIRECTION = -1 };

/* Compares some gradient entries of the double build with central differences, then every float
 * entry with the double build. Differences in float would resolve only two digits. check_workload
 * must have passed for this workload, in a phase with a backward pass. Returns false, with status
 * and reason, if gradients are wrong or inconclusive. */
bool gradient_check(const struct workload *, int entries, uint64_t seed, struct check_result *);

/* Returns a shape for which finite differences are cheap: at most 2 sequences, 2 heads of width 16,
 * 20 queries and keys. d_model = H*D is kept. */
struct layer gradient_reduced(const struct layer *);

/* ---- a layer, a model (layer_check.c) ---- */

enum { MOST_POINTS = 32 };

/* Checks the layer, and its gradients if the phase has a backward pass. A seed may draw a test
 * point that proves nothing: nearly all outputs are 0, or rounding crosses a kink of relu. Such a
 * point is mistrusted, and the next point of a fixed sequence is drawn. The cell sets the first
 * seed, the phase and the kind of input; the seed of sampling is ignored. The kernels must support
 * the layer. The result is that of the last point. */
void layer_check(const struct layer *, const struct worker_cell *, const struct text_corpus *,
                 const struct resources *, struct sampling, int entries, struct check_result *);

/* Checks each attention layer of the cell's model at small shapes, unless the kernels refuse those
 * shapes. Without this check, a model with a wrong gradient would still train and look like a worse
 * variant. The shape of the cell must already be set from its data. Returns false, with the
 * record's status and reason, if a layer is wrong or inconclusive. */
bool training_check(const struct worker_cell *, const struct resources *, json_t *record);

#endif
