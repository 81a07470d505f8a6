/* SPDX-License-Identifier: MIT
 * Compares a score's fast tile and its published formulation with formula and derivative, for each
 * query-key pair. Tests several tile sizes, odd head widths, and shift-invariant normalisers. */
#include "harness/measure/choices/choice_check.h"

#include "models/parameters.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HEADS = 2, MAX_D = 64, LD = MAX_D + 3 };

/* A score with parameters and inputs: TILE_Q queries and TILE_K keys. */
struct pairs {
    struct fast_check *check;
    const struct score *fast;
    struct choice_trial t;
    int d;
    bool shift_invariant;
    double q[TILE_Q * MAX_D], k[TILE_K * MAX_D]; /* rows of d numbers */
};

static void set_pair(struct pairs *p, int r, int j)
{
    size_t bytes = (size_t)p->d * sizeof(double);
    memcpy(trial_input(&p->t, 0)->value, p->q + r * p->d, bytes);
    memcpy(trial_input(&p->t, 1)->value, p->k + j * p->d, bytes);
}
static double formula(struct pairs *p, int r, int j)
{
    set_pair(p, r, j);
    choice_trial_evaluate(&p->t);
    return p->t.out.value[0];
}
/* Adds the gradients for one pair. The gradients of q and k start at 0. */
static void differentiate(struct pairs *p, int r, int j, double ds)
{
    set_pair(p, r, j);
    choice_trial_clear(&p->t, p->t.tensors);
    p->t.out.gradient[0] = ds;
    p->t.kind->differentiate(&p->t);
}

/* Runs check() at head width `d`, unless the score refuses this width. `size` scales the random
 * entries of q and k. */
static void over_width(struct fast_check *c, int d, double size, void (*check)(struct pairs *))
{
    const struct dims dims = {HEADS * d, HEADS * d, HEADS, d, 5, 7, 1, 0, 0};
    struct pairs p = {.check = c, .fast = AS(score, c->fast), .d = d};
    if (c->wrong || (c->formula->refuse && c->formula->refuse(&dims, c->args))) return;
    choice_trial_open(&p.t, SLOT_SCORE, c->formula, &dims, c->args, 0);
    choice_trial_draw(&p.t, REACH_NEAR, 1);
    for (size_t i = 0; i < (size_t)(TILE_Q * d); i++) p.q[i] = (double)(float)(size * draw("q", i));
    for (size_t i = 0; i < (size_t)(TILE_K * d); i++) p.k[i] = (double)(float)(size * draw("k", i));
    check(&p);
    fast_release(c, 0, "score");
    choice_trial_close(&p.t);
}

/* Describes the inputs of a pair: "q = [...], k = [...]". */
static char *pair_text(const struct pairs *p, int r, int j)
{
    char *q = numbers_text(p->q + r * p->d, p->d), *k = numbers_text(p->k + j * p->d, p->d);
    char *text = xformat("q = %s, k = %s", q, k);
    free(q), free(k);
    return text;
}

/* ---- the formula ---- */

/* Checks that the derivative adds the same dq, whether or not dw is NULL. */
static void check_without_dw(struct pairs *p)
{
    double dq[MAX_D], dk[MAX_D] = {0};
    struct choice_trial *t = &p->t;
    choice_trial_clear(t, 0);
    differentiate(p, 0, 0, 1);
    memset(dq, 0, sizeof dq);
    AS(score, t->choice)
        ->derivative(&t->dims, &t->args, t->w, t->head, p->q, p->k, 1, dq, dk, NULL, t->scratch);
    if (memcmp(dq, trial_input(t, 0)->gradient, (size_t)p->d * sizeof *dq))
        fast_fails(p->check, "your derivative gives a different dq if dw is NULL");
}

/* Magnitude of large entries of q and k. The score must not be NaN, although dot products reach
 * 1e30 and more. */
static const double huge = 1e15;

static void check_huge_formula(struct pairs *p)
{
    if (isnan(formula(p, 0, 0)))
        fast_fails(p->check, "your formula gives NaN for q and k of size %g", huge);
}

/* ---- fast functions ---- */

/* Buffers of a tile of rows x cols. Rows of q, k, dq and dk have stride LD, with NaN in the gaps.
 */
struct tile {
    struct pairs *p;
    int rows, cols, distance; /* `distance` is the row stride of s and ds */
    struct dims dims;
    struct score_run run;
    struct fast_parameters parameters;
    struct reals q, k, s, ds, dq, dk;
};

/* Returns the initial value of gradient entry i. The backward functions must add to this value. */
static double start(size_t i) { return 0.25 * (double)(i % 7); }

/* Copies rows of d numbers. If x is NULL, fills the rows with start(). */
static struct reals fill_rows(struct pairs *p, const char *name, const double *x, int rows)
{
    struct reals to = fast_array(p->check, name, (size_t)rows * LD);
    for (int i = 0; i < rows * p->d; i++)
        put(&to, (size_t)(i / p->d * LD + i % p->d), x ? x[i] : start((size_t)i));
    return to;
}

static void *scratch(struct tile *t, size_t (*reals)(const struct dims *, const struct args *))
{
    return fast_array(t->p->check, "scratch", reals ? reals(&t->dims, t->run.args) : 0).data;
}

/* Runs the fast path. The backward pass runs if ds is not NULL. */
static void run_tile(struct tile *t, const double *ds)
{
    const struct score *f = t->p->fast;
    struct fast_check *c = t->p->check;
    size_t rows = (size_t)t->rows, cols = (size_t)t->cols;
    size_t nq = (size_t)f->q_features(&t->dims, t->run.args);
    size_t nk = (size_t)f->k_features(&t->dims, t->run.args);
    struct reals fq = fast_array(c, "fq", rows * nq), fk = fast_array(c, "fk", nk * TILE_K);
    struct reals dfq = fast_filled(c, "dfq", 0, rows * nq);
    struct reals dfk = fast_filled(c, "dfk", 0, nk * TILE_K);
    real *const *dw = t->parameters.dw, *reals = scratch(t, f->scratch);
    f->prepare_q(&t->run, t->q.data, LD, t->rows, fq.data, reals);
    f->prepare_k(&t->run, t->k.data, LD, t->cols, fk.data, reals);
    for (size_t i = 0; i < fk.count; i++)
        if (i % TILE_K >= cols && get(&fk, i) != 0)
            fast_fails(c,
                       "your prepare_k writes a nonzero value to column %zu (expected 0 beyond the "
                       "%zu keys)",
                       i % TILE_K, cols);
    if (!ds) {
        f->tile(&t->run, fq.data, t->rows, fk.data, t->cols, t->s.data, reals);
        return;
    }
    reals = scratch(t, f->backward_scratch);
    f->tile_backward(&t->run, fq.data, t->rows, fk.data, t->cols, t->ds.data, dfq.data, dfk.data,
                     dw, reals);
    f->prepare_q_backward(&t->run, t->q.data, LD, t->rows, fq.data, dfq.data, t->dq.data, LD, dw,
                          reals);
    f->prepare_k_backward(&t->run, t->k.data, LD, t->cols, fk.data, dfk.data, t->dk.data, LD, dw,
                          reals);
}

/* Runs the published formulation. The backward pass runs if ds is not NULL. */
static void run_published(struct tile *t, const double *ds)
{
    const struct score *f = t->p->fast;
    t->run.backward = ds;
    real *reals = scratch(t, ds ? f->materialise_backward_scratch : f->materialise_scratch);
    f->materialise(&t->run, t->q.data, LD, t->k.data, LD, t->s.data, reals);
    if (ds)
        f->materialise_backward(&t->run, t->q.data, LD, t->k.data, LD, t->ds.data, t->dq.data,
                                t->dk.data, t->parameters.dw, reals);
}

/* Runs run_tile() or run_published() on the first rows and columns. `ds` has row stride TILE_K. */
static void compute(struct pairs *p, int rows, int cols, const double *ds,
                    void (*run)(struct tile *, const double *), struct tile *t)
{
    struct fast_check *c = p->check;
    *t = (struct tile){.p = p, .rows = rows, .cols = cols, .dims = p->t.dims};
    t->distance = run == run_tile ? TILE_K : cols;
    t->dims.n = rows, t->dims.m = cols;
    fast_parameters(c, &p->t, 0, &t->parameters);
    for (int i = 0; i < p->t.tensors; i++)
        for (size_t j = 0; j < t->parameters.gradient[i].count; j++)
            put(&t->parameters.gradient[i], j, start(j));
    t->q = fill_rows(p, "q", p->q, rows), t->k = fill_rows(p, "k", p->k, cols);
    t->dq = fill_rows(p, "dq", NULL, rows), t->dk = fill_rows(p, "dk", NULL, cols);
    t->s = fast_array(c, "s", (size_t)(rows * t->distance));
    t->ds = fast_array(c, "ds", t->s.count);
    for (int i = 0; ds && i < rows * t->distance; i++)
        put(&t->ds, (size_t)i, ds[i / t->distance * TILE_K + i % t->distance]);
    t->run = (struct score_run){&t->dims,  &p->t.args,         t->parameters.w,
                                p->t.head, p->shift_invariant, false};
    run(t, ds);
}

/* ---- scores ---- */

/* Returns the tolerance: 64 rounding errors of `terms`, because sums have up to 64 terms. `terms`
 * is the sum of `|x * ds/dx|` over all inputs and parameters, plus 1 for terms that cancel. */
static double tolerance(struct pairs *p, int r, int j)
{
    double terms = 1;
    choice_trial_clear(&p->t, 0);
    differentiate(p, r, j, 1);
    for (int k = 0; k < p->t.count; k++)
        for (int i = 0; i < p->t.arrays[k].count; i++)
            terms += fabs(p->t.arrays[k].value[i] * p->t.arrays[k].gradient[i]);
    return 64 * epsilon(p->check) / 2 * terms;
}

/* Compares s with the formula for some rows and all columns. */
static void compare_scores(const struct tile *t, const char *function)
{
    struct pairs *p = t->p;
    for (int r = 0; r < t->rows && !p->check->wrong; r += t->rows > 8 ? t->rows - 1 : 1) {
        double shift = 0;
        for (int j = 0; j < t->cols; j++) {
            double got = get(&t->s, (size_t)(r * t->distance + j)), want = formula(p, r, j);
            if (j == 0 && p->shift_invariant) shift = got - want;
            double allowed = tolerance(p, r, j) * (shift != 0 ? 2 : 1);
            if (fabs(got - shift - want) <= allowed) continue;
            char *pair = pair_text(p, r, j);
            fast_fails(
                p->check,
                "your %s gives s[%d][%d] = %.9g, but your formula gives %.9g (tolerance %.2g), "
                "for %s",
                function, r, j, got - shift, want, allowed, pair);
            free(pair);
        }
    }
}

static void check_sizes(struct pairs *p)
{
    static const int rows[] = {1, 3, TILE_Q - 1, TILE_Q}, cols[] = {1, 15, 16, 17, 127, 128};
    struct tile t;
    for (int i = 0; i < 4 * 6 && !p->check->wrong; i++) {
        p->shift_invariant = (i / 6 + i % 6) % 2;
        compute(p, rows[i / 6], cols[i % 6], NULL, run_tile, &t);
        compare_scores(&t, "tile");
        fast_release(p->check, 0, "tile");
    }
}

static void check_materialise(struct pairs *p)
{
    struct tile t;
    compute(p, p->t.dims.n, p->t.dims.m, NULL, run_published, &t);
    compare_scores(&t, "materialise");
    fast_release(p->check, 0, "materialise");
}

/* The bits of a row must not depend on the other rows. A row that is alone in a tile is an
 * exception, because BLAS sums the last rows of a product in a different order. */
static void check_independent_rows(struct pairs *p)
{
    enum { CHANGED = 21 };
    struct tile before, after;
    compute(p, TILE_Q, TILE_K, NULL, run_tile, &before);
    memset(p->q + CHANGED * p->d, 0, (size_t)p->d * sizeof *p->q);
    compute(p, TILE_Q, TILE_K, NULL, run_tile, &after);
    for (size_t r = 0, bytes = TILE_K * after.s.size; r < TILE_Q; r++)
        if (r != CHANGED &&
            memcmp((char *)after.s.data + r * bytes, (char *)before.s.data + r * bytes, bytes))
            fast_fails(p->check, "in your tile, the bits of row %zu depend on row %d", r, CHANGED);
}

static void check_huge_tile(struct pairs *p)
{
    struct tile t;
    compute(p, TILE_Q, TILE_K, NULL, run_tile, &t);
    for (size_t i = 0; i < t.s.count; i++)
        if (isnan(get(&t.s, i)))
            fast_fails(p->check, "your tile gives NaN for q and k of size %g", huge);
}

/* ---- gradients ---- */

/* Fills ds of a tile with random numbers, rounded to float. About a third of the entries are 0, as
 * for invisible keys. If sum_to_zero is true, every row sums to 0. Returns the sum of |ds|. */
static double draw_ds(int rows, int cols, bool sum_to_zero, double *ds)
{
    double sum = 0;
    memset(ds, 0, TILE_Q * TILE_K * sizeof *ds);
    for (int r = 0; r < rows; r++) {
        double *row = ds + r * TILE_K, mean = 0;
        int seen = cols - r % 3 * cols / 3;
        for (int j = 0; j < seen; j++) row[j] = draw("ds", (size_t)(r * TILE_K + j));
        for (int j = 0; j < seen; j++) mean += row[j] / seen;
        for (int j = 0; j < seen; j++) row[j] = (double)(float)(row[j] - sum_to_zero * mean);
        for (int j = 0; j < seen; j++) sum += fabs(row[j]);
    }
    return sum;
}

/* Sums the derivatives over all pairs: dq (rows, d), dk (cols, d), and the trial's tensor
 * gradients. */
static void sum_pairs(struct pairs *p, int rows, int cols, const double *ds, double *dq, double *dk)
{
    choice_trial_clear(&p->t, 0);
    memset(dq, 0, (size_t)(rows * p->d) * sizeof *dq);
    memset(dk, 0, (size_t)(cols * p->d) * sizeof *dk);
    for (int at = 0; at < rows * cols; at++) {
        int r = at / cols, j = at % cols;
        if (ds[r * TILE_K + j] == 0) continue;
        differentiate(p, r, j, ds[r * TILE_K + j]);
        for (int i = 0; i < p->d; i++) {
            dq[r * p->d + i] += trial_input(&p->t, 0)->gradient[i];
            dk[j * p->d + i] += trial_input(&p->t, 1)->gradient[i];
        }
    }
}

/* Compares a gradient of `count` numbers in rows of d. The tolerance is relative to the largest
 * entry, plus rounding errors of terms that cancel. `terms` is the sum of |ds| over the pairs that
 * contribute to one entry; 2 is added for the initial value, which is at most 1.5. */
static void compare_gradient(const struct tile *t, const char *what, const double *want,
                             const struct reals *got, int count, int d, const double *ds,
                             double terms)
{
    struct pairs *p = t->p;
    double most = 0;
    for (int i = 0; i < count; i++) most = fmax(most, fabs(want[i]));
    double allowed =
        (p->check->real_size == 4 ? 1e-4 : 1e-11) * most + 4 * epsilon(p->check) * (terms + 2);
    int distance = (int)got->count / (count / d);
    for (size_t at = 0; at < got->count; at++) {
        int r = (int)at / distance, i = (int)at % distance;
        double x = get(got, at) - start((size_t)(r * d + i));
        if (i >= d && !isnan(x))
            fast_fails(p->check,
                       "your backward functions write to the padding between the rows of d%s",
                       what);
        if (i >= d || fabs(x - want[r * d + i]) <= allowed) continue;
        char *pair = pair_text(p, 0, 0), *row = numbers_text(ds, t->cols);
        fast_fails(
            p->check,
            "your backward functions give d%s[%d][%d] = %.9g, but your derivative gives %.9g "
            "(tolerance %.2g). The tile has %d x %d pairs%s and d_head %d. Its first pair is %s. "
            "Its first row of ds is %s",
            what, r, i, x, want[r * d + i], allowed, t->rows, t->cols,
            p->shift_invariant ? " (shift-invariant)" : "", p->d, pair, row);
        free(pair), free(row);
    }
}

static void check_backward(struct pairs *p, int rows, int cols, bool sum_to_zero,
                           void (*run)(struct tile *, const double *))
{
    double ds[TILE_Q * TILE_K], dq[TILE_Q * MAX_D], dk[TILE_K * MAX_D];
    double sum = draw_ds(rows, cols, sum_to_zero, ds);
    struct tile t;
    if (p->check->wrong) return;
    p->shift_invariant = sum_to_zero;
    sum_pairs(p, rows, cols, ds, dq, dk);
    compute(p, rows, cols, ds, run, &t);
    compare_gradient(&t, "q", dq, &t.dq, rows * p->d, p->d, ds, sum / rows);
    compare_gradient(&t, "k", dk, &t.dk, cols * p->d, p->d, ds, sum / cols);
    for (int i = 0; i < p->t.tensors; i++) {
        int count = p->t.arrays[i].count;
        compare_gradient(&t, p->t.arrays[i].name, p->t.arrays[i].gradient,
                         &t.parameters.gradient[i], count, count, ds, sum);
    }
    fast_release(p->check, 0, run == run_tile ? "backward functions" : "materialise_backward");
}

static void check_tiles_backward(struct pairs *p)
{
    static const int rows[] = {1, 3, TILE_Q}, cols[] = {1, 16, 17, 127};
    for (int i = 0; i < 3 * 4 * 2; i++)
        check_backward(p, rows[i / 8], cols[i / 2 % 4], i % 2, run_tile);
}

/* Uses head width 33, so that rows contain whole vectors. */
static void check_wide_backward(struct pairs *p)
{
    for (int zero = 0; zero < 2; zero++) check_backward(p, 5, TILE_K, zero, run_tile);
}

static void check_published_backward(struct pairs *p)
{
    static const int rows[] = {1, 5, TILE_Q}, cols[] = {1, 17, 128};
    for (int i = 0; i < 9; i++) check_backward(p, rows[i / 3], cols[i % 3], false, run_published);
}

/* Largest expected slope of a score at rows of zeros. QK-norm reaches this value; the slopes of
 * other scores are much smaller. */
static const double MOST_SLOPE = 1e6;

/* Row 0 of q and of k is 0; row 1 is near 0. */
static void check_zero_rows(struct pairs *p)
{
    enum { ROWS = 3, COLS = 17 };
    double ds[TILE_Q * TILE_K], dq[ROWS * MAX_D], dk[COLS * MAX_D], most = 0;
    for (int i = 0; i < p->d; i++) {
        p->q[i] = p->k[i] = 0;
        p->q[p->d + i] = (double)(float)(1e-8 * (i + 1));
        p->k[p->d + i] = (double)1e-8f;
    }
    for (int zero = 0; p->fast->tile_backward && zero < 2; zero++)
        check_backward(p, ROWS, COLS, zero, run_tile);
    double sum = draw_ds(ROWS, COLS, false, ds);
    sum_pairs(p, ROWS, COLS, ds, dq, dk);
    for (int i = 0; i < ROWS * p->d; i++) most = fmax(most, fabs(dq[i]));
    for (int i = 0; i < COLS * p->d; i++) most = fmax(most, fabs(dk[i]));
    if (!(most <= 2 * MOST_SLOPE * sum)) /* factor 2 for the random temperature */
        fast_fails(p->check,
                   "for rows near 0, your derivative gives gradients as large as %g, where the sum "
                   "of |ds| is %g (expected at most %g times this sum)",
                   most, sum, 2 * MOST_SLOPE);
}

/* ---- the check ---- */

/* Checks that functions that the engine calls together are all present or all absent. */
static void check_members(struct fast_check *c)
{
    const struct score *s = AS(score, c->fast);
    if (!s->formula || !s->derivative) fast_fails(c, "formula or derivative is missing");
    if (s->tile && (!s->q_features || !s->k_features || !s->prepare_q || !s->prepare_k))
        fast_fails(c, "`tile` needs `q_features`, `k_features`, `prepare_q` and `prepare_k`");
    if (!s->tile_backward != !s->prepare_q_backward || !s->tile_backward != !s->prepare_k_backward)
        fast_fails(c,
                   "tile_backward, prepare_q_backward and prepare_k_backward must be set together");
    if (s->tile_backward && !s->tile) fast_fails(c, "`tile_backward` needs `tile`");
    if (s->product && !s->tile) fast_fails(c, "`product` needs `tile`");
    if (s->materialise_backward && !s->materialise)
        fast_fails(c, "`materialise_backward` needs `materialise`");
}

void score_check(struct fast_check *c)
{
    const struct score *s = AS(score, c->fast);
    const struct {
        bool present;
        int d;
        double size;
        void (*run)(struct pairs *);
    } checks[] = {
        {true, 7, 1, check_without_dw},
        {true, 33, huge, check_huge_formula},
        {s->tile, 7, 1, check_sizes},
        {s->materialise, 7, 1, check_materialise},
        {s->tile, 33, 1, check_sizes},
        {s->materialise, 33, 1, check_materialise},
        {s->tile, MAX_D, 1, check_independent_rows},
        {s->tile, 33, huge, check_huge_tile},
        {true, 7, 1, check_zero_rows},
        {s->tile_backward, 7, 1, check_tiles_backward},
        {s->tile_backward, 33, 1, check_wide_backward},
        {s->materialise_backward, 7, 1, check_published_backward},
    };
    check_members(c);
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
        if (checks[i].present) over_width(c, checks[i].d, checks[i].size, checks[i].run);
}
