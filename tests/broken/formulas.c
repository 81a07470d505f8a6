/* SPDX-License-Identifier: MIT
 * Defines correct choices without fast functions. They run by formula, and the result row must
 * state this. */
#include "tests/broken/repeat.h"

static struct work little_work(const struct dims *d, const struct args *args)
{
    (void)d, (void)args;
    return (struct work){.per_pair = 1};
}

#define CHOICE(name_, title_)                                                                      \
    .base = {.name = name_, .title = title_, .paper = "none", .work = little_work}

/* ---- a projection that repeats the input's values: y[c] = x[c mod d_in] ---- */

extern const struct projection N(projection_formula_rows);
const struct projection N(projection_formula_rows) = {CHOICE("formula_rows", "repeats the input"),
                                                      .formula = repeat_formula,
                                                      .derivative = repeat_derivative};

/* ---- a gate that halves ---- */

static void half(const struct dims *d, const struct args *args, const double *const *w,
                 const double *x, const double *o, double *g, double *scratch)
{
    (void)args, (void)w, (void)x, (void)scratch;
    for (int c = 0; c < d->d_out; c++) g[c] = o[c] / 2;
}

static void half_derivative(const struct dims *d, const struct args *args, const double *const *w,
                            const double *x, const double *o, const double *dg, double *dx,
                            double *d_o, double *const *dw, double *scratch)
{
    (void)args, (void)w, (void)x, (void)o, (void)dx, (void)dw, (void)scratch;
    for (int c = 0; c < d->d_out; c++) d_o[c] += dg[c] / 2;
}

extern const struct gate N(gate_formula_half);
const struct gate N(gate_formula_half) = {CHOICE("formula_half", "half of the input"),
                                          .formula = half, .derivative = half_derivative};

/* ---- a score: minus the squared distance ---- */

static double distance(const struct dims *d, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double *scratch)
{
    double s = 0;
    (void)args, (void)w, (void)head, (void)scratch;
    for (int c = 0; c < d->d_head; c++) s -= (q[c] - k[c]) * (q[c] - k[c]);
    return s;
}

static void distance_derivative(const struct dims *d, const struct args *args,
                                const double *const *w, int head, const double *q, const double *k,
                                double ds, double *dq, double *dk, double *const *dw,
                                double *scratch)
{
    (void)args, (void)w, (void)head, (void)dw, (void)scratch;
    for (int c = 0; c < d->d_head; c++) {
        dq[c] -= 2 * ds * (q[c] - k[c]);
        dk[c] += 2 * ds * (q[c] - k[c]);
    }
}

extern const struct score N(score_formula_distance);
const struct score N(score_formula_distance) = {
    CHOICE("formula_distance", "minus the squared distance"), .formula = distance,
    .derivative = distance_derivative};

/* ---- normalizers: equal weights for the visible keys, without fast functions or with forward ones
 * only ---- */

static void equal_formula(const struct score_row *row, const double *s, double *a)
{
    (void)s;
    for (int j = 0; j < row->dims->m; j++) a[j] = j < row->visible ? 1.0 / row->visible : 0;
}

static void equal_derivative(const struct score_row *row, const double *s, const double *a,
                             const double *da, double *ds, double *const *dw)
{
    (void)s, (void)a, (void)da, (void)dw;
    for (int j = 0; j < row->dims->m; j++) ds[j] = 0;
}

static void begin(const struct normalizer_run *run, int rows, real *state)
{
    (void)run;
    for (int r = 0; r < rows; r++) state[r] = 0;
}

static void fold(const struct normalizer_run *run, real *s, int rows, int cols, const int *visible,
                 real *state, real *rescale)
{
    (void)run, (void)cols, (void)rescale;
    for (int r = 0; r < rows; r++) {
        for (int j = 0; j < TILE_K; j++) s[(size_t)r * TILE_K + (size_t)j] = j < visible[r];
        state[r] += (real)visible[r];
    }
}

static void finish(const struct normalizer_run *run, int rows, const real *state, real *scale_out)
{
    (void)run;
    for (int r = 0; r < rows; r++) scale_out[r] = state[r] > 0 ? 1 / state[r] : 0;
}

static void weights(const struct normalizer_run *run, real *s, int rows, int cols,
                    const int *visible, const real *state)
{
    (void)run, (void)cols;
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < TILE_K; j++)
            s[(size_t)r * TILE_K + (size_t)j] = j < visible[r] ? 1 / state[r] : 0;
}

extern const struct normalizer N(normalizer_formula_alone), N(normalizer_formula_backward);
const struct normalizer N(normalizer_formula_alone) = {CHOICE("formula_alone", "no fast function"),
                                                       .formula = equal_formula,
                                                       .derivative = equal_derivative};
const struct normalizer N(normalizer_formula_backward) = {
    CHOICE("formula_backward", "no fast function for its gradient"),
    .formula = equal_formula,
    .derivative = equal_derivative,
    .stats = 1,
    .begin = begin,
    .fold = fold,
    .finish = finish,
    .weights = weights};
