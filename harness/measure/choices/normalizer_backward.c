/* SPDX-License-Identifier: MIT
 * Compares a normaliser's backward function, tile by tile, with its derivative. Scales, tile
 * widths, score sizes and visible keys vary. Entries of invisible keys are NaN. */
#include "harness/measure/choices/normalizer_trial.h"

/* ---- expected gradients ---- */

struct wanted {
    double a[MAX_KEYS], da[MAX_KEYS], ds[MAX_KEYS];
    double delta; /* sum of a * da over the row */
    double dw[MAX_REALS];
    double terms; /* sum of |a * da|, the scale of rounding errors */
};

static void find_row(const struct problem *p, int r, struct wanted *w)
{
    *w = (struct wanted){.delta = 0};
    row_formula(p, r, 1, w->a);
    for (int j = 0; j < p->dims.m; j++) {
        w->da[j] = draw("da", (size_t)(r * MAX_KEYS + j));
        w->delta += w->a[j] * w->da[j];
        w->terms += fabs(w->a[j] * w->da[j]);
    }
    row_derivative(p, r, 1, w->a, w->da, w->ds, w->dw);
}

/* Changes of a row's gradients if all scores, all weights, or the weight gradients change by 16
 * rounding errors. Weights and weight gradients change in the direction that affects the sum of a *
 * da most. This sum may cancel with da_j, so its rounding error is relative to its terms. */
struct moves {
    double ds[MAX_KEYS], dw[MAX_REALS];
};
static void add_moves(const struct problem *p, int r, double stretch, const struct wanted *w,
                      const double *a, const double *da, struct moves *m)
{
    double ds[MAX_KEYS], dw[MAX_REALS] = {0};
    row_derivative(p, r, stretch, a, da, ds, dw);
    for (int j = 0; j < p->dims.m; j++) m->ds[j] += fabs(ds[j] - w->ds[j]);
    for (int i = 0; i < MAX_REALS; i++) m->dw[i] += fabs(dw[i] - w->dw[i]);
}
static struct moves find_moves(const struct problem *p, int r, double rounding,
                               const struct wanted *w)
{
    struct moves m = {.ds = {0}};
    double a[MAX_KEYS], da[MAX_KEYS], step = 16 * rounding;
    for (int j = 0; j < p->dims.m; j++) {
        a[j] = w->a[j] * (1 + copysign(step, w->a[j] * w->da[j]));
        da[j] = w->da[j] * (1 + copysign(step, w->a[j] * w->da[j]));
    }
    add_moves(p, r, 1 + step, w, w->a, w->da, &m);
    add_moves(p, r, 1, w, a, w->da, &m);
    add_moves(p, r, 1, w, w->a, da, &m);
    return m;
}

/* ---- computed gradients ---- */

/* Computes the state of all rows after the last tile, as the forward pass does. */
static void fold_all(struct fast *f)
{
    int seen[TILE_Q];
    for (int t = 0, first = 0; t < f->p->tiling->tiles; first += f->p->tiling->cols[t++]) {
        struct guarded s = fill_tile(f, t, first, seen);
        f->normalizer->fold(&f->run.single, s.data, f->p->tiling->rows, f->p->tiling->cols[t], seen,
                            f->state.data, f->factor.data);
        fast_release(f->p->check, &s, "fold");
    }
}

/* Inputs of the backward function for one tile. For invisible keys, a is 0 and da is NaN. */
static void fill_gradient(const struct fast *f, const struct wanted *w, int first, const int *seen,
                          struct guarded *a, struct guarded *da)
{
    memset(a->data, 0, a->bytes);
    for (int r = 0; r < f->p->tiling->rows; r++)
        for (int j = 0; j < seen[r]; j++) {
            put(a, (size_t)(r * TILE_K + j), w[r].a[first + j]);
            put(da, (size_t)(r * TILE_K + j), w[r].da[first + j]);
        }
}

/* The tolerance of ds is the sum of
 * - 64 rounding errors of ds itself (sum, functions and factors);
 * - the changes of ds if scores, weights and da change by 16 rounding errors;
 * - 16 rounding errors in double of the terms: a slope may be 1 minus a number near 1;
 * - 8 times the smallest normal number. */
static void compare(const struct fast *f, int r, int first, int cols, const struct wanted *w,
                    const struct guarded *ds)
{
    struct precision of = precision(f);
    struct moves moves = find_moves(f->p, r, of.rounding, w);
    for (int j = 0; j < cols; j++) {
        int at = first + j;
        double got = get(ds, (size_t)(r * TILE_K + j)), want = w->ds[at];
        double terms = fabs(w->da[at]) + fabs(w->delta);
        double allowed = of.rounding * 64 * fabs(want) + moves.ds[at] + of.floor * (1 + terms) +
                         16 * DBL_EPSILON * fabs(f->p->scale) * terms;
        if (fabs(got - want) <= allowed) continue;
        char *row = row_text(f->p, r), *da = numbers_text(w->da, f->p->dims.m);
        fast_fails(f->p->check,
                   "your backward gives ds[%d] = %.9g, but your derivative %.9g (tolerance %.2g), "
                   "for a row with %s, da = %s, sum of a da %.9g",
                   at, got, want, allowed, row, da, w->delta);
        free(row), free(da);
    }
}

static void check_tile(const struct fast *f, const struct wanted *w, int tile, int first,
                       const struct guarded *delta)
{
    int rows = f->p->tiling->rows, cols = f->p->tiling->cols[tile], seen[TILE_Q];
    size_t size = f->real_size;
    struct guarded s = fill_tile(f, tile, first, seen);
    struct guarded a = guarded((size_t)rows * TILE_K, size), da = guarded(s.bytes / size, size);
    fill_gradient(f, w, first, seen, &a, &da);
    f->normalizer->backward(&f->run.single, s.data, a.data, da.data, rows, cols, seen,
                            f->state.data, delta->data, (real *const *)f->dw);
    for (int r = 0; r < rows; r++) {
        compare(f, r, first, cols, &w[r], &da);
        for (int j = seen[r]; j < TILE_K; j++)
            if (get(&da, (size_t)(r * TILE_K + j)) != 0)
                fast_fails(f->p->check,
                           "your backward gives ds = %g to column %d of a row that sees %d columns "
                           "(expected 0)",
                           get(&da, (size_t)(r * TILE_K + j)), j, seen[r]);
    }
    static const char name[] = "backward";
    fast_release(f->p->check, &s, name), fast_release(f->p->check, &a, name);
    fast_release(f->p->check, &da, name);
}

/* Compares the parameter gradients, summed over all rows and tiles. The tolerance is that of ds
 * plus 64 rounding errors of each row's terms. */
static void compare_parameters(const struct fast *f, const struct wanted *w)
{
    struct precision of = precision(f);
    for (size_t i = 0; i < f->slopes.bytes / f->slopes.real_size; i++) {
        double want = 0, allowed = of.floor, got = get(&f->slopes, i);
        for (int r = 0; r < f->p->tiling->rows; r++) {
            struct moves moves = find_moves(f->p, r, of.rounding, &w[r]);
            want += w[r].dw[i];
            allowed += moves.dw[i] + 64 * of.rounding * w[r].terms;
        }
        if (fabs(got - want) <= allowed) continue;
        char *row = row_text(f->p, 0);
        fast_fails(f->p->check,
                   "your backward gives %.9g for the gradient of parameter %zu over %d rows, but "
                   "your derivative %.9g (tolerance %.2g); the first row: %s",
                   got, i, f->p->tiling->rows, want, allowed, row);
        free(row);
    }
}

static void check_rows(const struct problem *p)
{
    int rows = p->tiling->rows;
    struct wanted *wanted = xarray((size_t)rows, sizeof *wanted);
    struct fast f;
    open_fast(&f, p);
    struct guarded delta = guarded((size_t)rows, f.real_size);
    for (int r = 0; r < rows; r++)
        find_row(p, r, &wanted[r]), put(&delta, (size_t)r, wanted[r].delta);
    fold_all(&f);
    for (int t = 0, first = 0; t < p->tiling->tiles; first += p->tiling->cols[t++])
        check_tile(&f, wanted, t, first, &delta);
    compare_parameters(&f, wanted);
    fast_release(p->check, &delta, "backward");
    close_fast(&f);
    free(wanted);
}

void normalizer_backward_check(struct fast_check *c)
{
    const struct tiling *last = &tilings[TILINGS - 1];
    if (!((const struct normalizer *)(const void *)c->fast)->backward) return;
    for (int t = 0; t < TILINGS; t++) over_scales(c, &tilings[t], 1, check_rows);
    over_scales(c, last, 30, check_rows);
    over_scales(c, last, HUGE_SIZE, check_rows);
}
