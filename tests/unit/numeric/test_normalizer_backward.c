/* SPDX-License-Identifier: MIT
 * Compares the backward function of every normaliser in every build with the derivative of its
 * formula. Covers arguments, scales, tile widths and partly visible rows; scores of invisible keys
 * are NaN. */
#include "tests/unit/normalizer_fast.h"

/* ---- expected gradients ---- */

enum { MAX_ROWS = 9 };

struct wanted {
    double a[MAX_KEYS], da[MAX_KEYS], ds[MAX_KEYS];
    double slope[MAX_KEYS]; /* derivative of ds_j with respect to da_j at a constant row sum */
    double delta;           /* sum of a * da over a row */
    double dw[MAX_REALS];
    double terms; /* sum of |a * da| over a row, the scale of rounding errors */
};

static double upstream(int r, int j)
{
    static struct drawn given = {.name = "da"};
    return (float)drawn_at(&given, r, j);
}

/* Computes the derivative of ds_j with respect to da_j at a constant row sum of a * da. Dividing by
 * 1 - a_j removes the change of the row sum. */
static void find_slopes(const struct problem *p, int r, struct wanted *w)
{
    double unit[MAX_KEYS] = {0}, ds[MAX_KEYS], dw[MAX_REALS];
    for (int j = 0; j < p->dims.m; j++) {
        unit[j] = 1;
        row_derivative(p, r, 1, unit, ds, dw);
        unit[j] = 0;
        w->slope[j] = fabs(ds[j]);
        if (w->a[j] > 0 && w->a[j] < 1) w->slope[j] /= 1 - w->a[j];
    }
}

static void find_row(const struct problem *p, int r, struct wanted *w)
{
    w->delta = w->terms = 0;
    memset(w->dw, 0, sizeof w->dw);
    row_formula(p, r, 1, w->a);
    for (int j = 0; j < p->dims.m; j++) {
        w->da[j] = upstream(r, j);
        w->delta += w->a[j] * w->da[j];
        w->terms += fabs(w->a[j] * w->da[j]);
    }
    row_derivative(p, r, 1, w->da, w->ds, w->dw);
    find_slopes(p, r, w);
}

/* ---- computed gradients ---- */

/* Computes the state that the forward pass has after the last tile. */
static void fold_all(struct fast *f)
{
    int seen[TILE_Q];
    for (int t = 0, first = 0; t < f->p->tiling->tiles; first += f->p->tiling->cols[t++]) {
        struct guarded s = fill_tile(f, t, first, seen);
        f->normalizer->fold(&f->run.single, s.data, f->p->tiling->rows, f->p->tiling->cols[t], seen,
                            f->state.data, f->factor.data);
        release(&s);
    }
}

/* Fills the inputs of the backward function for a tile. Invisible keys get a = 0 and da = NaN. */
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

/* Compares ds of one row with the formula. The tolerance covers rounding errors of ds, da, delta,
 * the scores and the formula. */
static void compare(const struct fast *f, int r, int first, int cols, const struct wanted *w,
                    const struct guarded *ds)
{
    struct precision of = precision(f->build);
    double moved[MAX_KEYS], dw[MAX_REALS];
    row_derivative(f->p, r, 1 + 16 * of.rounding, w->da, moved, dw);
    for (int j = 0; j < cols; j++) {
        int at = first + j;
        double got = get(ds, (size_t)(r * TILE_K + j)), want = w->ds[at];
        double terms = fabs(w->da[at]) + fabs(w->delta);
        double allowed = of.rounding * (64 * fabs(want) + 16 * w->slope[at] * terms) +
                         fabs(moved[at] - want) + of.floor * (1 + terms) +
                         16 * DBL_EPSILON * fabs(f->p->scale) * terms;
        if (!(fabs(got - want) <= allowed))
            fail_msg(
                "%s [%s] backward, arguments %g %g, scale %g, score size %g: ds[%d][%d] of %d keys "
                "is %.9g, expected %.9g (tolerance %g)",
                f->normalizer->base.name, f->build->name, f->p->args.value[0], f->p->args.value[1],
                f->p->scale, f->p->size, r, at, f->p->dims.m, got, want, allowed);
    }
}

static void check_tile(const struct fast *f, const struct wanted *w, int tile, int first,
                       const struct guarded *delta)
{
    int rows = f->p->tiling->rows, cols = f->p->tiling->cols[tile], seen[TILE_Q];
    size_t size = f->build->real_size;
    struct guarded s = fill_tile(f, tile, first, seen);
    struct guarded a = guarded((size_t)rows * TILE_K, size), da = guarded(s.bytes / size, size);
    fill_gradient(f, w, first, seen, &a, &da);
    f->normalizer->backward(&f->run.single, s.data, a.data, da.data, rows, cols, seen,
                            f->state.data, delta->data, (real *const *)f->dw);
    for (int r = 0; r < rows; r++) {
        compare(f, r, first, cols, &w[r], &da);
        for (int j = seen[r]; j < TILE_K; j++) assert_true(get(&da, (size_t)(r * TILE_K + j)) == 0);
    }
    release(&s), release(&a), release(&da);
}

/* Compares parameter gradients, summed over all rows and tiles. */
static void compare_parameters(const struct fast *f, const struct wanted *w)
{
    struct precision of = precision(f->build);
    for (size_t i = 0; i < f->slopes.bytes / f->slopes.real_size; i++) {
        double want = 0, allowed = of.floor, got = get(&f->slopes, i);
        for (int r = 0; r < f->p->tiling->rows; r++) {
            double ds[MAX_KEYS], moved[MAX_REALS] = {0};
            row_derivative(f->p, r, 1 + 16 * of.rounding, w[r].da, ds, moved);
            want += w[r].dw[i];
            allowed += fabs(moved[i] - w[r].dw[i]) + 64 * of.rounding * w[r].terms;
        }
        if (!(fabs(got - want) <= allowed))
            fail_msg("%s [%s] scale %g, score size %g: the gradient of parameter %zu is %.9g, "
                     "expected %.9g (tolerance %g)",
                     f->normalizer->base.name, f->build->name, f->p->scale, f->p->size, i, got,
                     want, allowed);
    }
}

static struct wanted wanted[MAX_ROWS];

static void check_build(const struct problem *p, const struct kernels *build)
{
    struct fast f;
    open_fast(&f, p, build);
    struct guarded delta = guarded((size_t)p->tiling->rows, build->real_size);
    for (int r = 0; r < p->tiling->rows; r++) put(&delta, (size_t)r, wanted[r].delta);
    fold_all(&f);
    for (int t = 0, first = 0; t < p->tiling->tiles; first += p->tiling->cols[t++])
        check_tile(&f, wanted, t, first, &delta);
    compare_parameters(&f, wanted);
    release(&delta);
    close_fast(&f);
}
static void check_builds(const struct problem *p)
{
    for (int r = 0; r < p->tiling->rows; r++) find_row(p, r, &wanted[r]);
    over_builds(p, check_build);
}

static void check_tiles(int normalizer)
{
    for (int t = 0; t < TILINGS; t++) over_arguments(normalizer, &tilings[t], 1, check_builds);
}
static void check_large_logits(int normalizer)
{
    over_arguments(normalizer, &tilings[TILINGS - 1], 30, check_builds);
}
static void check_huge_logits(int normalizer)
{
    over_arguments(normalizer, &tilings[TILINGS - 1], HUGE_SIZE, check_builds);
}

TEST_GROUP()
{
    static const char back[] =
        "no backward function; the engine applies the derivative to whole rows";
    static const struct check checks[] = {{"tiles", check_tiles, has_backward, back},
                                          {"large logits", check_large_logits, has_backward, back},
                                          {"huge logits", check_huge_logits, has_backward, back}};
    return check_each_choice("normalizer backward", checks, 3, NORMALIZERS, name_of);
}
