/* SPDX-License-Identifier: MIT
 * Comparing rows in float with what their formula says, under a tolerance with a reason.
 *
 * A float result is right when it is the exact result of inputs that differ from the given ones
 * by rounding. So the formula itself says how far right results may lie apart: it is evaluated a
 * second time with every input, and every parameter of a projection, moved by one unit of float
 * rounding up or down, and a row may be
 *
 *     SAFETY sqrt(terms) max|moved - want| + eps (8 + 2 sqrt(terms)) max|want| + known + FLOOR
 *
 * away, maxima over the row. The first part carries the conditioning (near-ties in a softmax, a
 * norm of nearly constant values, cancellation): a sum of `terms` products in float is exact for
 * factors that are off by some sqrt(terms) roundings, a move is off by one, and SAFETY covers
 * chains of up to some ten such sums. It is set by the worst of seven thousand compositions, MLPs
 * of seven layers with relu squared and no norm. The second part is the random walk of roundings
 * in up to eight sums in a row. `known` is what the caller can bound by other means: of two nearly
 * tied keys the one random move may say too little. FLOOR is for denormals, which compute threads
 * flush: FLT_MIN times any number of terms and any gain of a norm (1 / sqrt(1e-5)) stays below it.
 * Errors of logic (a wrong scale, a lost tail, one key too many) are a thousand times larger. */
#ifndef ATTNLAB_AGREEMENT_H
#define ATTNLAB_AGREEMENT_H

#include <stdbool.h>

extern const double compare_safety, compare_floor;

struct row_place {
    const char *stage; /* "q", "k", "v", "decay", "o", "gate", "y" */
    int b, i;          /* batch element, row in it */
    int column;        /* of the first element in the full row */
};

/* What all rows so far came to. Zero-initialise. */
struct comparison {
    long rows;          /* compared */
    double worst_ratio; /* of error to tolerance; above 1 is wrong; infinite for NaN */
    double error;       /* there; infinite when the result is not finite */
    double tolerance;   /* there */
    char worst[160];    /* "y[0,3,17]: 0.25 for 0.26" */
    double nmse_sum;    /* sum over rows of |got - want|^2 / |want|^2, want not zero */
    long nmse_rows;
};

/* One row of `count`; terms: summands of one element; known: see above. */
void compare_row(struct comparison *, const struct row_place *, const float *got,
                 const double *want, const double *moved, int count, double terms, double known);

#endif
