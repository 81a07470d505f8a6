/* SPDX-License-Identifier: MIT
 * Compares a score's fast tile and published formulation with its formula, for several tile sizes
 * and odd head widths. */
#include "harness/measure/choices/score_trial.h"

/* ---- the formula ---- */

/* Checks that the derivative adds the same values to dq if dw is NULL. */
static void check_without_dw(struct fast *f)
{
    const struct problem *p = f->p;
    double q[MAX_D], k[MAX_D], dq[2][MAX_D] = {{0}}, dk[MAX_D] = {0}, *dw[MAX_TENSORS] = {0};
    row(&f->q, 0, p->dims.d_head, q), row(&f->k, 0, p->dims.d_head, k);
    for (int t = 0; t < p->tensors; t++) dw[t] = xarray(entries(&p->tensor[t]), sizeof(double));
    for (int i = 0; i < 2; i++)
        p->formula->derivative(&p->dims, &p->args, (const double *const *)p->w, HEAD, q, k, 1,
                               dq[i], dk, i ? NULL : dw, p->scratch);
    for (int t = 0; t < p->tensors; t++) free(dw[t]);
    if (memcmp(dq[0], dq[1], sizeof dq[0]))
        fast_fails(f->check, "your derivative gives another dq if dw is NULL");
}

/* Magnitude of the entries of q and k. Dot products of 1e30 and more must not become NaN. */
static const double huge = 1e15;

static void check_huge_formula(struct fast *f)
{
    double q[MAX_D], k[MAX_D];
    row(&f->q, 0, f->p->dims.d_head, q), row(&f->k, 0, f->p->dims.d_head, k);
    if (isnan(formula(f->p, q, k)))
        fast_fails(f->check, "your formula gives NaN for q and k of size %g", huge);
}

/* ---- tiles ---- */

/* Returns the sum of |x dx|, the first-order change of s if every x changes by its own size. */
static double weighed(const double *x, const double *dx, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++) sum += fabs(x[i] * dx[i]);
    return sum;
}

/* Returns the tolerance: 64 rounding errors of all terms of s, because sums have up to 64 terms.
 * The initial `size` of 1 allows for terms that cancel; inputs and hidden units are of this size.
 */
static double tolerance(const struct fast *f, const double *q, const double *k)
{
    const struct problem *p = f->p;
    int d = p->dims.d_head;
    double dq[MAX_D] = {0}, dk[MAX_D] = {0}, *dw[MAX_TENSORS] = {0}, size = 1;
    for (int t = 0; t < p->tensors; t++) dw[t] = xarray(entries(&p->tensor[t]), sizeof(double));
    p->formula->derivative(&p->dims, &p->args, (const double *const *)p->w, HEAD, q, k, 1, dq, dk,
                           dw, p->scratch);
    size += weighed(q, dq, (size_t)d) + weighed(k, dk, (size_t)d);
    for (int t = 0; t < p->tensors; t++) {
        size += weighed(p->w[t], dw[t], entries(&p->tensor[t]));
        free(dw[t]);
    }
    return 64 * (f->real_size == 4 ? (double)FLT_EPSILON / 2 : DBL_EPSILON / 2) * size;
}

static void differs(const struct fast *f, const char *function, int r, int j, double got,
                    double want, double allowed)
{
    char *pair = pair_text(f, r, j);
    fast_fails(f->check,
               "your %s gives s[%d][%d] = %.9g, but your formula %.9g (tolerance %.2g), for %s",
               function, r, j, got, want, allowed, pair);
    free(pair);
}

/* Compares s with the formula for some rows and all columns. Rows of s are `distance` apart. */
static void compare(const struct fast *f, const char *function, const struct guarded *s, int rows,
                    int cols, int distance)
{
    int d = f->p->dims.d_head;
    double q[MAX_D] = {0}, k[MAX_D] = {0};
    for (int r = 0; r < rows && !f->check->wrong; r += rows > 8 ? rows - 1 : 1) {
        double shift = 0;
        row(&f->q, r, d, q);
        for (int j = 0; j < cols; j++) {
            row(&f->k, j, d, k);
            double got = get(s, (size_t)(r * distance + j)), want = formula(f->p, q, k);
            if (j == 0 && f->run.shift_invariant) shift = got - want;
            double allowed = tolerance(f, q, k) * (shift != 0 ? 2 : 1);
            if (!(fabs(got - shift - want) <= allowed))
                differs(f, function, r, j, got - shift, want, allowed);
        }
    }
}

/* Computes the features and scores of a tile: rows of q and columns of k from 0. */
static struct guarded compute_tile(struct fast *f, int rows, int cols)
{
    size_t size = f->real_size;
    size_t nq = (size_t)f->score->q_features(&f->p->dims, &f->p->args);
    size_t nk = (size_t)f->score->k_features(&f->p->dims, &f->p->args);
    struct guarded fq = guarded((size_t)rows * nq, size), fk = guarded(nk * TILE_K, size);
    struct guarded s = guarded((size_t)rows * TILE_K, size);
    f->score->prepare_q(&f->run, f->q.data, LD, rows, fq.data, f->scratch.data);
    f->score->prepare_k(&f->run, f->k.data, LD, cols, fk.data, f->scratch.data);
    for (size_t i = 0; i < nk; i++)
        for (size_t j = (size_t)cols; j < TILE_K; j++)
            if (get(&fk, i * TILE_K + j) != 0)
                fast_fails(f->check, "your prepare_k does not write 0 to column %zu of %d keys", j,
                           cols);
    f->score->tile(&f->run, fq.data, rows, fk.data, cols, s.data, f->scratch.data);
    fast_release(f->check, &fq, "prepare_q"), fast_release(f->check, &fk, "prepare_k");
    return s;
}

static void check_sizes(struct fast *f)
{
    static const int rows[] = {1, 3, TILE_Q - 1, TILE_Q}, cols[] = {1, 15, 16, 17, 127, 128};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6 && !f->check->wrong; j++) {
            f->run.shift_invariant = (i + j) % 2;
            struct guarded s = compute_tile(f, rows[i], cols[j]);
            compare(f, "tile", &s, rows[i], cols[j], TILE_K);
            fast_release(f->check, &s, "tile");
        }
}

/* The bits of a row must not depend on the other rows. A row that is alone in a tile may have
 * different bits: BLAS sums the last rows of a product in a different order. */
static void check_independent_rows(struct fast *f)
{
    const size_t changed = 21, size = f->real_size;
    struct guarded before = compute_tile(f, TILE_Q, TILE_K);
    memset((char *)f->q.data + changed * LD * size, 0, (size_t)f->p->dims.d_head * size);
    struct guarded after = compute_tile(f, TILE_Q, TILE_K);
    for (size_t r = 0; r < TILE_Q; r++) {
        size_t bytes = TILE_K * size;
        if (r != changed &&
            memcmp((char *)after.data + r * bytes, (char *)before.data + r * bytes, bytes))
            fast_fails(f->check, "your tile: row %zu depends on row %zu", r, changed);
    }
    fast_release(f->check, &before, "tile"), fast_release(f->check, &after, "tile");
}

static void check_huge_tile(struct fast *f)
{
    struct guarded s = compute_tile(f, TILE_Q, TILE_K);
    for (size_t i = 0; i < TILE_Q * TILE_K; i++)
        if (isnan(get(&s, i)))
            fast_fails(f->check, "your tile gives NaN for q and k of size %g", huge);
    fast_release(f->check, &s, "tile");
}

/* ---- the published formulation ---- */

static void check_materialise(struct fast *f)
{
    struct guarded s = guarded((size_t)(f->p->dims.n * f->p->dims.m), f->real_size);
    f->score->materialise(&f->run, f->q.data, LD, f->k.data, LD, s.data, f->scratch.data);
    compare(f, "materialise", &s, f->p->dims.n, f->p->dims.m, f->p->dims.m);
    fast_release(f->check, &s, "materialise");
}

/* ---- the check ---- */

/* Checks that functions that the engine calls together are all present or all absent. */
static void check_members(struct fast_check *c)
{
    const struct score *s = (const void *)c->fast;
    if (!s->formula || !s->derivative) fast_fails(c, "formula or derivative is missing");
    if (s->tile && (!s->q_features || !s->k_features || !s->prepare_q || !s->prepare_k))
        fast_fails(c, "tile needs q_features, k_features, prepare_q and prepare_k");
    if (!s->tile_backward != !s->prepare_q_backward || !s->tile_backward != !s->prepare_k_backward)
        fast_fails(c,
                   "tile_backward, prepare_q_backward and prepare_k_backward must be set together");
    if (s->tile_backward && !s->tile) fast_fails(c, "tile_backward needs tile");
    if (s->product && !s->tile) fast_fails(c, "product needs tile");
    if (s->materialise_backward && !s->materialise)
        fast_fails(c, "materialise_backward needs materialise");
}

void score_forward_check(struct fast_check *c)
{
    const struct score *s = (const void *)c->fast;
    check_members(c);
    over_width(c, 7, 1, check_without_dw);
    over_width(c, 33, huge, check_huge_formula);
    for (int d = 7; d <= 33; d += 33 - 7) {
        if (s->tile) over_width(c, d, 1, check_sizes);
        if (s->materialise) over_width(c, d, 1, check_materialise);
    }
    if (!s->tile) return;
    over_width(c, MAX_D, 1, check_independent_rows);
    over_width(c, 33, huge, check_huge_tile);
}
