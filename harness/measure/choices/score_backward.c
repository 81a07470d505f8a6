/* SPDX-License-Identifier: MIT
 * Compares a score's backward functions (fast path and published formulation) with its derivative,
 * summed over all pairs of a tile. Tile sizes vary, and the normaliser may be shift-invariant. */
#include "harness/measure/choices/score_trial.h"

/* ---- expected gradients: the derivative, pair by pair ---- */

struct sums {
    double *dq, *dk, *dw[MAX_TENSORS]; /* expected gradients dq (TILE_Q, D) and dk (TILE_K, D) */
};
static struct sums open_sums(const struct problem *p)
{
    size_t d = (size_t)p->dims.d_head;
    struct sums s = {xarray(TILE_Q * d, sizeof(double)), xarray(TILE_K * d, sizeof(double)), {0}};
    for (int t = 0; t < p->tensors; t++) s.dw[t] = xarray(entries(&p->tensor[t]), sizeof(double));
    return s;
}
static void close_sums(struct sums *s, int tensors)
{
    free(s->dq), free(s->dk);
    for (int t = 0; t < tensors; t++) free(s->dw[t]);
}

/* Fills ds of a tile with random numbers, rounded to float. About a third of the entries are 0, as
 * for invisible keys. If sum_to_zero is true, every row sums to 0. */
static void draw_ds(int rows, int cols, bool sum_to_zero, double *ds)
{
    memset(ds, 0, TILE_Q * TILE_K * sizeof *ds);
    for (int r = 0; r < rows; r++) {
        double *row = ds + r * TILE_K, mean = 0;
        int seen = cols - r % 3 * cols / 3;
        for (int j = 0; j < seen; j++) row[j] = draw("ds", (size_t)(r * TILE_K + j));
        for (int j = 0; j < seen; j++) mean += row[j] / seen;
        for (int j = 0; j < seen; j++) row[j] = (double)(float)(row[j] - sum_to_zero * mean);
    }
}

static struct sums wanted(const struct fast *inputs, int rows, int cols, const double *ds)
{
    const struct problem *p = inputs->p;
    struct sums s = open_sums(p);
    int d = p->dims.d_head;
    double q[MAX_D], k[MAX_D];
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < cols; j++) {
            if (ds[r * TILE_K + j] == 0) continue;
            row(&inputs->q, r, d, q);
            row(&inputs->k, j, d, k);
            p->formula->derivative(&p->dims, &p->args, (const double *const *)p->w, HEAD, q, k,
                                   ds[r * TILE_K + j], s.dq + r * d, s.dk + j * d, s.dw,
                                   p->scratch);
        }
    return s;
}

/* ---- computed gradients ---- */

struct gradients {
    struct guarded fq, fk, dfq, dfk, dq, dk, ds, dw[MAX_TENSORS], scratch;
    void *pointers[MAX_TENSORS];
};

/* Returns the initial value of gradient entry i. The backward functions must add to this value. */
static double start(size_t i) { return 0.25 * (double)(i % 7); }
static struct guarded started(size_t count, size_t real_size)
{
    struct guarded g = guarded(count, real_size);
    for (size_t i = 0; i < count; i++) put(&g, i, start(i));
    return g;
}
/* Gradient rows with row stride LD and NaN between them. */
static struct guarded started_rows(int rows, int d, size_t real_size)
{
    struct guarded g = guarded((size_t)rows * LD, real_size);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < d; i++) put(&g, (size_t)(r * LD + i), start((size_t)(r * d + i)));
    return g;
}

static struct gradients open_gradients(const struct fast *f, int rows, int cols, const double *ds)
{
    const struct problem *p = f->p;
    size_t size = f->real_size;
    const struct score *s = f->score;
    size_t nq = s->tile ? (size_t)s->q_features(&p->dims, &p->args) : 0;
    size_t nk = s->tile ? (size_t)s->k_features(&p->dims, &p->args) : 0;
    struct gradients g = {.fq = guarded((size_t)rows * nq, size),
                          .fk = guarded(nk * TILE_K, size),
                          .dfq = guarded_filled(0, (size_t)rows * nq, size),
                          .dfk = guarded_filled(0, nk * TILE_K, size),
                          .dq = started_rows(rows, p->dims.d_head, size),
                          .dk = started_rows(cols, p->dims.d_head, size),
                          .ds = guarded((size_t)rows * TILE_K, size),
                          .scratch = guarded(size_or_0(f->score->backward_scratch, p), size)};
    for (int t = 0; t < p->tensors; t++) {
        g.dw[t] = started(entries(&p->tensor[t]), size);
        g.pointers[t] = g.dw[t].data;
    }
    for (size_t i = 0; i < (size_t)rows * TILE_K; i++) put(&g.ds, i, ds[i]);
    return g;
}
static void close_gradients(const struct fast *f, struct gradients *g)
{
    static const char name[] = "backward functions";
    struct guarded *all[] = {&g->fq, &g->fk, &g->dfq, &g->dfk, &g->dq, &g->dk, &g->ds, &g->scratch};
    for (int i = 0; i < 8; i++) fast_release(f->check, all[i], name);
    for (int t = 0; t < f->p->tensors; t++) fast_release(f->check, &g->dw[t], name);
}

static void compute(struct fast *f, struct gradients *g, int rows, int cols)
{
    real *const *dw = (real *const *)g->pointers;
    const struct score *s = f->score;
    s->prepare_q(&f->run, f->q.data, LD, rows, g->fq.data, f->scratch.data);
    s->prepare_k(&f->run, f->k.data, LD, cols, g->fk.data, f->scratch.data);
    s->tile_backward(&f->run, g->fq.data, rows, g->fk.data, cols, g->ds.data, g->dfq.data,
                     g->dfk.data, dw, g->scratch.data);
    s->prepare_q_backward(&f->run, f->q.data, LD, rows, g->fq.data, g->dfq.data, g->dq.data, LD, dw,
                          g->scratch.data);
    s->prepare_k_backward(&f->run, f->k.data, LD, cols, g->fk.data, g->dfk.data, g->dk.data, LD, dw,
                          g->scratch.data);
}

/* Runs the published formulation forward and backward on a tile of rows x cols. The scratch memory
 * has exactly the declared size. */
static void compute_published(struct fast *f, struct gradients *g, int rows, int cols)
{
    size_t size = f->real_size, pairs = (size_t)rows * (size_t)cols;
    const struct dims *whole = f->run.dims;
    struct dims dims = *whole;
    dims.n = rows;
    dims.m = cols;
    f->run.dims = &dims;
    f->run.backward = true;
    struct guarded s = guarded(pairs, size), ds = guarded(pairs, size);
    size_t (*reals)(const struct dims *, const struct args *) =
        f->score->materialise_backward_scratch;
    struct guarded scratch = guarded(reals ? reals(&dims, f->run.args) : 0, size);
    for (int r = 0; r < rows; r++)
        for (int j = 0; j < cols; j++)
            put(&ds, (size_t)(r * cols + j), get(&g->ds, (size_t)(r * TILE_K + j)));
    f->score->materialise(&f->run, f->q.data, LD, f->k.data, LD, s.data, scratch.data);
    f->score->materialise_backward(&f->run, f->q.data, LD, f->k.data, LD, ds.data, g->dq.data,
                                   g->dk.data, (real *const *)g->pointers, scratch.data);
    static const char name[] = "materialise_backward";
    fast_release(f->check, &s, name), fast_release(f->check, &ds, name);
    fast_release(f->check, &scratch, name);
    f->run.dims = whole;
    f->run.backward = false;
}

/* ---- comparison ---- */

struct trial {
    struct fast *f;
    int rows, cols;
    const double *ds;
    double sum_ds; /* sum of |ds| */
};

static void differs(const struct trial *t, const char *what, int r, int i, double got, double want,
                    double allowed)
{
    char *pair = pair_text(t->f, 0, 0), *ds = numbers_text(t->ds, t->cols);
    fast_fails(t->f->check,
               "your backward functions give d%s[%d][%d] = %.9g, but your derivative %.9g "
               "(tolerance %.2g), for a tile of %d x %d%s, d_head %d; first pair: %s; first row of "
               "ds: %s",
               what, r, i, got, want, allowed, t->rows, t->cols,
               t->f->run.shift_invariant ? ", shift-invariant" : "", t->f->p->dims.d_head, pair,
               ds);
    free(pair), free(ds);
}

/* The allowed error is relative to the tensor's largest entry, plus rounding errors of terms that
 * cancel. `terms` is the sum of |ds| that contributes to one entry. The 2 allows for the initial
 * value, which is at most 1.5. */
static void compare(const struct trial *t, const char *what, const double *want,
                    const struct guarded *got, int rows, int d, int ld, double terms)
{
    bool single = t->f->real_size == 4;
    double most = 0;
    for (int i = 0; i < rows * d; i++) most = fmax(most, fabs(want[i]));
    double allowed = (single ? 1e-4 : 1e-11) * most +
                     (single ? (double)FLT_EPSILON : DBL_EPSILON) * 4 * (terms + 2);
    for (int r = 0; r < rows; r++) {
        for (int i = 0; i < d; i++) {
            size_t at = (size_t)(r * d + i);
            double x = get(got, (size_t)(r * ld + i)) - start(at);
            if (!(fabs(x - want[at]) <= allowed)) differs(t, what, r, i, x, want[at], allowed);
        }
        for (int i = d; i < ld; i++)
            if (!isnan(get(got, (size_t)(r * ld + i))))
                fast_fails(t->f->check, "your backward functions write between the rows of d%s",
                           what);
    }
}

/* Compares the gradients of computed() for a tile. */
static void check_tile(struct fast *f, int rows, int cols, const double *ds,
                       void (*computed)(struct fast *, struct gradients *, int rows, int cols))
{
    const struct problem *p = f->p;
    struct sums want = wanted(f, rows, cols, ds);
    struct gradients g = open_gradients(f, rows, cols, ds);
    struct trial t = {f, rows, cols, ds, 0};
    for (int i = 0; i < rows * TILE_K; i++) t.sum_ds += fabs(ds[i]);
    computed(f, &g, rows, cols);
    compare(&t, "q", want.dq, &g.dq, rows, p->dims.d_head, LD, t.sum_ds / rows);
    compare(&t, "k", want.dk, &g.dk, cols, p->dims.d_head, LD, t.sum_ds / cols);
    for (int i = 0; i < p->tensors; i++) {
        int count = (int)entries(&p->tensor[i]);
        compare(&t, p->tensor[i].name, want.dw[i], &g.dw[i], 1, count, count, t.sum_ds);
    }
    close_gradients(f, &g);
    close_sums(&want, p->tensors);
}

static void check_size(struct fast *f, int rows, int cols)
{
    double ds[TILE_Q * TILE_K];
    for (int zero = 0; zero < 2 && !f->check->wrong; zero++) {
        draw_ds(rows, cols, zero, ds);
        f->run.shift_invariant = zero;
        check_tile(f, rows, cols, ds, compute);
    }
}

static void check_sizes(struct fast *f)
{
    static const int rows[] = {1, 3, TILE_Q}, cols[] = {1, 16, 17, 127};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) check_size(f, rows[i], cols[j]);
}

/* A head of size 33 fills whole vectors. */
static void check_full_tile(struct fast *f) { check_size(f, 5, TILE_K); }

static void check_published(struct fast *f)
{
    static const int rows[] = {1, 5, TILE_Q}, cols[] = {1, 17, 128};
    double ds[TILE_Q * TILE_K];
    for (int i = 0; i < 9 && !f->check->wrong; i++) {
        draw_ds(rows[i / 3], cols[i % 3], false, ds);
        check_tile(f, rows[i / 3], cols[i % 3], ds, compute_published);
    }
}

/* ---- rows of zeros and near zero ---- */

/* Largest slope of a score at rows of zeros. QK-norm reaches this slope; other scores have small
 * slopes at zero. */
static const double MOST_SLOPE = 1e6;

static void check_zero_rows(struct fast *f)
{
    double ds[TILE_Q * TILE_K];
    enum { ROWS = 3, COLS = 17 };
    int d = f->p->dims.d_head;
    for (int i = 0; i < d; i++) {
        put(&f->q, (size_t)i, 0), put(&f->k, (size_t)i, 0);
        put(&f->q, (size_t)(LD + i), (double)(float)(1e-8 * (i + 1)));
        put(&f->k, (size_t)(LD + i), (double)1e-8f);
    }
    if (f->score->tile_backward) check_size(f, ROWS, COLS);
    draw_ds(ROWS, COLS, false, ds);
    struct sums s = wanted(f, ROWS, COLS, ds);
    double sum_ds = 0, most = 0;
    for (int i = 0; i < ROWS * TILE_K; i++) sum_ds += fabs(ds[i]);
    for (int i = 0; i < ROWS * d; i++) most = fmax(most, fabs(s.dq[i]));
    for (int i = 0; i < COLS * d; i++) most = fmax(most, fabs(s.dk[i]));
    if (!(most <= 2 * MOST_SLOPE * sum_ds)) /* the 2 allows for the random temperature */
        fast_fails(f->check,
                   "your derivative gives gradients up to %g for rows of zeros and of 1e-8 and a "
                   "sum of |ds| of %g (expected at most %g times it)",
                   most, sum_ds, 2 * MOST_SLOPE);
    close_sums(&s, f->p->tensors);
}

void score_backward_check(struct fast_check *c)
{
    const struct score *s = (const void *)c->fast;
    over_width(c, 7, 1, check_zero_rows);
    if (s->tile && s->tile_backward) {
        over_width(c, 7, 1, check_sizes);
        over_width(c, 33, 1, check_full_tile);
    }
    if (s->materialise_backward) over_width(c, 7, 1, check_published);
}
