/* SPDX-License-Identifier: MIT
 * Normalisers that are right and have no fast functions, or not all of them: what is timed of them
 * is a formula, and the row must say so. Both give the visible keys equal weights. */
#include "kernels/slots.h"

static void equal_formula(const struct dims *d, const struct args *args, double scale, int visible,
                          const double *s, double *a)
{
    (void)args, (void)scale, (void)s;
    for (int j = 0; j < d->m; j++) a[j] = j < visible ? 1.0 / visible : 0;
}

static void equal_derivative(const struct dims *d, const struct args *args, double scale,
                             int visible, const double *s, const double *a, const double *da,
                             double *ds)
{
    (void)args, (void)scale, (void)visible, (void)s, (void)a, (void)da;
    for (int j = 0; j < d->m; j++) ds[j] = 0;
}

static struct work equal_work(const struct dims *d, const struct args *args)
{
    (void)d, (void)args;
    return (struct work){.per_pair = 1};
}

/* state: how many keys each row has seen. */
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

#define COMMON(name_, title_)                                                                      \
    .base = {.name = name_, .title = title_, .paper = "none", .work = equal_work},                 \
    .formula = equal_formula, .derivative = equal_derivative

extern const struct normalizer N(normalizer_formula_alone), N(normalizer_formula_backward);
const struct normalizer N(normalizer_formula_alone) = {
    COMMON("formula_alone", "has no fast function")};
const struct normalizer N(normalizer_formula_backward) = {
    COMMON("formula_backward", "has no fast function for its gradient"),
    .stats = 1,
    .begin = begin,
    .fold = fold,
    .finish = finish,
    .weights = weights};
