/* SPDX-License-Identifier: MIT
 * Tests every normaliser in every build. The fast passes over tiles (fold, finish, weights) must
 * agree with the formula for whole rows. */
#include "normalizer_fast.h"

static void check_hidden(const struct fast *f, const struct guarded *s, const int *seen)
{
    for (int r = 0; r < f->p->tiling->rows; r++)
        for (int j = seen[r]; j < TILE_K; j++)
            if (get(s, (size_t)(r * TILE_K + j)) != 0)
                fail_msg("%s [%s]: row %d sees %d columns, but column %d is %g (expected 0)",
                         f->normalizer->base.name, f->build->name, r, seen[r], j,
                         get(s, (size_t)(r * TILE_K + j)));
}

/* If a row sees no column of a tile, its state does not change and its factor is 1. */
static void check_unchanged(const struct fast *f, const struct guarded *before, const int *seen)
{
    size_t rows = (size_t)f->p->tiling->rows, size = f->state.real_size;
    for (size_t r = 0; r < rows; r++) {
        if (seen[r]) continue;
        for (size_t at = r; at < rows * (size_t)f->normalizer->stats; at += rows)
            assert_memory_equal((char *)f->state.data + at * size, (char *)before->data + at * size,
                                size);
        if (f->normalizer->rescales) assert_true(get(&f->factor, r) == 1);
    }
}

/* Rescales all sums, even zeros, so that an invalid factor is noticed. */
static void fold_tile(struct fast *f, int tile, int first)
{
    const struct normalizer *n = f->normalizer;
    int rows = f->p->tiling->rows, cols = f->p->tiling->cols[tile], m = f->p->dims.m, seen[TILE_Q];
    struct guarded s = fill_tile(f, tile, first, seen);
    struct guarded before = guarded((size_t)(rows * n->stats), f->build->real_size);
    memcpy(before.data, f->state.data, before.bytes);
    n->fold(&f->run.single, s.data, rows, cols, seen, f->state.data, f->factor.data);
    check_hidden(f, &s, seen);
    check_unchanged(f, &before, seen);
    for (int r = 0; r < rows; r++) {
        double *row = f->weights + r * m;
        for (int j = 0; n->rescales && j < m; j++) row[j] *= get(&f->factor, (size_t)r);
        for (int j = 0; j < cols; j++) row[first + j] = get(&s, (size_t)(r * TILE_K + j));
    }
    release(&s), release(&before);
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

/* Returns the weights (rows x m) of a second pass over the scores, with the finished state. */
static double *second_pass(const struct fast *f)
{
    int rows = f->p->tiling->rows, m = f->p->dims.m, seen[TILE_Q];
    double *a = xarray((size_t)(rows * m), sizeof *a);
    for (int t = 0, first = 0; t < f->p->tiling->tiles; first += f->p->tiling->cols[t++]) {
        int cols = f->p->tiling->cols[t];
        struct guarded s = fill_tile(f, t, first, seen);
        f->normalizer->weights(&f->run.single, s.data, rows, cols, seen, f->state.data);
        check_hidden(f, &s, seen);
        for (int r = 0; r < rows; r++)
            for (int j = 0; j < cols; j++) a[r * m + first + j] = get(&s, (size_t)(r * TILE_K + j));
        release(&s);
    }
    return a;
}

static void expect(const struct fast *f, const char *how, int r, int j, double got, double want,
                   double allowed)
{
    if (fabs(got - want) <= allowed) return;
    fail_msg("%s [%s] arguments %g %g, scale %g, scores of %g: %s a[%d][%d] of %d is %.9g "
             "(expected %.9g, tolerance %g)",
             f->normalizer->base.name, f->build->name, f->p->args.value[0], f->p->args.value[1],
             f->p->scale, f->p->size, how, r, j, f->p->dims.m, got, want, allowed);
}

/* The tolerance has three parts: the rounding error of the weight (64 units of machine epsilon),
 * the effect of a score error of 16 units, and 8 times the smallest normal number. */
static void compare(const struct fast *f, const double *a)
{
    struct precision of = precision(f->build);
    int m = f->p->dims.m;
    for (int r = 0; r < f->p->tiling->rows; r++) {
        double want[MAX_KEYS], moved[MAX_KEYS];
        row_formula(f->p, r, 1, want);
        row_formula(f->p, r, 1 + 16 * of.rounding, moved);
        for (int j = 0; j < m; j++) {
            double by_scores = fabs(moved[j] - want[j]) + of.floor,
                   own = of.rounding * fabs(want[j]);
            double folded = f->weights[r * m + j], again = a[r * m + j];
            expect(f, "folded", r, j, folded, want[j], 64 * own + by_scores);
            expect(f, "second pass", r, j, again, want[j], 64 * own + by_scores);
            /* Both passes divide by the same sum, so they differ only by rounding errors. */
            expect(f, "second pass compared with folded", r, j, again, folded,
                   24 * own + by_scores);
        }
    }
}

static void check_build(const struct problem *p, const struct kernels *build)
{
    struct fast f;
    open_fast(&f, p, build);
    fold_all(&f);
    double *a = second_pass(&f);
    compare(&f, a);
    free(a);
    close_fast(&f);
}
static void check_builds(const struct problem *p) { over_builds(p, check_build); }

static void check_tiles(int normalizer)
{
    for (int t = 0; t < TILINGS; t++) over_arguments(normalizer, &tilings[t], 1, check_builds);
    over_arguments(normalizer, &full, 1, check_builds);
}
static void check_large_logits(int normalizer)
{
    over_arguments(normalizer, &full, 30, check_builds);
}
static void check_huge_logits(int normalizer)
{
    over_arguments(normalizer, &full, HUGE_SIZE, check_builds);
    over_arguments(normalizer, &tilings[TILINGS - 1], HUGE_SIZE, check_builds);
}

/* ---- members ---- */

/* Some fast functions need others; for example, backward needs fold. */
static void check_members(int normalizer)
{
    const struct normalizer *n = formulas[normalizer];
    assert_non_null(n->formula);
    assert_non_null(n->derivative);
    if (!n->fold != !n->weights)
        fail_msg("%s: expected both fold and weights, or neither", n->base.name);
    if (n->backward && !n->fold)
        fail_msg("%s: has backward, but no fold (expected fold and weights)", n->base.name);
    if (n->stats && !n->begin)
        fail_msg("%s: has %d stats, but no begin (expected begin to start them)", n->base.name,
                 n->stats);
}

/* In a normaliser that fades, a key far below the others has weight 0. */
static void check_fades(int normalizer)
{
    static const struct tiling keys3 = {1, 1, {3}};
    const struct normalizer *n = formulas[normalizer];
    for (int c = 0; c < combinations(normalizer); c++) {
        struct problem p = problem(normalizer, combination(normalizer, c), &keys3, 1, 1);
        const double s[] = {-1e4, 0.5, -0.25};
        double a[3];
        struct parameters of;
        open_parameters(&p, &of);
        struct score_row row = row_of(&p, &of, 3);
        n->formula(&row, s, a);
        if (n->fades && !(fabs(a[0]) <= 1e-12))
            fail_msg("%s: fades, but a logit of -1e4 has weight %g", n->base.name, a[0]);
    }
}

TEST_GROUP()
{
    static const char fold[] = "no fold: the engine applies the formula to whole rows";
    static const struct check checks[] = {{.what = "members", .run = check_members},
                                          {.what = "fading weights", .run = check_fades},
                                          {"tiles", check_tiles, has_fold, fold},
                                          {"large logits", check_large_logits, has_fold, fold},
                                          {"huge logits", check_huge_logits, has_fold, fold}};
    return check_each_choice("normalizers", checks, 5, NORMALIZERS, name_of);
}
