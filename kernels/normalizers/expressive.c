/* SPDX-License-Identifier: MIT
 * Implements expressive attention (Gros, arXiv 2407.18601):
 *
 *     a_j = w(x_j) / (sum of w(x_k) over visible keys),
 *     w(x) = x^2 / (1 + x^2), x = scale * s.
 *
 * Parallel and antiparallel keys get weight, orthogonal keys do not.
 *
 * If all |x| of a row are below `smallest`, all weights are equal and the derivative is 0. The
 * source does not define this case. Slightly above `smallest`, rounding errors of da - delta are
 * multiplied by 1/x. The sum of a * (da - delta) should be 0. If one tile contains the whole row,
 * the computed sum is therefore subtracted.
 *
 * The state of a row is the sum of w and the number of keys. While the sum is 0, each key gets
 * weight 1. The first nonzero weight sets rescale to 0, which removes these weights. */
#include "slots.h"
#include "vmath.h"

static const double smallest = 1e-15, most = 1e9; /* w(most) is 1 in float and double */

/* Declared FLOPs per pair: scale, square, add one, division, sum. Per row: one division. */
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)dims, (void)args;
    return (struct work){.per_query = 1, .per_pair = 5};
}

/* ---- formula ---- */

static bool is_negligible(double x) { return fabs(x) < smallest; }
/* Returns the weight w(x), computed as 1 / (1 + 1/x^2) because this cannot overflow. */
static double weight(double x) { return is_negligible(x) ? 0 : 1 / (1 + 1 / (x * x)); }
static double slope(double x)
{
    double rest = 1 / (1 + x * x); /* 1 - w(x), accurate even for large x */
    return is_negligible(x) ? 0 : 2 * x * rest * rest;
}

static double total(const struct score_row *row, const double *s)
{
    double sum = 0;
    for (int j = 0; j < row->visible; j++) sum += weight(row->scale * s[j]);
    return sum;
}
static void formula(const struct score_row *row, const double *s, double *a)
{
    double sum = total(row, s);
    for (int j = 0; j < row->dims->m; j++) {
        a[j] = sum == 0 ? 1.0 / row->visible : weight(row->scale * s[j]) / sum;
        if (j >= row->visible) a[j] = 0;
    }
}
/* Computes the derivative ds_j = scale * w'(x_j) / sum * (da_j - sum_k a_k * da_k). */
static void derivative(const struct score_row *row, const double *s, const double *a,
                       const double *da, double *ds, double *const *dw)
{
    (void)dw;
    double sum = total(row, s), along = 0;
    for (int j = 0; j < row->visible; j++) along += a[j] * da[j];
    double factor = sum == 0 ? 0 : row->scale / sum;
    for (int j = 0; j < row->dims->m; j++) {
        ds[j] = 0;
        if (j < row->visible) ds[j] = factor * slope(row->scale * s[j]) * (da[j] - along);
    }
}

/* ---- fast ---- */

enum { STAT_SUM, STAT_SEEN, STATS };

static void begin(const struct normalizer_run *run, int rows, real *state)
{
    (void)run;
    memset(state, 0, STATS * (size_t)rows * sizeof *state);
}

/* Clamps x to +-most and replaces |x| below `smallest` by 0. NaN stays NaN. */
static inline vec counted(vec x)
{
    x = vclamp(x, (real)-most, (real)most);
    return vselect(vmax(x, -x) < (real)smallest, vset(0), x);
}
static inline vec vweight(vec x)
{
    vec square = counted(x) * counted(x);
    return square / (1 + square);
}
static inline vec vslope(vec x)
{
    vec rest = 1 / (1 + counted(x) * counted(x));
    return 2 * counted(x) * rest * rest;
}

/* Replaces s by w(scale * s) / divisor, or by 0 for invisible keys. Returns the row's sum. */
static inline real row_weights(real scale, real *s, int visible, real divisor)
{
    vec sum = vset(0);
    for (int j = 0; j < TILE_K; j += VLEN) {
        vec w = vset(0);
        if (j < visible)
            w = vselect(vfirst(visible - j), vweight(scale * vload(s + j)) / divisor, vset(0));
        sum += w;
        vstore(s + j, w);
    }
    return vsum(sum);
}
static void fill_row(real *s, int visible, real weight)
{
    for (int j = 0; j < visible; j++) s[j] = weight;
}

static void fold(const struct normalizer_run *run, real *s, int rows, int cols, const int *visible,
                 real *state, real *rescale)
{
    (void)cols;
    real *sums = state + STAT_SUM * rows, *seen = state + STAT_SEEN * rows;
    for (int r = 0; r < rows; r++, s += TILE_K) {
        real more = row_weights(run->scale, s, visible[r], 1);
        bool first = sums[r] == 0 && more != 0;
        rescale[r] = first && seen[r] != 0 ? 0 : 1;
        sums[r] += more;
        seen[r] += (real)visible[r];
        if (sums[r] == 0) fill_row(s, visible[r], 1);
    }
}

static void finish(const struct normalizer_run *run, int rows, const real *state, real *scale_out)
{
    (void)run;
    const real *sums = state + STAT_SUM * rows, *seen = state + STAT_SEEN * rows;
    for (int r = 0; r < rows; r++) {
        real divisor = sums[r] == 0 ? seen[r] : sums[r];
        scale_out[r] = seen[r] == 0 ? 0 : 1 / divisor;
    }
}
static void weights(const struct normalizer_run *run, real *s, int rows, int cols,
                    const int *visible, const real *state)
{
    (void)cols;
    const real *sums = state + STAT_SUM * rows, *seen = state + STAT_SEEN * rows;
    for (int r = 0; r < rows; r++, s += TILE_K) {
        row_weights(run->scale, s, visible[r], sums[r] == 0 ? 1 : sums[r]);
        if (sums[r] == 0) fill_row(s, visible[r], 1 / seen[r]);
    }
}

/* Returns the sum of a * (da - delta) over the row's visible keys. Other elements of da may have
 * any value. */
static real row_excess(const real *a, const real *da, int visible, real delta)
{
    vec sum = vset(0);
    for (int j = 0; j < visible; j += VLEN) {
        vec term = vload(a + j) * (vload(da + j) - delta);
        sum += vselect(vfirst(visible - j), term, vset(0));
    }
    return vsum(sum);
}

static void backward(const struct normalizer_run *run, const real *s, const real *a, real *da,
                     int rows, int cols, const int *visible, const real *state, const real *delta,
                     real *const *dw)
{
    (void)cols, (void)dw;
    const real *sums = state + STAT_SUM * rows, *seen = state + STAT_SEEN * rows;
    for (int r = 0; r < rows; r++, s += TILE_K, a += TILE_K, da += TILE_K) {
        bool whole = seen[r] == (real)visible[r];
        real excess = whole ? row_excess(a, da, visible[r], delta[r]) : 0;
        real factor = sums[r] == 0 ? 0 : run->scale / sums[r];
        for (int j = 0; j < TILE_K; j += VLEN) {
            vec d = vset(0);
            if (j < visible[r])
                d = factor * vslope(run->scale * vload(s + j)) *
                    (vload(da + j) - delta[r] - excess);
            vstore(da + j, vselect(vfirst(visible[r] - j), d, vset(0)));
        }
    }
}

static const struct by_hand by_hand[] = {
    {.working = "x = 1, -2, 0: w = 1/2, 4/5, 0 with sum 13/10",
     .dims = {.m = 4},
     .scale = 0.5,
     .visible = 3,
     .in = {VALUES(2, -4, 0, 9)},
     .out = VALUES(5.0 / 13, 8.0 / 13, 0, 0)},
    {.working = "scores of 0 give the two visible keys equal weights",
     .dims = {.m = 3},
     .scale = 2,
     .visible = 2,
     .in = {VALUES(0, 0, 9)},
     .out = VALUES(0.5, 0.5, 0)},
    {.working = "no key is visible",
     .dims = {.m = 2},
     .scale = 1,
     .in = {VALUES(1, 2)},
     .out = VALUES(0, 0)},
    {0},
};

const struct normalizer N(normalizer_expressive) = {
    .base = {.name = "expressive",
             .label = "expressive",
             .title = "s^2 / (1 + s^2), divided by its sum",
             .paper = "arXiv 2407.18601",
             .by_hand = by_hand,
             .work = work},
    .formula = formula,
    .derivative = derivative,
    .stats = STATS,
    .begin = begin,
    .fold = fold,
    .finish = finish,
    .rescales = true,
    .weights = weights,
    .backward = backward};
