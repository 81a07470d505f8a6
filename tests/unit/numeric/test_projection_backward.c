/* SPDX-License-Identifier: MIT
 * Compares the backward function of every projection in every build with the formula's derivative,
 * summed over the rows. Covers all parameter values and several numbers of rows. */
#include "tests/unit/projection_trial.h"

#include <math.h>

enum { MOST_ROWS = 65, COUNTS = 4 };
static const int row_counts[COUNTS] = {1, 3, 64, MOST_ROWS};

/* Expected gradients: dx (MOST_ROWS x d_in) and dw of each tensor. */
struct gradients {
    double *dx, *dw[MAX_TENSORS];
};

static double *zeros(size_t count)
{
    double *x = xarray(count, sizeof *x);
    memset(x, 0, count * sizeof *x);
    return x;
}

static struct gradients open_gradients(const struct trial *t)
{
    struct gradients g = {.dx = zeros(MOST_ROWS * (size_t)t->dims.d_in)};
    for (int i = 0; i < t->tensors; i++) g.dw[i] = zeros(t->size[i]);
    return g;
}

static void close_gradients(const struct trial *t, struct gradients *g)
{
    free(g->dx);
    for (int i = 0; i < t->tensors; i++) free(g->dw[i]);
}

/* Computes the gradients of rows `from` to `to` - 1 by the formula and accumulates them into `g`.
 */
static void add_rows(const struct trial *t, int from, int to, const double *x, const double *dy,
                     struct gradients *g)
{
    struct guarded scratch = guarded(formula_scratch(t), sizeof(double));
    for (int r = from; r < to; r++)
        t->p->derivative(&t->dims, &t->args, (const double *const *)t->w, x + r * t->dims.d_in,
                         dy + r * t->dims.d_out, g->dx + r * t->dims.d_in, g->dw, scratch.data);
    release(&scratch);
}

/* Returns the allowed relative error of gradients. The largest observed errors are 2e-5 (float) and
 * 3e-14 (double). */
static double tolerance(int build) { return build == DOUBLE ? 1e-12 : 1e-4; }

/* Initial value of gradients into which the build accumulates. Gradients that the build overwrites
 * start as NaN. */
static const double START = 0.125;

/* Checks that the norm of the error (found - start - expected) is small relative to the norm of
 * `expected`. */
static void compare(const struct trial *t, int build, const char *what, const struct guarded *found,
                    double start, const double *expected, size_t count)
{
    double error = 0, norm = 0;
    for (size_t i = 0; i < count; i++) {
        double off = get(found, i) - start - expected[i];
        error += off * off; /* pow() is slow under the sanitizers */
        norm += expected[i] * expected[i];
    }
    if (!(sqrt(error) <= tolerance(build) * sqrt(norm))) {
        print_error("%s, %s, error and norm: ", build_names[build], what);
        report(t, "gradient", sqrt(error), sqrt(norm));
    }
}

static struct guarded started(size_t count, size_t size, bool begin)
{
    struct guarded g = guarded(count, size);
    for (size_t i = 0; i < count; i++) put(&g, i, begin ? (double)NAN : START);
    return g;
}

static void release_unchanged(struct guarded *g, const double *x)
{
    for (size_t i = 0; i < g->bytes / g->real_size; i++) assert_true(get(g, i) == x[i]);
    release(g);
}

struct result {
    struct guarded dx, dw[MAX_TENSORS];
};

static void release_result(const struct trial *t, struct result *r)
{
    release(&r->dx);
    for (int i = 0; i < t->tensors; i++) release(&r->dw[i]);
}

/* Runs the forward pass of a build and returns the values kept for the backward pass. */
static struct guarded keep(const struct trial *t, int build, int rows, size_t size,
                           const real *const *w, const real *x)
{
    const struct projection *p = t->builds[build];
    size_t n = (size_t)rows, reals = p->scratch ? p->scratch(&t->dims, &t->args, rows) : 0;
    struct guarded kept = guarded(n * kept_reals(t, build), size);
    struct guarded y = guarded(n * (size_t)t->dims.d_out, size), scratch = guarded(reals, size);
    struct projection_run run = {&t->dims, &t->args, w, rows, x, y.data, scratch.data, kept.data};
    if (p->forward) p->forward(&run);
    release(&y), release(&scratch);
    return kept;
}

/* Runs the backward pass of a build. Every buffer ends in a guard band, and scratch starts as NaN.
 */
static struct result run_backward(const struct trial *t, int build, int rows, const double *x,
                                  const double *dy, bool begin)
{
    const struct projection *p = t->builds[build];
    size_t size = build == DOUBLE ? sizeof(double) : sizeof(float), n = (size_t)rows;
    size_t in = n * (size_t)t->dims.d_in, out = n * (size_t)t->dims.d_out;
    size_t reals = p->backward_scratch ? p->backward_scratch(&t->dims, &t->args, rows) : 0;
    struct guarded scratch = guarded(reals, size), w[MAX_TENSORS];
    struct guarded gx = converted(x, in, size), gdy = converted(dy, out, size);
    struct result result = {.dx = started(in, size, begin)};
    const real *w_data[MAX_TENSORS];
    real *dw_data[MAX_TENSORS];
    for (int i = 0; i < t->tensors; i++) {
        w[i] = converted(t->w[i], t->size[i], size), w_data[i] = w[i].data;
        result.dw[i] = started(t->size[i], size, begin), dw_data[i] = result.dw[i].data;
    }
    struct guarded kept = keep(t, build, rows, size, w_data, gx.data);
    p->backward(&(struct projection_backward){&t->dims,
                                              &t->args,
                                              w_data,
                                              rows,
                                              gx.data,
                                              gdy.data,
                                              result.dx.data,
                                              dw_data,
                                              scratch.data,
                                              kept.data,
                                              {begin, begin}});
    release(&kept);
    for (int i = 0; i < t->tensors; i++) release_unchanged(&w[i], t->w[i]);
    release_unchanged(&gx, x), release_unchanged(&gdy, dy);
    release(&scratch);
    return result;
}

static void check_build(const struct trial *t, int build, int rows, const double *x,
                        const double *dy, bool begin, const struct gradients *expected)
{
    struct result found = run_backward(t, build, rows, x, dy, begin);
    size_t in = (size_t)rows * (size_t)t->dims.d_in;
    double start = begin ? 0 : START;
    compare(t, build, "dx", &found.dx, start, expected->dx, in);
    for (int i = 0; i < t->tensors; i++)
        compare(t, build, "dw", &found.dw[i], start, expected->dw[i], t->size[i]);
    release_result(t, &found);
}

static void check_rows(const struct trial *t, int counts)
{
    double *x = draw_array("x", MOST_ROWS * (size_t)t->dims.d_in);
    double *dy = draw_array("dy", MOST_ROWS * (size_t)t->dims.d_out);
    struct gradients expected = open_gradients(t);
    for (int i = 0, done = 0; i < counts; done = row_counts[i++]) {
        add_rows(t, done, row_counts[i], x, dy, &expected);
        for (int build = 0; build < BUILDS; build++)
            for (int begin = 0; begin <= t->builds[build]->begins && runs_here(build); begin++)
                check_build(t, build, row_counts[i], x, dy, begin, &expected);
    }
    close_gradients(t, &expected);
    free(x), free(dy);
}

/* Tries all numbers of rows if the input and output widths are equal; otherwise tries only the
 * first two. */
static void check_all_rows(struct trial *t)
{
    check_rows(t, t->dims.d_in == t->dims.d_out ? COUNTS : 2);
}

static void check_gradients(int choice)
{
    over_sizes(choice, (struct dims[]){{7, 33, 3, 11, 1, 1, 1, 0}, {33, 33, 3, 11, 1, 1, 1, 0}}, 2,
               check_all_rows);
}

/* Layers with more than 4096 hidden units process one row at a time. */
TEST("gradients of wide layers equal the formula's derivative")
{
    const struct projection *const mlp[BUILDS] = {EACH(ADDRESS, projection_mlp)};
    for (int norm = 0; norm < 3; norm++) {
        struct trial t = {.builds = mlp, .p = mlp[FORMULA], .dims = {521, 15, 3, 5, 1, 1, 1, 0}};
        t.args = (struct args){{2, 8, ACT_GELU, norm, 0, 1}};
        open_trial(&t);
        check_rows(&t, 2);
        close_trial(&t);
    }
}

/* Checks that each row of dx is independent of other rows of x and dy, bit for bit. */
static void check_rows_apart(struct trial *t)
{
    enum { ROWS = 9, KEPT = 4 };
    size_t d_in = (size_t)t->dims.d_in, d_out = (size_t)t->dims.d_out;
    double *x = draw_array("x", ROWS * d_in), *dy = draw_array("dy", ROWS * d_out);
    for (int build = 0; build < BUILDS; build++) {
        if (!runs_here(build)) continue;
        struct result a = run_backward(t, build, ROWS, x, dy, false);
        for (size_t i = 0; i < ROWS * d_in; i++) x[i] *= i / d_in == KEPT ? 1 : -2;
        for (size_t i = 0; i < ROWS * d_out; i++) dy[i] *= i / d_out == KEPT ? 1 : -2;
        struct result b = run_backward(t, build, ROWS, x, dy, false);
        for (size_t i = KEPT * d_in; i < (KEPT + 1) * d_in; i++)
            assert_true(get(&a.dx, i) == get(&b.dx, i));
        release_result(t, &a), release_result(t, &b);
    }
    free(x), free(dy);
}

static void check_rows_of_choice(int choice)
{
    over_sizes(choice, (struct dims[]){{33, 33, 3, 11, 1, 1, 1, 0}}, 1, check_rows_apart);
}

TEST_GROUP()
{
    static const char fast[] = "no backward function; the engine applies the derivative row by row";
    static const struct check checks[] = {
        {"gradients", check_gradients, has_backward, fast},
        {"independent rows", check_rows_of_choice, has_backward, fast}};
    return check_each_choice("projection backward", checks, 2, COUNT, name_of);
}
