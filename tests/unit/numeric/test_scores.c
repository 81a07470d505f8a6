/* SPDX-License-Identifier: MIT
 * Compares every score in every build with its formula: fast tiles and the published formulation.
 * Covers argument values, tile sizes and odd d_head. */
#include "tests/unit/score_trial.h"

/* Checks that dq is the same whether dw is NULL or not. */
static void check_without_dw(struct problem *p)
{
    double q[MAX_D], k[MAX_D], dq[2][MAX_D] = {{0}}, dk[MAX_D] = {0}, *dw[MAX_TENSORS];
    for (size_t i = 0; i < MAX_D; i++) q[i] = draw("q", i), k[i] = draw("k", i);
    for (int t = 0; t < p->tensors; t++)
        dw[t] = kept(xarray(tensor_count(&p->tensor[t]), sizeof(double)));
    for (int i = 0; i < 2; i++)
        p->formula->derivative(&p->dims, &p->args, (const double *const *)p->w, HEAD, q, k, 1,
                               dq[i], dk, i ? NULL : dw, p->scratch);
    assert_memory_equal(dq[0], dq[1], sizeof dq[0]);
}
static void check_no_parameters(int score) { over_arguments(score, 7, check_without_dw); }

/* Scale of huge q and k. Their dot products of 1e30 and more must not become NaN. */
static const double huge = 1e15;

static void check_huge_formula(struct problem *p)
{
    double q[MAX_D], k[MAX_D];
    for (size_t i = 0; i < MAX_D; i++) q[i] = huge * draw("q", i), k[i] = huge * draw("k", i);
    if (isnan(formula(p, q, k)))
        fail_msg("%s is NaN for inputs of size %g", p->formula->base.name, huge);
}
static void check_huge_formulas(int score) { over_arguments(score, 33, check_huge_formula); }

/* ---- fast paths ---- */

/* Returns the sum of |x dx| over all entries. */
static double weighed(const double *x, const double *dx, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += fabs(x[i] * dx[i]);
    return sum;
}

/* Returns the allowed error of score s: 64 rounding errors of its terms, because sums have up to 64
 * terms. */
static double tolerance(const struct problem *p, size_t real_size, const double *q, const double *k)
{
    int d = p->dims.d_head;
    double dq[MAX_D] = {0}, dk[MAX_D] = {0}, *dw[MAX_TENSORS] = {0}, size = 1;
    for (int t = 0; t < p->tensors; t++)
        dw[t] = xarray(tensor_count(&p->tensor[t]), sizeof(double));
    p->formula->derivative(&p->dims, &p->args, (const double *const *)p->w, HEAD, q, k, 1, dq, dk,
                           dw, p->scratch);
    size += weighed(q, dq, (size_t)d) + weighed(k, dk, (size_t)d);
    for (int t = 0; t < p->tensors; t++) {
        size += weighed(p->w[t], dw[t], tensor_count(&p->tensor[t]));
        free(dw[t]);
    }
    return 64 * (real_size == 4 ? (double)FLT_EPSILON / 2 : DBL_EPSILON / 2) * size;
}

/* Compares s with the formula for some rows and all columns. The rows of s are `distance` numbers
 * apart. */
static void compare(const struct problem *p, const struct fast *f, const struct guarded *s,
                    int rows, int cols, int distance)
{
    int d = p->dims.d_head;
    double q[MAX_D] = {0}, k[MAX_D] = {0};
    for (int r = 0; r<rows; r += rows> 8 ? rows - 1 : 1) {
        double shift = 0;
        row(&f->q, r, d, q);
        for (int j = 0; j < cols; j++) {
            row(&f->k, j, d, k);
            double got = get(s, (size_t)(r * distance + j)), want = formula(p, q, k);
            if (j == 0 && f->run.shift_invariant) shift = got - want;
            double allowed = tolerance(p, f->build->real_size, q, k) * (shift != 0 ? 2 : 1);
            if (!(fabs(got - shift - want) <= allowed))
                fail_msg("%s [%s] D=%d %dx%d s[%d][%d] = %.9g, expected %.9g (tolerance %g)",
                         p->formula->base.name, f->build->name, d, rows, cols, r, j, got - shift,
                         want, allowed);
        }
    }
}

/* Computes the scores of a tile: `rows` queries starting at query `first`, and keys 0 to `cols` -
 * 1. */
static struct guarded compute_tile(const struct problem *p, struct fast *f, int first, int rows,
                                   int cols)
{
    size_t size = f->build->real_size;
    size_t nq = (size_t)f->score->q_features(&p->dims, &p->args);
    size_t nk = (size_t)f->score->k_features(&p->dims, &p->args);
    struct guarded fq = guarded((size_t)rows * nq, size), fk = guarded(nk * TILE_K, size);
    struct guarded s = guarded((size_t)rows * TILE_K, size);
    const char *q = (const char *)f->q.data + (size_t)first * LD * size;
    f->score->prepare_q(&f->run, (const void *)q, LD, rows, fq.data, f->scratch.data);
    f->score->prepare_k(&f->run, f->k.data, LD, cols, fk.data, f->scratch.data);
    for (size_t i = 0; i < nk; i++)
        for (size_t j = (size_t)cols; j < TILE_K; j++) assert_true(get(&fk, i * TILE_K + j) == 0);
    f->score->tile(&f->run, fq.data, rows, fk.data, cols, s.data, f->scratch.data);
    release(&fq), release(&fk);
    return s;
}

static void check_sizes(const struct problem *p, struct fast *f)
{
    static const int rows[] = {1, 3, TILE_Q - 1, TILE_Q}, cols[] = {1, 15, 16, 17, 127, 128};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++) {
            f->run.shift_invariant = (i + j) % 2;
            struct guarded s = compute_tile(p, f, 0, rows[i], cols[j]);
            compare(p, f, &s, rows[i], cols[j], TILE_K);
            release(&s);
        }
}

/* Checks that the scores of a row are independent of other rows of q, bit for bit. */
static void check_row_alone(const struct problem *p, struct fast *f)
{
    const size_t changed = 21, size = f->build->real_size;
    struct guarded before = compute_tile(p, f, 0, TILE_Q, TILE_K);
    char *row = (char *)f->q.data + changed * LD * size, kept[MAX_D * sizeof(double)];
    memcpy(kept, row, (size_t)p->dims.d_head * size);
    memset(row, 0, (size_t)p->dims.d_head * size);
    struct guarded after = compute_tile(p, f, 0, TILE_Q, TILE_K);
    memcpy(row, kept, (size_t)p->dims.d_head * size);
    for (size_t r = 0; r < TILE_Q; r++) {
        size_t bytes = TILE_K * size;
        if (r != changed &&
            memcmp((char *)after.data + r * bytes, (char *)before.data + r * bytes, bytes))
            fail_msg("%s [%s]: row %zu depends on row %zu", p->formula->base.name, f->build->name,
                     r, changed);
    }
    release(&before), release(&after);
}

static void check_materialise(const struct problem *p, struct fast *f)
{
    struct guarded s = guarded((size_t)(p->dims.n * p->dims.m), f->build->real_size);
    f->run.shift_invariant = false;
    f->score->materialise(&f->run, f->q.data, LD, f->k.data, LD, s.data, f->scratch.data);
    compare(p, f, &s, p->dims.n, p->dims.m, p->dims.m);
    release(&s);
}

static void over_builds(struct problem *p, double size,
                        void (*check)(const struct problem *, struct fast *))
{
    const struct kernels *builds[MAX_BUILDS];
    for (int i = list_builds(builds) - 1; i >= 0; i--) {
        struct fast f;
        open_fast(&f, builds[i], p, size);
        check(p, &f);
        close_fast(&f, p->tensors);
    }
}

static void all_sizes(struct problem *p) { over_builds(p, 1, check_sizes); }
static void check_tiles(int score)
{
    over_arguments(score, 7, all_sizes);
    over_arguments(score, 33, all_sizes);
}

static void all_published(struct problem *p) { over_builds(p, 1, check_materialise); }
static void check_published(int score)
{
    over_arguments(score, 7, all_published);
    over_arguments(score, 33, all_published);
}

static void rows_alone(struct problem *p) { over_builds(p, 1, check_row_alone); }
static void check_rows(int score) { over_arguments(score, MAX_D, rows_alone); }

static void check_huge(const struct problem *p, struct fast *f)
{
    struct guarded s = compute_tile(p, f, 0, TILE_Q, TILE_K);
    for (size_t i = 0; i < TILE_Q * TILE_K; i++) assert_false(isnan(get(&s, i)));
    release(&s);
}
static void all_huge(struct problem *p) { over_builds(p, huge, check_huge); }
static void check_huge_tiles(int score) { over_arguments(score, 33, all_huge); }

/* ---- fast functions of a score ---- */

/* Checks that a score defines either all or none of the functions that the engine calls together.
 */
static void check_members(int score)
{
    const struct score *s = scores_formula[score];
    const char *of = s->base.name;
    assert_non_null(s->formula);
    assert_non_null(s->derivative);
    if (s->tile && (!s->q_features || !s->k_features || !s->prepare_q || !s->prepare_k))
        fail_msg("%s: the function tile needs q_features, k_features, prepare_q and prepare_k", of);
    if (!s->tile_backward != !s->prepare_q_backward || !s->tile_backward != !s->prepare_k_backward)
        fail_msg(
            "%s: tile_backward, prepare_q_backward and prepare_k_backward must be set together",
            of);
    if (s->product && !s->tile) fail_msg("%s: the function product needs tile", of);
    if (s->materialise_backward && !s->materialise)
        fail_msg("%s: the function materialise_backward needs materialise", of);
}
static bool has_published(int score) { return scores_formula[score]->materialise != NULL; }

TEST_GROUP()
{
    static const char tile[] = "no tile function; the engine applies the formula pair by pair";
    static const struct check checks[] = {
        {.what = "members", .run = check_members},
        {.what = "derivative without dw", .run = check_no_parameters},
        {.what = "formula of huge inputs", .run = check_huge_formulas},
        {"tiles", check_tiles, has_tile, tile},
        {"independent rows", check_rows, has_tile, tile},
        {"tiles of huge inputs", check_huge_tiles, has_tile, tile},
        {"published formulation", check_published, has_published, NULL}};
    return check_each_choice("scores", checks, sizeof checks / sizeof *checks, SCORES, name_of);
}
