/* SPDX-License-Identifier: MIT
 * Defines deliberately broken normalizers. Each is an online softmax with one error. */
#include "kernels/slots.h"

#include <math.h>

static void softmax_formula(const struct score_row *row, const double *s, double *a)
{
    double most = -INFINITY, sum = 0;
    for (int j = 0; j < row->visible; j++) most = fmax(most, row->scale * s[j]);
    for (int j = 0; j < row->dims->m; j++)
        a[j] = j < row->visible ? exp(row->scale * s[j] - most) : 0;
    for (int j = 0; j < row->visible; j++) sum += a[j];
    for (int j = 0; j < row->visible; j++) a[j] /= sum;
}

static struct work softmax_work(const struct dims *d, const struct args *args)
{
    (void)d, (void)args;
    return (struct work){.per_pair = 5};
}

static void softmax_derivative(const struct score_row *row, const double *s, const double *a,
                               const double *da, double *ds, double *const *dw)
{
    (void)s, (void)dw;
    double sum = 0;
    for (int j = 0; j < row->visible; j++) sum += a[j] * da[j];
    for (int j = 0; j < row->dims->m; j++)
        ds[j] = j < row->visible ? row->scale * a[j] * (da[j] - sum) : 0;
}

static void begin(const struct normalizer_run *run, int rows, real *state)
{
    (void)run;
    for (int r = 0; r < rows; r++) {
        state[r] = -INFINITY;
        state[rows + r] = 0;
    }
}

/* Computes exp(s - offset) for one row of a tile and returns the sum. */
static real exponentials(real scale, real *s, int visible, real offset)
{
    real sum = 0;
    for (int j = 0; j < TILE_K; j++) {
        s[j] = j < visible ? (real)exp((double)(scale * s[j] - offset)) : 0;
        sum += s[j];
    }
    return sum;
}

static void fold_rows(const struct normalizer_run *run, real *s, int rows, int cols,
                      const int *visible, int more, bool subtract, real *state, real *rescale)
{
    for (int r = 0; r < rows; r++) {
        int seen = visible[r] + (visible[r] < cols ? more : 0);
        real *row = s + (size_t)r * TILE_K, most = state[r];
        for (int j = 0; j < seen; j++)
            most = run->scale * row[j] > most ? run->scale * row[j] : most;
        if (!subtract) most = 0;
        rescale[r] = state[rows + r] > 0 ? (real)exp((double)(state[r] - most)) : 1;
        if (!subtract) rescale[r] = 1;
        state[rows + r] = state[rows + r] * rescale[r] + exponentials(run->scale, row, seen, most);
        state[r] = most;
    }
}

static void finish(const struct normalizer_run *run, int rows, const real *state, real *scale_out)
{
    (void)run;
    for (int r = 0; r < rows; r++) scale_out[r] = state[rows + r] > 0 ? 1 / state[rows + r] : 0;
}

static void weights(const struct normalizer_run *run, real *s, int rows, int cols,
                    const int *visible, const real *state)
{
    (void)cols;
    for (int r = 0; r < rows; r++) {
        exponentials(run->scale, s + (size_t)r * TILE_K, visible[r], state[r]);
        for (int j = 0; j < visible[r]; j++) s[(size_t)r * TILE_K + (size_t)j] /= state[rows + r];
    }
}

#define BROKEN(name_, title_, fold_, finish_)                                                      \
    extern const struct normalizer N(normalizer_##name_);                                          \
    const struct normalizer N(normalizer_##name_) = {                                              \
        .base = {.name = #name_, .title = title_, .paper = "none", .work = softmax_work},          \
        .shift_invariant = true,                                                                   \
        .formula = softmax_formula,                                                                \
        .derivative = softmax_derivative,                                                          \
        .stats = 2,                                                                                \
        .begin = begin,                                                                            \
        .fold = fold_,                                                                             \
        .finish = finish_,                                                                         \
        .rescales = true,                                                                          \
        .weights = weights}

static void fold(const struct normalizer_run *run, real *s, int rows, int cols, const int *visible,
                 real *state, real *rescale)
{
    fold_rows(run, s, rows, cols, visible, 0, true, state, rescale);
}

static void fold_one_more(const struct normalizer_run *run, real *s, int rows, int cols,
                          const int *visible, real *state, real *rescale)
{
    fold_rows(run, s, rows, cols, visible, 1, true, state, rescale);
}
BROKEN(sees_one_more, "one key more than the mask allows", fold_one_more, finish);

static void finish_unguarded(const struct normalizer_run *run, int rows, const real *state,
                             real *scale_out)
{
    (void)run;
    for (int r = 0; r < rows; r++) scale_out[r] = 1 / state[rows + r];
}
BROKEN(nan_when_masked, "0/0 if no key is visible", fold, finish_unguarded);

static void fold_overflowing(const struct normalizer_run *run, real *s, int rows, int cols,
                             const int *visible, real *state, real *rescale)
{
    fold_rows(run, s, rows, cols, visible, 0, false, state, rescale);
}
BROKEN(overflows, "does not subtract the maximum before exp", fold_overflowing, finish);

/* ---- errors that show only in a check of the choice alone, or with unusual scores ---- */

/* This derivative ignores that all weights share one sum. Only the derivative is wrong. */
static void lone_derivative(const struct score_row *row, const double *s, const double *a,
                            const double *da, double *ds, double *const *dw)
{
    (void)s, (void)dw;
    for (int j = 0; j < row->dims->m; j++) ds[j] = j < row->visible ? row->scale * a[j] * da[j] : 0;
}
static void softmax_backward(const struct normalizer_run *run, const real *s, const real *a,
                             real *da, int rows, int cols, const int *visible, const real *state,
                             const real *delta, real *const *dw)
{
    (void)s, (void)cols, (void)state, (void)dw;
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < TILE_K; j++) {
            size_t at = (size_t)r * TILE_K + (size_t)j;
            da[at] = j < visible[r] ? run->scale * a[at] * (da[at] - delta[r]) : 0;
        }
}
extern const struct normalizer N(normalizer_wrong_derivative);
const struct normalizer N(normalizer_wrong_derivative) = {
    .base = {.name = "wrong_derivative",
             .title = "the derivative omits the sum",
             .paper = "none",
             .work = softmax_work},
    .shift_invariant = true,
    .formula = softmax_formula,
    .derivative = lone_derivative,
    .stats = 2,
    .begin = begin,
    .fold = fold,
    .finish = finish,
    .rescales = true,
    .weights = weights,
    .backward = softmax_backward};

/* Computes x^2 / (1 + x^2) / m with x = scale * s. The result is correct in double, but NaN in
 * float for x above 2e19. */
static void squares_formula(const struct score_row *row, const double *s, double *a)
{
    for (int j = 0; j < row->dims->m; j++) {
        double x = j < row->visible ? row->scale * s[j] : 0;
        a[j] = x * x / (1 + x * x) / row->dims->m;
    }
}
static void squares_derivative(const struct score_row *row, const double *s, const double *a,
                               const double *da, double *ds, double *const *dw)
{
    (void)a, (void)dw;
    for (int j = 0; j < row->dims->m; j++) {
        double x = j < row->visible ? row->scale * s[j] : 0;
        ds[j] = j < row->visible
                    ? row->scale * 2 * x / ((1 + x * x) * (1 + x * x)) / row->dims->m * da[j]
                    : 0;
    }
}
static void squares_weights(const struct normalizer_run *run, real *s, int rows, int cols,
                            const int *visible, const real *state)
{
    (void)cols, (void)state;
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < TILE_K; j++) {
            real *at = s + (size_t)r * TILE_K + (size_t)j, x = run->scale * *at;
            *at = j < visible[r] ? x * x / (1 + x * x) / (real)run->dims->m : 0;
        }
}
static void squares_fold(const struct normalizer_run *run, real *s, int rows, int cols,
                         const int *visible, real *state, real *rescale)
{
    (void)rescale;
    squares_weights(run, s, rows, cols, visible, state);
}
extern const struct normalizer N(normalizer_squares_overflow);
const struct normalizer N(normalizer_squares_overflow) = {
    .base = {.name = "squares_overflow",
             .title = "inf / inf at huge scores, in float",
             .paper = "none",
             .work = softmax_work},
    .formula = squares_formula,
    .derivative = squares_derivative,
    .fold = squares_fold,
    .weights = squares_weights};

/* Declares a normalizer without fast functions. */
#define BROKEN_FORMULA(name_, title_, formula_, derivative_)                                       \
    extern const struct normalizer N(normalizer_##name_);                                          \
    const struct normalizer N(normalizer_##name_) = {                                              \
        .base = {.name = #name_, .title = title_, .paper = "none", .work = softmax_work},          \
        .formula = formula_,                                                                       \
        .derivative = derivative_}

static void unsafe_formula(const struct score_row *row, const double *s, double *a)
{
    double sum = 0;
    for (int j = 0; j < row->dims->m; j++) a[j] = j < row->visible ? exp(row->scale * s[j]) : 0;
    for (int j = 0; j < row->visible; j++) sum += a[j];
    for (int j = 0; j < row->visible; j++) a[j] /= sum;
}
BROKEN_FORMULA(formula_overflows, "does not subtract the maximum before exp, in double",
               unsafe_formula, softmax_derivative);

/* Maps the scores of a row to weights from 0 to 1. The smallest score gets weight 0 and the largest
 * gets weight 1. A single key gets weight 1. */
static void range_formula(const struct score_row *row, const double *s, double *a)
{
    double least = INFINITY, most = -INFINITY;
    for (int j = 0; j < row->visible; j++) least = fmin(least, row->scale * s[j]);
    for (int j = 0; j < row->visible; j++) most = fmax(most, row->scale * s[j]);
    for (int j = 0; j < row->dims->m; j++)
        a[j] = j < row->visible ? (row->scale * s[j] - least) / (most - least) : 0;
    if (row->visible == 1) a[0] = 1;
}
static void range_derivative(const struct score_row *row, const double *s, const double *a,
                             const double *da, double *ds, double *const *dw)
{
    (void)dw;
    int least = 0, most = 0;
    double lost = 0, gained = 0;
    for (int j = 0; j < row->visible; j++) {
        if (row->scale * s[j] < row->scale * s[least]) least = j;
        if (row->scale * s[j] > row->scale * s[most]) most = j;
        gained += da[j] * (1 - a[j]);
        lost += da[j] * a[j];
    }
    double range = row->visible ? row->scale * (s[most] - s[least]) : 0;
    for (int j = 0; j < row->dims->m; j++)
        ds[j] = j < row->visible && row->visible > 1 ? row->scale * da[j] / range : 0;
    if (row->visible < 2) return;
    ds[least] -= row->scale * gained / range;
    ds[most] -= row->scale * lost / range;
}
BROKEN_FORMULA(nan_when_equal, "0/0 if all scores are equal", range_formula, range_derivative);
