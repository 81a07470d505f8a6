/* SPDX-License-Identifier: MIT
 * Compares a projection's fast forward and backward functions with its formula and derivative, for
 * several numbers of rows. */
#include "harness/measure/choices/fast_check.h"

#include <math.h>

enum { MOST_ROWS = 65, COUNTS = 4 };
static const int row_counts[COUNTS] = {1, 3, 64, MOST_ROWS};

struct trial {
    struct fast_check *check;
    const struct projection *formula, *fast;
    struct dims dims;
    const struct args *args;
    int tensors;
    size_t size[MAX_TENSORS];
    double *w[MAX_TENSORS];
    double *x, *dy; /* input and output gradient, MOST_ROWS rows */
    double *moved;  /* x with each number changed by 16 rounding errors of the build */
};

static double *draw_array(const char *what, size_t count)
{
    double *x = xarray(count, sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = draw(what, i);
    return x;
}

/* Draws parameters as declared, except that gains differ from 1 and biases from 0, because these
 * values would hide errors. */
static void open_trial(struct trial *t)
{
    struct tensor declared[MAX_TENSORS];
    const struct choice *c = &t->formula->base;
    t->tensors = c->tensors ? c->tensors(&t->dims, t->args, declared) : 0;
    for (int i = 0; i < t->tensors; i++) {
        const struct tensor *d = &declared[i];
        t->size[i] = (size_t)d->dim[0] * (size_t)d->dim[1] * (size_t)d->dim[2];
        t->w[i] = draw_array(d->name, t->size[i]);
        double centre = d->init == INIT_ONE, std = d->init == INIT_NORMAL ? d->std : 0.25;
        for (size_t j = 0; j < t->size[i]; j++)
            t->w[i][j] = (double)(float)(centre + std * t->w[i][j]);
    }
    t->x = draw_array("x", MOST_ROWS * (size_t)t->dims.d_in);
    t->dy = draw_array("dy", MOST_ROWS * (size_t)t->dims.d_out);
    t->moved = draw_array("moved", MOST_ROWS * (size_t)t->dims.d_in);
    for (size_t i = 0; i < MOST_ROWS * (size_t)t->dims.d_in; i++)
        t->moved[i] =
            t->x[i] * (1 + copysign(t->check->real_size == 8 ? 0x1p-48 : 0x1p-19, t->moved[i]));
}
static void close_trial(struct trial *t)
{
    for (int i = 0; i < t->tensors; i++) free(t->w[i]);
    free(t->x), free(t->dy), free(t->moved);
}

static struct guarded formula_scratch(const struct trial *t)
{
    size_t (*reals)(const struct dims *, const struct args *) = t->formula->formula_scratch;
    return guarded(reals ? reals(&t->dims, t->args) : 0, sizeof(double));
}
static size_t scratch_reals(const struct trial *t, int rows,
                            size_t (*reals)(const struct dims *, const struct args *, int))
{
    return reals ? reals(&t->dims, t->args, rows) : 0;
}

/* Describes row r: "d_in 7, d_out 33, 3 rows, x = [...]". */
static char *row_text(const struct trial *t, int rows, int r)
{
    char *x = numbers_text(t->x + r * t->dims.d_in, t->dims.d_in);
    char *text = xformat("d_in %d, d_out %d, %d rows, row %d: x = %s", t->dims.d_in, t->dims.d_out,
                         rows, r, x);
    free(x);
    return text;
}

/* Parameters in a build's number type. */
struct parameters {
    struct guarded w[MAX_TENSORS];
    const real *at[MAX_TENSORS];
};
static struct parameters open_parameters(const struct trial *t)
{
    struct parameters p;
    for (int i = 0; i < t->tensors; i++) {
        p.w[i] = guarded_copy(t->w[i], t->size[i], t->check->real_size);
        p.at[i] = p.w[i].data;
    }
    return p;
}
static void close_parameters(const struct trial *t, struct parameters *p, const char *function)
{
    for (int i = 0; i < t->tensors; i++) fast_release_input(t->check, &p->w[i], t->w[i], function);
}

/* ---- forward ---- */

/* Runs the forward function on rows of x. kept: values that the function saves for the backward
 * pass. */
static struct guarded run_forward(const struct trial *t, int rows, const double *x,
                                  struct guarded *kept)
{
    const struct projection *p = t->fast;
    size_t size = t->check->real_size, n = (size_t)rows;
    struct parameters w = open_parameters(t);
    struct guarded in = guarded_copy(x, n * (size_t)t->dims.d_in, size);
    struct guarded out = guarded(n * (size_t)t->dims.d_out, size);
    struct guarded scratch = guarded(scratch_reals(t, rows, p->scratch), size);
    *kept = guarded(n * (p->kept ? p->kept(&t->dims, t->args) : 0), size);
    p->forward(&(struct projection_run){&t->dims, t->args, w.at, rows, in.data, out.data,
                                        scratch.data, kept->data});
    for (size_t i = 0; i < kept->bytes / size; i++)
        if (isnan(get(kept, i)))
            fast_fails(t->check, "your forward keeps NaN, or less than declared");
    fast_release_input(t->check, &in, x, "forward");
    fast_release(t->check, &scratch, "forward");
    close_parameters(t, &w, "forward");
    return out;
}

/* Tolerance of outputs, in addition to their change for perturbed inputs. Sums of at most 66
 * products in three layers accumulate about 10 rounding errors. A LayerNorm multiplies them by up
 * to 10, or more if the standard deviation is small: 100 * 2^-24 is 6e-6. Without fused
 * multiply-add, a BLAS (OpenBLAS on an unknown CPU) has up to twice the error. */
static double output_tolerance(const struct trial *t)
{
    return t->check->real_size == 8 ? 1e-13 : 2e-5;
}

static void evaluate_row(const struct trial *t, const double *x, int r, double *y, double *scratch)
{
    t->formula->formula(&t->dims, t->args, (const double *const *)t->w, x + r * t->dims.d_in, y,
                        scratch);
}

static void check_outputs(const struct trial *t, int rows)
{
    struct guarded kept, fast = run_forward(t, rows, t->x, &kept);
    struct guarded scratch = formula_scratch(t);
    double *y = xarray((size_t)t->dims.d_out, sizeof *y);
    double *moved = xarray((size_t)t->dims.d_out, sizeof *moved);
    for (int r = 0; r < rows && !t->check->wrong; r++) {
        evaluate_row(t, t->x, r, y, scratch.data);
        evaluate_row(t, t->moved, r, moved, scratch.data);
        for (int i = 0; i < t->dims.d_out; i++) {
            double found = get(&fast, (size_t)(r * t->dims.d_out + i));
            if (fabs(found - y[i]) <=
                output_tolerance(t) * (1 + fabs(y[i])) + fabs(moved[i] - y[i]))
                continue;
            char *row = row_text(t, rows, r);
            fast_fails(t->check, "your forward gives y[%d] = %.9g, but your formula %.9g, for %s",
                       i, found, y[i], row);
            free(row);
        }
    }
    free(y), free(moved);
    fast_release(t->check, &scratch, "formula");
    fast_release(t->check, &fast, "forward"), fast_release(t->check, &kept, "forward");
}

/* ---- backward ---- */

/* Gradients of the first rows of x: dx, shape (MOST_ROWS, d_in), and dw of each tensor. */
struct gradients {
    double *dx, *dw[MAX_TENSORS];
};

static struct gradients open_gradients(const struct trial *t)
{
    struct gradients g = {.dx = xarray(MOST_ROWS * (size_t)t->dims.d_in, sizeof *g.dx)};
    for (int i = 0; i < t->tensors; i++) g.dw[i] = xarray(t->size[i], sizeof(double));
    return g;
}
static void close_gradients(const struct trial *t, struct gradients *g)
{
    free(g->dx);
    for (int i = 0; i < t->tensors; i++) free(g->dw[i]);
}

/* Adds the gradients of rows `from` to `to` - 1 of x. */
static void add_rows(const struct trial *t, const double *x, int from, int to, struct gradients *g)
{
    struct guarded scratch = formula_scratch(t);
    for (int r = from; r < to; r++)
        t->formula->derivative(&t->dims, t->args, (const double *const *)t->w, x + r * t->dims.d_in,
                               t->dy + r * t->dims.d_out, g->dx + r * t->dims.d_in, g->dw,
                               scratch.data);
    fast_release(t->check, &scratch, "derivative");
}

/* Tolerance of gradients, in addition to their change for perturbed inputs. Sums over up to 65
 * rows, three layers and their norms accumulate about 100 rounding errors, and a LayerNorm divides
 * by a standard deviation below 1. The worst errors observed are 2e-5 (float) and 3e-14 (double).
 */
static double gradient_tolerance(const struct trial *t)
{
    return t->check->real_size == 8 ? 1e-12 : 1e-4;
}

/* Initial value of gradients to which the build adds, small so that their digits are kept.
 * Gradients that the build overwrites start as NaN. */
static const double START = 0.125;

struct result {
    struct guarded dx, dw[MAX_TENSORS];
};
static void release_result(const struct trial *t, struct result *r)
{
    fast_release(t->check, &r->dx, "backward");
    for (int i = 0; i < t->tensors; i++) fast_release(t->check, &r->dw[i], "backward");
}

static struct result run_backward(const struct trial *t, int rows, const double *x,
                                  const double *dy, bool begin)
{
    const struct projection *p = t->fast;
    size_t size = t->check->real_size, n = (size_t)rows;
    size_t in = n * (size_t)t->dims.d_in, out = n * (size_t)t->dims.d_out;
    double start = begin ? (double)NAN : START;
    struct guarded scratch = guarded(scratch_reals(t, rows, p->backward_scratch), size), kept;
    struct guarded gx = guarded_copy(x, in, size), gdy = guarded_copy(dy, out, size);
    struct result result = {.dx = guarded_filled(start, in, size)};
    struct parameters w = open_parameters(t);
    real *dw[MAX_TENSORS];
    for (int i = 0; i < t->tensors; i++) {
        result.dw[i] = guarded_filled(start, t->size[i], size);
        dw[i] = result.dw[i].data;
    }
    struct guarded y = run_forward(t, rows, x, &kept);
    p->backward(&(struct projection_backward){&t->dims,
                                              t->args,
                                              w.at,
                                              rows,
                                              gx.data,
                                              gdy.data,
                                              result.dx.data,
                                              dw,
                                              scratch.data,
                                              kept.data,
                                              {begin, begin}});
    static const char name[] = "backward";
    fast_release(t->check, &y, name), fast_release(t->check, &kept, name);
    close_parameters(t, &w, name);
    fast_release_input(t->check, &gx, x, name), fast_release_input(t->check, &gdy, dy, name);
    fast_release(t->check, &scratch, name);
    return result;
}

/* Compares the norm of the error (found - start - expected) with the norms of `expected` and of
 * moved - expected. */
static void compare(const struct trial *t, int rows, const char *what, const struct guarded *found,
                    double start, const double *expected, const double *moved, size_t count)
{
    double error = 0, norm = 0, move = 0;
    size_t worst = 0;
    for (size_t i = 0; i < count; i++) {
        double off = get(found, i) - start - expected[i], by = moved[i] - expected[i];
        if (!(fabs(off) <= fabs(get(found, worst) - start - expected[worst]))) worst = i;
        error += off * off; /* pow() is slow under the sanitizers */
        norm += expected[i] * expected[i];
        move += by * by;
    }
    if (sqrt(error) <= gradient_tolerance(t) * sqrt(norm) + sqrt(move)) return;
    char *row = row_text(t, rows, 0);
    fast_fails(t->check,
               "your backward gives d%s[%zu] = %.9g, but your derivative %.9g (norm of all errors "
               "%.3g, of d%s %.3g), for %s",
               what, worst, get(found, worst) - start, expected[worst], sqrt(error), what,
               sqrt(norm), row);
    free(row);
}

static void check_gradients(const struct trial *t, int rows, bool begin,
                            const struct gradients *expected, const struct gradients *moved)
{
    struct tensor declared[MAX_TENSORS];
    struct result found = run_backward(t, rows, t->x, t->dy, begin);
    double start = begin ? 0 : START;
    compare(t, rows, "x", &found.dx, start, expected->dx, moved->dx,
            (size_t)rows * (size_t)t->dims.d_in);
    if (t->tensors) t->formula->base.tensors(&t->dims, t->args, declared);
    for (int i = 0; i < t->tensors; i++)
        compare(t, rows, declared[i].name, &found.dw[i], start, expected->dw[i], moved->dw[i],
                t->size[i]);
    release_result(t, &found);
}

/* ---- the checks ---- */

/* Checks that the bits of a row of y and dx do not depend on the other rows. */
static void check_independent_rows(const struct trial *t)
{
    enum { ROWS = 9, KEPT = 4 };
    size_t d_in = (size_t)t->dims.d_in, d_out = (size_t)t->dims.d_out;
    double *x = draw_array("x", ROWS * d_in), *dy = draw_array("dy", ROWS * d_out);
    for (size_t i = 0; i < ROWS * d_in; i++) x[i] *= i / d_in == KEPT ? 1 : -2;
    for (size_t i = 0; i < ROWS * d_out; i++) dy[i] *= i / d_out == KEPT ? 1 : -2;
    struct guarded kept[2],
        y[2] = {run_forward(t, ROWS, t->x, &kept[0]), run_forward(t, ROWS, x, &kept[1])};
    for (size_t i = KEPT * d_out; i < (KEPT + 1) * d_out; i++)
        if (get(&y[0], i) != get(&y[1], i))
            fast_fails(t->check, "your forward: a row of y depends on other rows of x");
    for (int i = 0; i < 2; i++)
        fast_release(t->check, &y[i], "forward"), fast_release(t->check, &kept[i], "forward");
    if (t->fast->backward) {
        struct result a = run_backward(t, ROWS, t->x, t->dy, false);
        struct result b = run_backward(t, ROWS, x, dy, false);
        for (size_t i = KEPT * d_in; i < (KEPT + 1) * d_in; i++)
            if (get(&a.dx, i) != get(&b.dx, i))
                fast_fails(t->check, "your backward: a row of dx depends on other rows");
        release_result(t, &a), release_result(t, &b);
    }
    free(x), free(dy);
}

/* Whole blocks of rows are tested only if the widths are equal. */
static int counts_of(const struct trial *t) { return t->dims.d_in == t->dims.d_out ? COUNTS : 2; }

static void check_forward(const struct trial *t)
{
    for (int i = 0; i < counts_of(t); i++) check_outputs(t, row_counts[i]);
    if (counts_of(t) == COUNTS) check_independent_rows(t);
}

static void check_backward(const struct trial *t)
{
    struct gradients expected = open_gradients(t), moved = open_gradients(t);
    for (int i = 0, done = 0; i < counts_of(t); done = row_counts[i++]) {
        add_rows(t, t->x, done, row_counts[i], &expected);
        add_rows(t, t->moved, done, row_counts[i], &moved);
        for (int begin = 0; begin <= t->fast->begins && !t->check->wrong; begin++)
            check_gradients(t, row_counts[i], begin, &expected, &moved);
    }
    close_gradients(t, &expected), close_gradients(t, &moved);
}

/* Runs check() with odd and with equal widths. */
static void over_widths(struct fast_check *c, void (*check)(const struct trial *))
{
    static const struct dims usual[] = {{7, 33, 3, 11, 1, 1, 1, 0}, {33, 33, 3, 11, 1, 1, 1, 0}};
    const struct dims *dims = c->dims ? c->dims : usual;
    for (int i = 0; i < (c->dims ? 1 : 2) && !c->wrong; i++) {
        struct trial t = {.check = c,
                          .formula = (const void *)c->formula,
                          .fast = (const void *)c->fast,
                          .dims = dims[i],
                          .args = c->args};
        if (c->formula->refuse && c->formula->refuse(&t.dims, c->args)) continue;
        open_trial(&t);
        check(&t);
        close_trial(&t);
    }
}

void projection_forward_check(struct fast_check *c)
{
    const struct projection *p = (const void *)c->fast;
    if (p->backward && !p->forward) fast_fails(c, "backward needs forward");
    if (p->forward) over_widths(c, check_forward);
}
void projection_backward_check(struct fast_check *c)
{
    if (((const struct projection *)(const void *)c->fast)->backward)
        over_widths(c, check_backward);
}
