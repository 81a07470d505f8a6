/* SPDX-License-Identifier: MIT
 * Compares the backward functions of every score in every build with the formula's derivative,
 * summed over all pairs of a tile. Covers the fast path, the published formulation, argument
 * values, tile sizes, shift-invariant normalisers, and initial gradients. */
#include "tests/unit/score_trial.h"

/* ---- expected gradients ---- */

struct sums {
    double *dq, *dk, *dw[MAX_TENSORS]; /* expected gradients dq (TILE_Q, D) and dk (TILE_K, D) */
};
static struct sums open_sums(const struct problem *p)
{
    size_t d = (size_t)p->dims.d_head;
    struct sums s = {xarray(TILE_Q * d, sizeof(double)), xarray(TILE_K * d, sizeof(double)), {0}};
    for (int t = 0; t < p->tensors; t++)
        s.dw[t] = xarray(tensor_count(&p->tensor[t]), sizeof(double));
    return s;
}
static void close_sums(struct sums *s, int tensors)
{
    free(s->dq), free(s->dk);
    for (int t = 0; t < tensors; t++) free(s->dw[t]);
}

/* Fills ds of a tile with random numbers, rounded to float. About a third are 0, as for invisible
 * keys. If sum_to_zero is true, every row sums to 0. */
static void draw_ds(int rows, int cols, bool sum_to_zero, double *ds)
{
    memset(ds, 0, TILE_Q * TILE_K * sizeof *ds);
    for (int r = 0; r < rows; r++) {
        double *row = ds + r * TILE_K, mean = 0;
        int seen = cols - r % 3 * cols / 3;
        for (int j = 0; j < seen; j++) row[j] = draw("ds", (size_t)(r * TILE_K + j));
        for (int j = 0; j < seen; j++) mean += row[j] / seen;
        for (int j = 0; j < seen; j++) row[j] = (float)(row[j] - sum_to_zero * mean);
    }
}

static struct sums wanted(const struct problem *p, const struct fast *inputs, int rows, int cols,
                          const double *ds)
{
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

/* Returns the initial value of gradient entry i, to which the backward functions must add. */
static double start(size_t i) { return 0.25 * (double)(i % 7); }
static struct guarded started(size_t count, size_t real_size)
{
    struct guarded g = guarded(count, real_size);
    for (size_t i = 0; i < count; i++) put(&g, i, start(i));
    return g;
}
static struct guarded zeros(size_t count, size_t real_size)
{
    struct guarded g = guarded(count, real_size);
    memset(g.data, 0, g.bytes);
    return g;
}
/* Returns rows of initial gradients. The rows are LD numbers apart, with NaN between the rows. */
static struct guarded started_rows(int rows, int d, size_t real_size)
{
    struct guarded g = guarded((size_t)rows * LD, real_size);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < d; i++) put(&g, (size_t)(r * LD + i), start((size_t)(r * d + i)));
    return g;
}

static struct gradients open_gradients(const struct problem *p, const struct fast *f, int rows,
                                       int cols, const double *ds)
{
    size_t size = f->build->real_size;
    const struct score *s = f->score;
    size_t nq = s->tile ? (size_t)s->q_features(&p->dims, &p->args) : 0;
    size_t nk = s->tile ? (size_t)s->k_features(&p->dims, &p->args) : 0;
    struct gradients g = {.fq = guarded((size_t)rows * nq, size),
                          .fk = guarded(nk * TILE_K, size),
                          .dfq = zeros((size_t)rows * nq, size),
                          .dfk = zeros(nk * TILE_K, size),
                          .dq = started_rows(rows, p->dims.d_head, size),
                          .dk = started_rows(cols, p->dims.d_head, size),
                          .ds = guarded((size_t)rows * TILE_K, size),
                          .scratch = guarded(size_or_0(f->score->backward_scratch, p), size)};
    for (int t = 0; t < p->tensors; t++) {
        g.dw[t] = started(tensor_count(&p->tensor[t]), size);
        g.pointers[t] = g.dw[t].data;
    }
    for (size_t i = 0; i < (size_t)rows * TILE_K; i++) put(&g.ds, i, ds[i]);
    return g;
}
static void close_gradients(struct gradients *g, int tensors)
{
    release(&g->fq), release(&g->fk), release(&g->dfq), release(&g->dfk), release(&g->dq);
    release(&g->dk), release(&g->ds), release(&g->scratch);
    for (int t = 0; t < tensors; t++) release(&g->dw[t]);
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
    size_t size = f->build->real_size, pairs = (size_t)rows * (size_t)cols;
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
    release(&s), release(&ds), release(&scratch);
    f->run.dims = whole;
    f->run.backward = false;
}

/* ---- comparison ---- */

struct trial {
    const struct problem *p;
    const struct fast *f;
    int rows, cols;
    double sum_ds; /* sum of |ds| over the tile */
};

/* Compares a gradient with its expected values. The tolerance grows with the largest entry and with
 * `terms`, the sum of |ds| per entry. */
static void compare(const struct trial *t, const char *what, const double *want,
                    const struct guarded *got, int rows, int d, int ld, double terms)
{
    bool single = t->f->build->real_size == 4;
    double most = 0;
    for (int i = 0; i < rows * d; i++) most = fmax(most, fabs(want[i]));
    double allowed = (single ? 1e-4 : 1e-11) * most +
                     (single ? (double)FLT_EPSILON : DBL_EPSILON) * 4 * (terms + 2);
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < d; i++) {
            size_t at = (size_t)(r * d + i);
            double x = get(got, (size_t)(r * ld + i)) - start(at);
            if (!(fabs(x - want[at]) <= allowed))
                fail_msg("%s [%s] D=%d %dx%d %s: d%s[%d][%d] = %.9g, expected %.9g (tolerance %g)",
                         t->p->formula->base.name, t->f->build->name, t->p->dims.d_head, t->rows,
                         t->cols,
                         t->f->run.shift_invariant ? "shift-invariant" : "not shift-invariant",
                         what, r, i, x, want[at], allowed);
        }
    for (int r = 0; r < rows; r++)
        for (int i = d; i < ld; i++) assert_true(isnan(get(got, (size_t)(r * ld + i))));
}

static void check_with(void (*computed)(struct fast *, struct gradients *, int rows, int cols),
                       const struct problem *p, struct fast *f, int rows, int cols,
                       const double *ds, const struct sums *want)
{
    struct gradients g = open_gradients(p, f, rows, cols, ds);
    struct trial t = {p, f, rows, cols, 0};
    for (int i = 0; i < rows * TILE_K; i++) t.sum_ds += fabs(ds[i]);
    computed(f, &g, rows, cols);
    compare(&t, "q", want->dq, &g.dq, rows, p->dims.d_head, LD, t.sum_ds / rows);
    compare(&t, "k", want->dk, &g.dk, cols, p->dims.d_head, LD, t.sum_ds / cols);
    for (int i = 0; i < p->tensors; i++) {
        int count = (int)tensor_count(&p->tensor[i]);
        compare(&t, p->tensor[i].name, want->dw[i], &g.dw[i], 1, count, count, t.sum_ds);
    }
    close_gradients(&g, p->tensors);
}

static void check_size(const struct problem *p, struct fast *f, int builds, int rows, int cols)
{
    static double ds[TILE_Q * TILE_K];
    for (int zero = 0; zero < 2; zero++) {
        draw_ds(rows, cols, zero, ds);
        struct sums want = wanted(p, &f[0], rows, cols, ds);
        for (int i = 0; i < builds; i++) {
            f[i].run.shift_invariant = zero;
            check_with(compute, p, &f[i], rows, cols, ds, &want);
        }
        close_sums(&want, p->tensors);
    }
}

static void check_sizes(struct problem *p)
{
    static const int rows[] = {1, 3, TILE_Q - 1, TILE_Q}, cols[] = {1, 15, 16, 17, 127, 128};
    const struct kernels *builds[MAX_BUILDS];
    struct fast f[MAX_BUILDS];
    int count = list_builds(builds);
    for (int i = 0; i < count; i++) open_fast(&f[i], builds[i], p, 1);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 6; j++) check_size(p, f, count, rows[i], cols[j]);
    for (int i = 0; i < count; i++) close_fast(&f[i], p->tensors);
}
static void check_tiles(int score) { over_arguments(score, 7, check_sizes); }

/* Checks heads of size 33, which fill whole vectors and part of one more vector. */
static void check_full_tile(struct problem *p)
{
    const struct kernels *builds[MAX_BUILDS];
    for (int i = list_builds(builds) - 1; i >= 0; i--) {
        struct fast f;
        open_fast(&f, builds[i], p, 1);
        check_size(p, &f, 1, 5, TILE_K);
        close_fast(&f, p->tensors);
    }
}
static void check_wide_heads(int score) { over_arguments(score, 33, check_full_tile); }

/* ---- rows of zeros and near zero ---- */

/* Largest allowed derivative of a score at rows of zeros. QK-norm reaches this value. */
static const double MOST_SLOPE = 1e6;

static void check_zero_rows(struct problem *p)
{
    static double ds[TILE_Q * TILE_K];
    enum { ROWS = 3, COLS = 17 };
    const struct kernels *builds[MAX_BUILDS];
    struct fast f[MAX_BUILDS];
    int count = list_builds(builds), d = p->dims.d_head;
    for (int b = 0; b < count; b++) {
        open_fast(&f[b], builds[b], p, 1);
        for (int i = 0; i < d; i++) {
            put(&f[b].q, (size_t)i, 0), put(&f[b].k, (size_t)i, 0);
            put(&f[b].q, (size_t)(LD + i), 1e-8 * (i + 1)), put(&f[b].k, (size_t)(LD + i), 1e-8);
        }
    }
    check_size(p, f, count, ROWS, COLS);
    draw_ds(ROWS, COLS, false, ds);
    struct sums s = wanted(p, &f[0], ROWS, COLS, ds);
    double sum_ds = 0, most = 0;
    for (int i = 0; i < ROWS * TILE_K; i++) sum_ds += fabs(ds[i]);
    for (int i = 0; i < ROWS * d; i++) most = fmax(most, fabs(s.dq[i]));
    for (int i = 0; i < COLS * d; i++) most = fmax(most, fabs(s.dk[i]));
    if (!(most <= 2 * MOST_SLOPE * sum_ds)) /* the random temperature may double the gradient */
        fail_msg("%s: gradient %g is too large for a sum of |ds| of %g", p->formula->base.name,
                 most, sum_ds);
    close_sums(&s, p->tensors);
    for (int b = 0; b < count; b++) close_fast(&f[b], p->tensors);
}
static void check_zeros(int score) { over_arguments(score, 7, check_zero_rows); }

/* ---- the published formulation ---- */

static void check_published_size(struct problem *p, int rows, int cols)
{
    static double ds[TILE_Q * TILE_K];
    const struct kernels *builds[MAX_BUILDS];
    int count = list_builds(builds);
    struct fast f;
    open_fast(&f, builds[0], p, 1);
    draw_ds(rows, cols, false, ds);
    struct sums want = wanted(p, &f, rows, cols, ds);
    close_fast(&f, p->tensors);
    for (int b = 0; b < count; b++) {
        open_fast(&f, builds[b], p, 1);
        check_with(compute_published, p, &f, rows, cols, ds, &want);
        close_fast(&f, p->tensors);
    }
    close_sums(&want, p->tensors);
}
static void check_published_sizes(struct problem *p)
{
    static const int rows[] = {1, 5, TILE_Q}, cols[] = {1, 7, 17, 128};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++) check_published_size(p, rows[i], cols[j]);
}
static void check_published(int score) { over_arguments(score, 7, check_published_sizes); }
static bool has_published(int score) { return scores_formula[score]->materialise_backward != NULL; }

TEST_GROUP()
{
    static const char tile[] =
        "no tile_backward function; the engine applies the derivative pair by pair";
    static const struct check checks[] = {
        {"tiles", check_tiles, has_backward, tile},
        {"wide heads", check_wide_heads, has_backward, tile},
        {"rows of zeros", check_zeros, has_backward, tile},
        {"published formulation", check_published, has_published, NULL}};
    return check_each_choice("score backward", checks, 4, SCORES, name_of);
}
