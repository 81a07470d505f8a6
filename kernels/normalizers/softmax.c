/* SPDX-License-Identifier: MIT
 * Implements online softmax: a_j = e^(x_j - max x) / sum, x = scale * s, computed tile by tile.
 * Source: Vaswani et al., arXiv 1706.03762. The fast path is in online_softmax.h. */
#include "online_softmax.h"

/* Declared FLOPs per pair: maximum, difference, scale, exponential, sum. Per row: one division. */
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)dims, (void)args;
    return (struct work){.per_query = 1, .per_pair = 5};
}

/* ---- formula ---- */

static void formula(const struct score_row *row, const double *s, double *a)
{
    double top = -INFINITY, sum = 0;
    for (int j = 0; j < row->visible; j++) top = fmax(top, row->scale * s[j]);
    for (int j = 0; j < row->dims->m; j++) {
        a[j] = j < row->visible ? exp(row->scale * s[j] - top) : 0;
        sum += a[j];
    }
    for (int j = 0; j < row->visible; j++) a[j] /= sum;
}
/* Computes the derivative ds_j = scale * a_j * (da_j - sum_i a_i * da_i). */
static void derivative(const struct score_row *row, const double *s, const double *a,
                       const double *da, double *ds, double *const *dw)
{
    (void)s, (void)dw;
    double along = 0;
    for (int j = 0; j < row->visible; j++) along += a[j] * da[j];
    for (int j = 0; j < row->dims->m; j++)
        ds[j] = j < row->visible ? row->scale * a[j] * (da[j] - along) : 0;
}

/* ---- fast ---- */

static void finish(const struct normalizer_run *run, int rows, const real *state, real *scale_out)
{
    (void)run;
    const real *sums = state + STAT_SUM * rows;
    for (int r = 0; r < rows; r++) scale_out[r] = sums[r] == 0 ? 0 : 1 / sums[r];
}
static void weights(const struct normalizer_run *run, real *s, int rows, int cols,
                    const int *visible, const real *state)
{
    (void)cols;
    struct exponent e = exponent(run);
    const real *tops = state + STAT_TOP * rows, *sums = state + STAT_SUM * rows;
    for (int r = 0; r < rows; r++, s += TILE_K)
        row_weights(e, s, visible[r], tops[r], sums[r] == 0 ? 0 : 1 / sums[r]);
}

static void backward(const struct normalizer_run *run, const real *s, const real *a, real *da,
                     int rows, int cols, const int *visible, const real *state, const real *delta,
                     real *const *dw)
{
    (void)s, (void)cols, (void)state, (void)dw;
    softmax_slopes(run->scale, a, da, rows, visible, delta);
}

/* The scores are log 3 and 0, with the exponentials 3 and 1. Two further keys are invisible. */
static const struct by_hand by_hand[] = {
    {.working = "(3, 1) / (3 + 1)",
     .dims = {.m = 4},
     .in = {VALUES(1.0986122886681098, 0, 5, 5)},
     .out = VALUES(0.75, 0.25, 0, 0),
     .scale = 1,
     .visible = 2},
    {.working = "scale -2: (1/9, 1) / (1/9 + 1)",
     .dims = {.m = 4},
     .in = {VALUES(1.0986122886681098, 0, 5, 5)},
     .out = VALUES(0.1, 0.9, 0, 0),
     .scale = -2,
     .visible = 2},
    {.working = "no key is visible",
     .dims = {.m = 2},
     .in = {VALUES(1, 2)},
     .out = VALUES(0, 0),
     .scale = 1,
     .visible = 0},
    {0},
};

const struct normalizer N(normalizer_softmax) = {.base = {.name = "softmax",
                                                          .label = "softmax",
                                                          .title = "exp(s) / sum exp(s)",
                                                          .paper = "arXiv 1706.03762, eq. 1",
                                                          .by_hand = by_hand,
                                                          .work = work},
                                                 .shift_invariant = true,
                                                 .fades = true,
                                                 .formula = formula,
                                                 .derivative = derivative,
                                                 .stats = STATS,
                                                 .begin = begin,
                                                 .fold = fold,
                                                 .finish = finish,
                                                 .rescales = true,
                                                 .weights = weights,
                                                 .backward = backward};
