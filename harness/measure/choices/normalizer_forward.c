/* SPDX-License-Identifier: MIT
 * Compares a normaliser's tiled passes (fold, finish, weights) with its formula for whole rows.
 * Scales, tile widths, score sizes and visible keys vary. */
#include "harness/measure/choices/normalizer_trial.h"

static void check_hidden(const struct fast *f, const char *function, const struct guarded *s,
                         const int *seen)
{
    for (int r = 0; r < f->p->tiling->rows; r++)
        for (int j = seen[r]; j < TILE_K; j++)
            if (get(s, (size_t)(r * TILE_K + j)) != 0)
                fast_fails(f->p->check,
                           "your %s gives %g for column %d of a row that sees %d columns (expected "
                           "0)",
                           function, get(s, (size_t)(r * TILE_K + j)), j, seen[r]);
}

/* Checks that a row's state is unchanged in every bit, and its factor is 1, if no column of a tile
 * is visible to the row. */
static void check_unchanged(const struct fast *f, const struct guarded *before, const int *seen)
{
    size_t rows = (size_t)f->p->tiling->rows, size = f->state.real_size;
    for (size_t r = 0; r < rows; r++) {
        if (seen[r]) continue;
        bool kept = true;
        for (size_t at = r; at < rows * (size_t)f->normalizer->stats; at += rows)
            kept = kept && !memcmp((char *)f->state.data + at * size,
                                   (char *)before->data + at * size, size);
        if (!kept)
            fast_fails(f->p->check, "your fold changes the state of a row that sees no column");
        if (f->normalizer->rescales && get(&f->factor, r) != 1)
            fast_fails(f->p->check,
                       "your fold gives a rescale of %g to a row that sees no column "
                       "(expected 1)",
                       get(&f->factor, r));
    }
}

/* Rescales all sums, even zeros, so that an invalid factor is detected. */
static void fold_tile(struct fast *f, int tile, int first)
{
    const struct normalizer *n = f->normalizer;
    int rows = f->p->tiling->rows, cols = f->p->tiling->cols[tile], m = f->p->dims.m, seen[TILE_Q];
    struct guarded s = fill_tile(f, tile, first, seen);
    struct guarded before = guarded((size_t)(rows * n->stats), f->real_size);
    memcpy(before.data, f->state.data, before.bytes);
    n->fold(&f->run.single, s.data, rows, cols, seen, f->state.data, f->factor.data);
    check_hidden(f, "fold", &s, seen);
    check_unchanged(f, &before, seen);
    for (int r = 0; r < rows; r++) {
        double *row = f->weights + r * m;
        for (int j = 0; n->rescales && j < m; j++) row[j] *= get(&f->factor, (size_t)r);
        for (int j = 0; j < cols; j++) row[first + j] = get(&s, (size_t)(r * TILE_K + j));
    }
    fast_release(f->p->check, &s, "fold"), fast_release(f->p->check, &before, "fold");
}

static void fold_all(struct fast *f)
{
    int rows = f->p->tiling->rows, m = f->p->dims.m;
    for (int t = 0, first = 0; t < f->p->tiling->tiles; first += f->p->tiling->cols[t++])
        fold_tile(f, t, first);
    if (!f->normalizer->finish) return;
    f->normalizer->finish(&f->run.single, rows, f->state.data, f->factor.data);
    for (int i = 0; i < rows * m; i++) f->weights[i] *= get(&f->factor, (size_t)(i / m));
}

/* Returns the weights (rows x m), computed by a second pass over the scores with the finished
 * state. */
static double *second_pass(const struct fast *f)
{
    int rows = f->p->tiling->rows, m = f->p->dims.m, seen[TILE_Q];
    double *a = xarray((size_t)(rows * m), sizeof *a);
    for (int t = 0, first = 0; t < f->p->tiling->tiles; first += f->p->tiling->cols[t++]) {
        int cols = f->p->tiling->cols[t];
        struct guarded s = fill_tile(f, t, first, seen);
        f->normalizer->weights(&f->run.single, s.data, rows, cols, seen, f->state.data);
        check_hidden(f, "weights", &s, seen);
        for (int r = 0; r < rows; r++)
            for (int j = 0; j < cols; j++) a[r * m + first + j] = get(&s, (size_t)(r * TILE_K + j));
        fast_release(f->p->check, &s, "weights");
    }
    return a;
}

static void expect(const struct fast *f, const char *how, int r, int j, double got, double want,
                   double allowed)
{
    if (fabs(got - want) <= allowed) return;
    char *row = row_text(f->p, r);
    fast_fails(f->p->check,
               "%s a[%d] = %.9g (expected %.9g by your formula, tolerance %.2g), for a row with %s",
               how, j, got, want, allowed, row);
    free(row);
}

/* The tolerance of a weight is the sum of three parts:
 * - 64 units of machine epsilon of the weight: a row adds 32 vectors of 4 per tile, and math
 * functions have an error of 3 to 12 units;
 * - the change of the weight when all scores move by 16 units, for scale, bias and exponents;
 * - 8 times the smallest normal number, because smaller exponentials may become 0. */
static void compare(const struct fast *f, const double *a)
{
    struct precision of = precision(f);
    int m = f->p->dims.m;
    for (int r = 0; r < f->p->tiling->rows; r++) {
        double want[MAX_KEYS], moved[MAX_KEYS];
        row_formula(f->p, r, 1, want);
        row_formula(f->p, r, 1 + 16 * of.rounding, moved);
        for (int j = 0; j < m; j++) {
            double by_scores = fabs(moved[j] - want[j]) + of.floor,
                   own = of.rounding * fabs(want[j]);
            double folded = f->weights[r * m + j], again = a[r * m + j];
            expect(f, "your fold and finish give", r, j, folded, want[j], 64 * own + by_scores);
            expect(f, "your weights gives", r, j, again, want[j], 64 * own + by_scores);
            /* Both weights are divided by the same sum; only functions, factors and exponents
             * differ. */
            expect(f, "your weights, compared with fold, gives", r, j, again, folded,
                   24 * own + by_scores);
        }
    }
}

static void check_tiles(const struct problem *p)
{
    struct fast f;
    open_fast(&f, p);
    fold_all(&f);
    double *a = second_pass(&f);
    compare(&f, a);
    free(a);
    close_fast(&f);
}

/* ---- members ---- */

/* Checks that the functions on which other fast functions depend are present. */
static void check_members(struct fast_check *c)
{
    const struct normalizer *n = (const void *)c->fast;
    if (!n->formula || !n->derivative) fast_fails(c, "formula or derivative is missing");
    if (!n->fold != !n->weights) fast_fails(c, "expected both fold and weights, or neither");
    if (n->backward && !n->fold) fast_fails(c, "backward needs fold and weights");
    if (n->stats && !n->begin) fast_fails(c, "stats is %d, but begin is missing", n->stats);
}

/* A normaliser that fades must give weight 0 to a key far below the others. */
static void check_fades(const struct problem *p)
{
    const double s[] = {-1e4, 0.5, -0.25};
    double a[3];
    struct parameters of;
    open_parameters(p, &of);
    struct score_row row = row_of(p, &of, 3);
    row.scale = 1;
    p->formula->formula(&row, s, a);
    if (p->formula->fades && !(fabs(a[0]) <= 1e-12))
        fast_fails(p->check,
                   "it declares fades, but its formula gives weight %g to a logit of -1e4", a[0]);
}

void normalizer_forward_check(struct fast_check *c)
{
    static const struct tiling keys3 = {1, 1, {3}};
    const struct tiling *last = &tilings[TILINGS - 1];
    check_members(c);
    over_scales(c, &keys3, 1, check_fades);
    if (c->wrong || !((const struct normalizer *)(const void *)c->fast)->fold) return;
    for (int t = 0; t < TILINGS; t++) over_scales(c, &tilings[t], 1, check_tiles);
    over_scales(c, &full, 1, check_tiles);
    over_scales(c, &full, 30, check_tiles);
    over_scales(c, &full, HUGE_SIZE, check_tiles);
    over_scales(c, last, HUGE_SIZE, check_tiles);
}
