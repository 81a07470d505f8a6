/* SPDX-License-Identifier: MIT
 * Compares a normaliser's tiled passes (fold, finish, weights, backward) with formula and
 * derivative for whole rows, at several scales, tile widths, numbers of visible keys and patterns
 * of scores. Formula and derivative must be finite for scores up to 1e36; sums of such scores are
 * within the range of float. Entries of invisible keys are NaN. */
#include "harness/measure/choices/choice_check.h"

#include "base/rng.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADS = 2, MAX_TILES = 4, MAX_KEYS = MAX_TILES * TILE_K, MAX_REALS = 64 };

/* Tile widths of a row of keys. The engine shortens only the last tile, but a normaliser must
 * accept any widths. */
struct tiling {
    int rows, tiles, cols[MAX_TILES];
};
static const struct tiling tilings[] = {{8, 1, {1}},
                                        {9, 1, {15}},
                                        {8, 1, {16}},
                                        {8, 1, {17}},
                                        {1, 1, {127}},
                                        {8, 1, {127}},
                                        {8, 1, {128}},
                                        {9, 2, {128, 128}},
                                        {TILE_Q, 3, {128, 128, 16}},
                                        {8, 4, {17, 128, 1, 127}}};
enum { TILINGS = sizeof tilings / sizeof *tilings };

/* Weights and gradients of one row, computed by the formula; 0 for invisible keys. */
struct result {
    double a[MAX_KEYS], ds[MAX_KEYS], dw[MAX_REALS];
};
struct row {
    int seen[MAX_TILES], visible; /* number of visible keys, per tile and per row */
    double s[MAX_KEYS], da[MAX_KEYS];
    struct result want, moves; /* formula's result, and its change if inputs are perturbed */
    double delta, terms;       /* sum of `a * da`, and sum of `|a * da|`, over the row */
};
struct block {
    struct fast_check *check;
    const struct normalizer *fast;
    const struct tiling *tiling;
    const char *pattern; /* pattern of the scores, such as "equal"; used in messages */
    double size;
    bool extreme;
    struct choice_trial t;
    int reals; /* number of parameters */
    struct row *row;
};

static int first_key(const struct block *b, int tile)
{
    int first = 0;
    for (int t = 0; t < tile; t++) first += b->tiling->cols[t];
    return first;
}

/* Clears the sign of NaN, so that messages never contain "-nan". */
static double readable(double x) { return isnan(x) ? (double)NAN : x; }

static double largest(const double *x, int count)
{
    double most = 0;
    for (int j = 0; j < count; j++) most = fmax(most, fabs(x[j]));
    return most;
}

/* ---- rows by the formula ---- */

/* Moves the visible keys to the front and fills the rest with `hidden`. */
static void pack(const struct block *b, const struct row *r, const double *x, double hidden,
                 double *packed)
{
    int at = 0;
    for (int t = 0; t < b->tiling->tiles; t++)
        for (int j = 0; j < r->seen[t]; j++) packed[at++] = x[first_key(b, t) + j];
    while (at < b->t.dims.m) packed[at++] = hidden;
}
static void unpack(const struct block *b, const struct row *r, const double *packed, double *x)
{
    int at = 0;
    for (int t = 0, j = 0; t < b->tiling->tiles; t++)
        for (int i = 0; i < b->tiling->cols[t]; i++) x[j++] = i < r->seen[t] ? packed[at++] : 0;
}

/* Describes a row: "equal scores of size 1, scale 2, 3 of 16 keys visible, s = [...], da = [...]".
 */
static char *row_text(const struct block *b, const struct row *r)
{
    double s[MAX_KEYS], da[MAX_KEYS];
    pack(b, r, r->s, 0, s), pack(b, r, r->da, 0, da);
    char *scores = numbers_text(s, r->visible), *slopes = numbers_text(da, r->visible);
    char *text = xformat("%s scores of size %g, scale %g, %d of %d keys visible, s = %s, da = %s",
                         b->pattern, b->size, b->t.scale, r->visible, b->t.dims.m, scores, slopes);
    free(scores), free(slopes);
    return text;
}

/* Evaluates formula and derivative at scores `s`. The derivative uses the weights `a`; if `a` is
 * NULL, the formula's weights. */
static void evaluate(struct block *b, const struct row *r, const double *s, const double *a,
                     const double *da, struct result *to)
{
    struct choice_trial *t = &b->t;
    double *ds = trial_input(t, 0)->gradient;
    t->visible = r->visible;
    pack(b, r, s, NAN, trial_input(t, 0)->value);
    pack(b, r, da, NAN, t->out.gradient);
    choice_trial_evaluate(t);
    if (a) pack(b, r, a, 0, t->out.value);
    choice_trial_clear(t, 0);
    for (int j = 0; j < t->dims.m; j++) ds[j] = NAN;
    t->kind->differentiate(t);
    unpack(b, r, t->out.value, to->a);
    unpack(b, r, ds, to->ds);
    for (int k = 0, at = 0; k < t->tensors; k++)
        for (int i = 0; i < t->arrays[k].count; i++) to->dw[at++] = t->arrays[k].gradient[i];
}

/* Checks that the values of evaluate() are finite, and 0 for invisible keys. */
static void check_sound(struct block *b, const struct row *r)
{
    const double *const found[] = {b->t.out.value, trial_input(&b->t, 0)->gradient, r->want.dw};
    static const char *const what[] = {"formula", "derivative", "derivative"};
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < (k < 2 ? b->t.dims.m : b->reals); j++) {
            bool visible = k == 2 || j < r->visible;
            if (visible ? isfinite(found[k][j]) : found[k][j] == 0) continue;
            char *row = row_text(b, r);
            fast_fails(b->check, "the %s gives %g for %s %d%s, for %s", what[k],
                       readable(found[k][j]), k < 2 ? "key" : "parameter", j,
                       k == 2    ? ""
                       : visible ? ", which is visible"
                                 : ", which is not visible",
                       row);
            free(row);
        }
}

/* Size of one rounding error: epsilon, or 16 epsilon in the double build. The formula, which is in
 * double itself, rounds `scale * s` before softmax subtracts the maximum; `scale * s` may be 400.
 */
static double unit(const struct block *b)
{
    return epsilon(b->check) * (b->check->real_size == 8 ? 16 : 1);
}

/* Perturbs a score by ROUNDINGS rounding errors: up (way 0), down (way 1), or in a random direction
 * that is the same for equal scores (way 2). Way 3 flushes denormals to 0 instead. */
enum { WAYS = 4, ROUNDINGS = 4 };
static double moved(double s, int way, double unit)
{
    uint64_t bits;
    memcpy(&bits, &s, sizeof bits);
    if (way == 3) return fabs(s) < (double)FLT_MIN ? 0 : s;
    return s *
           (1 + (way == 0 || (way == 2 && rng_u64(bits, 1, 1) & 1) ? 1 : -1) * ROUNDINGS * unit);
}

/* Updates `moves` with the change `|new - want|`: adds the change if `add` is true, otherwise keeps
 * the maximum of `moves` and four times the change. */
static void add_moves(const struct row *r, const struct result *new, bool add, int m,
                      struct result *moves)
{
    double *to[] = {moves->a, moves->ds, moves->dw};
    const double *from[] = {new->a, new->ds, new->dw},
                 *want[] = {r->want.a, r->want.ds, r->want.dw};
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < (k < 2 ? m : MAX_REALS); j++) {
            double by = fabs(from[k][j] - want[k][j]);
            to[k][j] = add ? to[k][j] + by : fmax(to[k][j], 4 * by);
        }
}

/* Computes the results of a row, and their change if inputs are perturbed. Weights and weight
 * gradients are perturbed in the direction that changes `sum(a * da)` most. The difference between
 * da_j and this sum may cancel, so its rounding error is relative to the terms of the sum. */
static void find_row(struct block *b, struct row *r)
{
    int m = b->t.dims.m;
    double s[MAX_KEYS], a[MAX_KEYS], da[MAX_KEYS];
    struct result new = {{0}, {0}, {0}};
    evaluate(b, r, r->s, NULL, r->da, &r->want);
    check_sound(b, r);
    r->moves = new;
    r->delta = r->terms = 0;
    for (int way = 0; way < WAYS; way++) {
        for (int j = 0; j < m; j++) s[j] = moved(r->s[j], way, unit(b));
        evaluate(b, r, s, NULL, r->da, &new);
        add_moves(r, &new, false, m, &r->moves);
    }
    for (int j = 0; j < m; j++) {
        double term = r->want.a[j] * r->da[j], step = copysign(8 * unit(b), term);
        r->delta += term, r->terms += fabs(term);
        a[j] = r->want.a[j] * (1 + step), da[j] = r->da[j] * (1 + step);
    }
    evaluate(b, r, r->s, a, r->da, &new);
    memcpy(new.a, r->want.a, sizeof new.a);
    add_moves(r, &new, true, m, &r->moves);
    evaluate(b, r, r->s, NULL, da, &new);
    add_moves(r, &new, true, m, &r->moves);
}

/* ---- tiles by the fast functions ---- */

struct tiles {
    struct fast_parameters p;
    union head_run run;
    struct reals state, factor;
    double *folded, *again; /* weights (rows, m) from fold and finish, and from the second pass */
};

/* Fills a tile of shape (rows, TILE_K) from one member of struct row. Invisible keys get `hidden`.
 * Sets the number of visible columns per row. */
static void fill_tile(const struct block *b, int tile, size_t member, double hidden, int *seen,
                      struct reals *to)
{
    for (int r = 0; r < b->tiling->rows; r++) {
        const double *x = (const double *)(const void *)((const char *)&b->row[r] + member);
        seen[r] = b->row[r].seen[tile];
        for (int j = 0; j < TILE_K; j++)
            put(to, (size_t)(r * TILE_K + j), j < seen[r] ? x[first_key(b, tile) + j] : hidden);
    }
}

static struct reals open_tile(struct block *b, const char *name)
{
    return fast_array(b->check, name, (size_t)b->tiling->rows * TILE_K);
}

/* Copies a tile to rows of m numbers. Checks that invisible columns are 0. */
static void read_tile(struct block *b, const char *function, int tile, const struct reals *from,
                      double *rows)
{
    for (int r = 0; r < b->tiling->rows; r++)
        for (int j = 0; j < TILE_K; j++) {
            double x = get(from, (size_t)(r * TILE_K + j));
            int seen = b->row[r].seen[tile];
            if (j < b->tiling->cols[tile]) rows[r * b->t.dims.m + first_key(b, tile) + j] = x;
            if (j >= seen && x != 0)
                fast_fails(b->check,
                           "your %s gives %g for column %d of a row with %d visible columns "
                           "(expected 0)",
                           function, x, j, seen);
        }
}

/* If no column of a tile is visible to a row, checks that the row's state keeps all bits, and that
 * the row's factor is 1. */
static void check_unchanged(struct block *b, const struct tiles *t, const void *before,
                            const int *seen)
{
    size_t rows = (size_t)b->tiling->rows, size = t->state.size;
    for (size_t i = 0; i < t->state.count; i++)
        if (!seen[i % rows] &&
            memcmp((char *)t->state.data + i * size, (const char *)before + i * size, size))
            fast_fails(b->check, "your fold changes the state of a row without visible columns");
    for (size_t r = 0; b->fast->rescales && r < rows; r++)
        if (!seen[r] && get(&t->factor, r) != 1)
            fast_fails(
                b->check,
                "your fold sets rescale to %g for a row without visible columns (expected 1)",
                get(&t->factor, r));
}

/* Rescales all sums, even zeros: a factor of NaN or infinity then gives NaN. */
static void fold_tiles(struct block *b, struct tiles *t)
{
    int rows = b->tiling->rows, m = b->t.dims.m, seen[TILE_Q], open = b->check->count;
    struct reals s = open_tile(b, "s"), before = fast_array(b->check, "state", t->state.count);
    for (int tile = 0; tile < b->tiling->tiles; tile++) {
        fill_tile(b, tile, offsetof(struct row, s), NAN, seen, &s);
        memcpy(before.data, t->state.data, before.count * before.size);
        b->fast->fold(&t->run.normalizer, s.data, rows, b->tiling->cols[tile], seen, t->state.data,
                      t->factor.data);
        check_unchanged(b, t, before.data, seen);
        for (int i = 0; b->fast->rescales && i < rows * m; i++)
            t->folded[i] *= get(&t->factor, (size_t)(i / m));
        read_tile(b, "fold", tile, &s, t->folded);
    }
    if (b->fast->finish) {
        b->fast->finish(&t->run.normalizer, rows, t->state.data, t->factor.data);
        for (int i = 0; i < rows * m; i++) t->folded[i] *= get(&t->factor, (size_t)(i / m));
    }
    fast_release(b->check, open, "fold");
}

/* Computes the weights by a second pass over the scores with the finished state. */
static void weigh_tiles(struct block *b, struct tiles *t)
{
    int seen[TILE_Q], open = b->check->count;
    struct reals s = open_tile(b, "s");
    for (int tile = 0; tile < b->tiling->tiles; tile++) {
        fill_tile(b, tile, offsetof(struct row, s), NAN, seen, &s);
        b->fast->weights(&t->run.normalizer, s.data, b->tiling->rows, b->tiling->cols[tile], seen,
                         t->state.data);
        read_tile(b, "weights", tile, &s, t->again);
    }
    fast_release(b->check, open, "weights");
}

/* Computes the gradients of the scores from the formula's weights. */
static void differentiate_tiles(struct block *b, struct tiles *t, double *ds)
{
    int seen[TILE_Q], open = b->check->count;
    struct reals s = open_tile(b, "s"), a = open_tile(b, "a"), da = open_tile(b, "da");
    struct reals delta = fast_array(b->check, "delta", (size_t)b->tiling->rows);
    for (int r = 0; r < b->tiling->rows; r++) put(&delta, (size_t)r, b->row[r].delta);
    for (int tile = 0; tile < b->tiling->tiles; tile++) {
        fill_tile(b, tile, offsetof(struct row, s), NAN, seen, &s);
        fill_tile(b, tile, offsetof(struct row, want.a), 0, seen, &a);
        fill_tile(b, tile, offsetof(struct row, da), NAN, seen, &da);
        b->fast->backward(&t->run.normalizer, s.data, a.data, da.data, b->tiling->rows,
                          b->tiling->cols[tile], seen, t->state.data, delta.data, t->p.dw);
        read_tile(b, "backward", tile, &da, ds);
    }
    fast_release(b->check, open, "backward");
}

/* ---- comparison ---- */

/* Accepted numbers of rounding errors. A row sums 32 vectors of 4 numbers per tile, and math
 * functions have an error of a few rounding errors. FLOOR allows for denormals that are flushed to
 * 0. */
enum { OWN_ROUNDINGS = 32, REPEATED_ROUNDINGS = 12 };
static const double FLOOR = 1e-30;

static void expect(struct block *b, const struct row *r, const char *how, const char *what, int j,
                   double got, const char *other, double want, double allowed)
{
    if (fabs(got - want) <= allowed) return;
    char *row = row_text(b, r);
    /* a square, for example, may be outside the range of float although double can represent it */
    const char *hint =
        b->extreme && got == 0 ? "; an intermediate value may be outside the range of float" : "";
    fast_fails(b->check,
               "your %s gives %s[%d] = %.9g, but your %s gives %.9g (tolerance %.2g)%s, for %s",
               how, what, j, readable(got), other, want, allowed, hint, row);
    free(row);
}

/* The tolerance is relative to each weight, or to the row's largest weight if scores are extreme.
 * Results outside the range of float are not compared. Weights of the first and the second pass are
 * divided by the same sum, so the tolerance of their difference is smaller. */
static void compare_weights(struct block *b, const struct tiles *t)
{
    int m = b->t.dims.m;
    for (int n = 0; n < b->tiling->rows; n++) {
        const struct row *r = &b->row[n];
        double most = largest(r->want.a, m);
        if (most > (double)FLT_MAX) continue;
        for (int j = 0; j < m; j++) {
            double want = r->want.a[j], moves = r->moves.a[j] + FLOOR;
            double own = unit(b) * (b->extreme ? most : fabs(want));
            double folded = t->folded[n * m + j], again = t->again[n * m + j];
            expect(b, r, "fold", "a", j, folded, "formula", want, OWN_ROUNDINGS * own + moves);
            expect(b, r, "weights", "a", j, again, "formula", want, OWN_ROUNDINGS * own + moves);
            expect(b, r, "weights", "a", j, again, "fold", folded,
                   REPEATED_ROUNDINGS * own + moves);
        }
    }
}

/* A gradient may be a difference of nearly equal terms, so rounding errors of these terms in double
 * are also accepted. */
static void compare_gradients(struct block *b, const double *ds)
{
    int m = b->t.dims.m;
    double scale = fabs(b->t.scale);
    for (int n = 0; n < b->tiling->rows; n++) {
        const struct row *r = &b->row[n];
        double most = largest(r->want.ds, m) + scale * largest(r->da, m);
        if (most > (double)FLT_MAX) continue;
        for (int j = 0; j < m; j++) {
            double want = r->want.ds[j], terms = fabs(r->da[j]) + fabs(r->delta);
            double own = OWN_ROUNDINGS * unit(b) * (b->extreme ? most : fabs(want));
            expect(b, r, "backward", "ds", j, ds[n * m + j], "derivative", want,
                   own + r->moves.ds[j] + FLOOR * (1 + terms) + 16 * DBL_EPSILON * scale * terms);
        }
    }
}

/* Compares the parameter gradients, summed over all rows and tiles. */
static void compare_parameters(struct block *b, const struct tiles *t)
{
    for (int k = 0, at = 0; k < b->t.tensors; k++)
        for (size_t i = 0; i < t->p.gradient[k].count; i++, at++) {
            double want = 0, allowed = FLOOR;
            for (int n = 0; n < b->tiling->rows; n++) {
                const struct row *r = &b->row[n];
                want += r->want.dw[at];
                allowed += r->moves.dw[at] +
                           OWN_ROUNDINGS * unit(b) * (r->terms + largest(r->want.dw, b->reals));
            }
            if (allowed / unit(b) > (double)FLT_MAX) continue;
            expect(b, &b->row[0], "backward sum over all rows", b->t.arrays[k].name, (int)i,
                   get(&t->p.gradient[k], i), "derivative", want, allowed);
        }
}

static void check_tiles(struct block *b)
{
    size_t rows = (size_t)b->tiling->rows, count = rows * (size_t)b->t.dims.m;
    struct tiles t = {.folded = xarray(count, sizeof(double)),
                      .again = xarray(count, sizeof(double))};
    double *ds = xarray(count, sizeof *ds);
    fast_parameters(b->check, &b->t, 0, &t.p);
    t.run = head_run(b->check, &b->t, t.p.w, b->t.scale, 0);
    t.state = fast_array(b->check, "state", rows * (size_t)b->fast->stats);
    t.factor = fast_filled(b->check, "factor", 1, rows);
    if (b->fast->begin) b->fast->begin(&t.run.normalizer, (int)rows, t.state.data);
    fold_tiles(b, &t);
    weigh_tiles(b, &t);
    compare_weights(b, &t);
    if (b->fast->backward) {
        differentiate_tiles(b, &t, ds);
        compare_gradients(b, ds);
        compare_parameters(b, &t);
    }
    fast_release(b->check, 0, "normaliser");
    free(t.folded), free(t.again), free(ds);
}

/* ---- the rows of a check ---- */

/* Returns the number of visible columns of a tile, which come first, as in the engine's masks. In
 * random rows, this number is a multiple of `cols / 7`, so that the last visible column is inside a
 * vector. */
static int seen_columns(const struct block *b, int r, int tile)
{
    static const int sevenths[][MAX_TILES] = {{7, 7, 7, 7}, {0, 0, 0, 0}, {0, 7, 7, 7},
                                              {7, 0, 0, 0}, {3, 3, 3, 3}, {0, 0, 5, 6},
                                              {7, 7, 7, 2}, {1, 0, 6, 1}};
    const int m = b->t.dims.m, cols = b->tiling->cols[tile], some[] = {m - 1, 5, 1, 0};
    if (!b->extreme) return cols * sevenths[r % 8][tile] / 7;
    int left = (b->tiling->rows == 1 ? m : some[r]) - first_key(b, tile);
    return left < 0 ? 0 : left < cols ? left : cols;
}

static double random_score(int i, double size) { return size * draw("score", (size_t)i); }
static double huge_score(int i, double size)
{
    double x = draw("score", (size_t)i);
    return i % 3 ? copysign(size, x) : x;
}
enum { EXTREME_KEYS = TILE_K + 3 }; /* one full tile and three more keys */
static double equal(int j, double size) { return (void)j, size; }
static double falling(int j, double size) { return size * (1 - 2.0 * j / (EXTREME_KEYS - 1)); }
static double one_hot(int j, double size) { return size * (j == 2); }
static double late(int j, double size) { return size * (j == EXTREME_KEYS - 1 ? 1 : -1); }
static double two_signs(int j, double size) { return size * (j % 2 ? -1 : 1); }
static double nearly_equal(int j, double size) { return size * (1 + 1e-6 * j); }

/* Checks one block at each scale. Scores are rounded to float, so that all builds get the same
 * scores. */
static void check_scores(struct block *b, double (*score)(int, double), const double *scales,
                         int count)
{
    int rows = b->tiling->rows, m = b->t.dims.m;
    b->row = xarray((size_t)rows, sizeof *b->row);
    for (int i = 0; i < rows * m; i++) {
        b->row[i / m].s[i % m] = (double)(float)score(b->extreme ? i % m : i, b->size);
        b->row[i / m].da[i % m] = draw("da", (size_t)(i / m * MAX_KEYS + i % m));
    }
    for (int i = 0; i < rows * b->tiling->tiles; i++) {
        struct row *r = &b->row[i / b->tiling->tiles];
        int tile = i % b->tiling->tiles;
        r->visible += r->seen[tile] = seen_columns(b, i / b->tiling->tiles, tile);
    }
    for (int k = 0; k < count && !b->check->wrong; k++) {
        b->t.scale = scales[k];
        for (int r = 0; r < rows; r++) find_row(b, &b->row[r]);
        if (!b->check->wrong && b->fast->fold) check_tiles(b);
    }
    free(b->row);
}

/* Opens a block, unless the normaliser refuses the sizes or a check has failed. */
static bool open_block(struct block *b, const struct tiling *tiling)
{
    struct fast_check *c = b->check;
    struct dims dims = {.heads = HEADS, .n = tiling->rows};
    for (int t = 0; t < tiling->tiles; t++) dims.m += tiling->cols[t];
    if (c->wrong || (c->formula->refuse && c->formula->refuse(&dims, c->args))) return false;
    choice_trial_open(&b->t, SLOT_NORMALIZER, c->formula, &dims, c->args, dims.m);
    choice_trial_draw(&b->t, REACH_NEAR, 1);
    b->tiling = tiling;
    b->reals = 0;
    for (int k = 0; k < b->t.tensors; k++) b->reals += b->t.arrays[k].count;
    require(b->reals <= MAX_REALS);
    return true;
}

static void check_random_scores(struct block *b)
{
    static const double scales[] = {1, 0.125, (double)3.7f, 0, -0.5};
    static const struct {
        const char *pattern;
        double size;
        double (*score)(int, double);
    } scores[] = {
        {"random", 1, random_score}, {"random", 30, random_score}, {"huge", 1e30, huge_score}};
    for (int t = 0; t < TILINGS; t++) {
        if (!open_block(b, &tilings[t])) continue;
        for (int k = 0; k < (t < TILINGS - 2 ? 1 : 3); k++) {
            b->pattern = scores[k].pattern;
            b->size = scores[k].size;
            check_scores(b, scores[k].score, scales, 5);
        }
        choice_trial_close(&b->t);
    }
}

static void check_extreme_scores(struct block *b)
{
    static const struct tiling whole_and_part[] = {{1, 2, {TILE_K, EXTREME_KEYS - TILE_K}},
                                                   {4, 2, {TILE_K, EXTREME_KEYS - TILE_K}}};
    static const double scales[] = {1, (double)0.3f, 0, -0.5}; /* 0.3f makes scale * s inexact */
    static const double sizes[] = {0,   1e-42, -1e-42, 1e-30, 1e-12, 1,    -1,
                                   1e4, -1e4,  1e18,   -1e18, 1e36,  -1e36};
    static const struct {
        const char *name;
        double (*score)(int, double);
    } patterns[] = {{"equal", equal}, {"falling", falling},  {"one-hot", one_hot},
                    {"late", late},   {"signed", two_signs}, {"nearly equal", nearly_equal}};
    b->extreme = true;
    for (int i = 0; i < 2; i++) {
        if (!open_block(b, &whole_and_part[i])) continue;
        for (int k = 0; k < 6 * 13; k++) {
            b->pattern = patterns[k / 13].name;
            b->size = sizes[k % 13];
            check_scores(b, patterns[k / 13].score, scales, 4);
        }
        choice_trial_close(&b->t);
    }
    b->extreme = false;
}

/* Checks that fast functions that depend on each other are either all present or all absent. */
static void check_members(struct fast_check *c)
{
    const struct normalizer *n = AS(normalizer, c->fast);
    if (!n->formula || !n->derivative) fast_fails(c, "formula or derivative is missing");
    if (!n->fold != !n->weights) fast_fails(c, "expected both `fold` and `weights`, or neither");
    if (n->backward && !n->fold) fast_fails(c, "`backward` needs `fold` and `weights`");
    if (n->stats && !n->begin) fast_fails(c, "`stats` is %d, but `begin` is missing", n->stats);
}

enum { FEW_KEYS = 3 };

/* Computes the formula's weights of a row. Returns false if the normaliser refuses the row's size.
 */
static bool weights_of(struct block *b, const double s[FEW_KEYS], double a[FEW_KEYS])
{
    static const struct tiling few_keys = {1, 1, {FEW_KEYS}};
    if (!open_block(b, &few_keys)) return false;
    memcpy(trial_input(&b->t, 0)->value, s, FEW_KEYS * sizeof *s);
    choice_trial_evaluate(&b->t);
    memcpy(a, b->t.out.value, FEW_KEYS * sizeof *a);
    choice_trial_close(&b->t);
    return true;
}

/* A normaliser that declares `fades` must give weight 0 to a key whose score is far below the
 * others. */
static void check_fades(struct block *b)
{
    static const double s[FEW_KEYS] = {-1e4, 0.5, -0.25};
    double a[FEW_KEYS];
    bool fades = AS(normalizer, b->check->formula)->fades;
    if (fades && weights_of(b, s, a) && !(fabs(a[0]) <= 1e-12))
        fast_fails(b->check,
                   "your normaliser declares fades, but your formula gives weight %g to a logit of "
                   "-1e4 (expected 0)",
                   a[0]);
}

/* A normaliser that declares `shift_invariant` must give the same weights if a constant is added to
 * all scores of a row, because scores omit constants of this kind. */
static void check_shift(struct block *b)
{
    static const double s[FEW_KEYS] = {-1.5, 0.5, 2}, shifted[FEW_KEYS] = {2.5, 4.5, 6};
    double a[FEW_KEYS], after[FEW_KEYS];
    if (!AS(normalizer, b->check->formula)->shift_invariant || !weights_of(b, s, a) ||
        !weights_of(b, shifted, after))
        return;
    for (int j = 0; j < FEW_KEYS; j++)
        if (!(fabs(after[j] - a[j]) <= 1e-12))
            fast_fails(b->check,
                       "your normaliser declares shift_invariant, but your formula gives key %d "
                       "weight %g for s = [-1.5, 0.5, 2] and weight %g for s + 4 (expected equal "
                       "weights)",
                       j, a[j], after[j]);
}

void normalizer_check(struct fast_check *c)
{
    struct block b = {.check = c, .fast = AS(normalizer, c->fast)};
    check_members(c);
    check_fades(&b);
    check_shift(&b);
    if (c->real_size == sizeof(float)) check_extreme_scores(&b);
    check_random_scores(&b);
}
