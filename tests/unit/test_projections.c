/* SPDX-License-Identifier: MIT
 * Projections: each choice over its parameters, derivative against differences of the formula
 * and every build's fast pass against the formula. What the formulas should be is in
 * test_wirings.c.
 *
 * Slot types depend on the build only through `real *` in argument lists, so this file sees all
 * builds through the types of one; the double build's buffers are doubles behind those pointers. */
#define BUILD formula
#include "kernels/slots.h"

#include "datasets/rng.h"
#include "tests/unit/guarded.h"

#include <math.h>

/* ---- all projections in all builds ---- */

#if defined(__x86_64__)
enum { BUILDS = 5 };
static const char *const build_names[BUILDS] = {"double", "formula", "plain", "avx2", "avx512"};
#define EACH(m, p) m(p##_double) m(p##_formula) m(p##_plain) m(p##_avx2) m(p##_avx512)
#elif defined(__aarch64__)
enum { BUILDS = 3 };
static const char *const build_names[BUILDS] = {"double", "formula", "neon"};
#define EACH(m, p) m(p##_double) m(p##_formula) m(p##_neon)
#else
enum { BUILDS = 3 };
static const char *const build_names[BUILDS] = {"double", "formula", "plain"};
#define EACH(m, p) m(p##_double) m(p##_formula) m(p##_plain)
#endif

#define OUTPUT(name)     PROJECTION(name)
#define DECLARE(symbol)  extern const struct projection symbol;
#define PROJECTION(name) EACH(DECLARE, projection_##name)
#include "kernels/projections/list.def"
#undef PROJECTION
#define ADDRESS(symbol)  &symbol,
#define PROJECTION(name) {EACH(ADDRESS, projection_##name)},
static const struct projection *const projections[][BUILDS] = {
#include "kernels/projections/list.def"
};
enum { DOUBLE, FORMULA, COUNT = sizeof projections / sizeof *projections };

/* "formula" is no build to run layers with, but its fast functions exist and need no feature. */
static bool runs_here(int build) { return build == FORMULA || kernels_by_name(build_names[build]); }

/* ---- a trial: a choice, sizes, arguments, parameters ---- */

struct trial {
    const struct projection *const *builds;
    const struct projection *p; /* the formula */
    struct dims dims;
    struct args args;
    int tensors;
    size_t size[MAX_TENSORS];
    double *w[MAX_TENSORS];
};

static double draw(const char *what, size_t i) { return rng_normal(1, rng_stream(what), i); }

/* Numbers that a float holds exactly, so that builds and formula start from the same. */
static double *draw_array(const char *what, size_t count)
{
    double *x = xarray(count, sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = (float)draw(what, i);
    return x;
}

/* Parameters as declared, but gains and biases moved off 1 and 0, where faults would not show. */
static void open_trial(struct trial *t)
{
    struct tensor declared[MAX_TENSORS];
    t->tensors = t->p->base.tensors ? t->p->base.tensors(&t->dims, &t->args, declared) : 0;
    assert_true(t->tensors <= MAX_TENSORS);
    for (int i = 0; i < t->tensors; i++) {
        const struct tensor *d = &declared[i];
        t->size[i] = (size_t)d->dim[0] * (size_t)d->dim[1] * (size_t)d->dim[2];
        t->w[i] = draw_array(d->name, t->size[i]);
        double centre = d->init == INIT_ONE, std = d->init == INIT_NORMAL ? d->std : 0.25;
        for (size_t j = 0; j < t->size[i]; j++) t->w[i][j] = (float)(centre + std * t->w[i][j]);
    }
}
static void close_trial(struct trial *t)
{
    for (int i = 0; i < t->tensors; i++) free(t->w[i]);
}

static size_t formula_scratch(const struct trial *t)
{
    return t->p->formula_scratch ? t->p->formula_scratch(&t->dims, &t->args) : 0;
}

/* The values of a parameter that are tried; false past the last. */
static bool option(const struct param *p, int k, double *value)
{
    if (p->kind == PARAM_REAL) *value = k == 0 ? p->def : 0.75; /* 0.75: no power of 2 */
    if (p->kind != PARAM_REAL) *value = p->min + k;
    return k < (p->kind == PARAM_REAL ? 2 : p->kind == PARAM_INT ? 3 : (int)p->max + 1);
}

static void over_arguments(struct trial *t, int index, void (*check)(struct trial *))
{
    const struct param *p = t->p->base.params;
    if (p && p[index].name) {
        for (int k = 0; option(&p[index], k, &t->args.value[index]); k++)
            over_arguments(t, index + 1, check);
        return;
    }
    if (t->p->base.refuse && t->p->base.refuse(&t->dims, &t->args)) return;
    open_trial(t);
    check(t);
    close_trial(t);
}

static void over_all(const struct dims *dims, int count, void (*check)(struct trial *))
{
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < count; j++)
            over_arguments(&(struct trial){.builds = projections[i],
                                           .p = projections[i][FORMULA],
                                           .dims = dims[j]},
                           0, check);
}

static void report(const struct trial *t, const char *what, double found, double expected)
{
    print_error("%s %d->%d", t->p->base.name, t->dims.d_in, t->dims.d_out);
    for (const struct param *p = t->p->base.params; p && p->name; p++)
        print_error(" %s=%g", p->name, t->args.value[p - t->p->base.params]);
    fail_msg(", %s: %.17g, expected %.17g", what, found, expected);
}

/* ---- derivative ---- */

/* sum_i dy_i y_i: what is differentiated. */
static double objective(const struct trial *t, const double *x, const double *dy)
{
    struct guarded y = guarded((size_t)t->dims.d_out, sizeof(double));
    struct guarded scratch = guarded(formula_scratch(t), sizeof(double));
    t->p->formula(&t->dims, &t->args, (const double *const *)t->w, x, y.data, scratch.data);
    double sum = 0;
    for (int i = 0; i < t->dims.d_out; i++) sum += dy[i] * ((double *)y.data)[i];
    release(&y);
    release(&scratch);
    return sum;
}

/* Every d objective / d at[i] against a central difference. The step is small so that it crosses
 * no kink of a ReLU; at 1e-6 rounding leaves about 1e-9, times up to 300 = 1/sqrt(eps) where a
 * LayerNorm's row is nearly constant. */
static void check_gradient(const struct trial *t, const char *what, double *at, size_t count,
                           const double *gradient, const double *x, const double *dy)
{
    const double step = 1e-6;
    for (size_t i = 0; i < count; i++) {
        double old = at[i];
        at[i] = old + step;
        double up = objective(t, x, dy);
        at[i] = old - step;
        double expected = (up - objective(t, x, dy)) / (2 * step);
        at[i] = old;
        double found = gradient[i] - 1; /* it was added to 1 */
        if (!(fabs(found - expected) <= 1e-6 * (1 + fabs(expected))))
            report(t, what, found, expected);
    }
}

static double *ones(size_t count)
{
    double *x = xarray(count, sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = 1;
    return x;
}

static void check_derivative(struct trial *t)
{
    double *x = draw_array("x", (size_t)t->dims.d_in);
    double *dy = draw_array("dy", (size_t)t->dims.d_out);
    double *dx = ones((size_t)t->dims.d_in), *dw[MAX_TENSORS];
    struct guarded scratch = guarded(formula_scratch(t), sizeof(double));
    for (int i = 0; i < t->tensors; i++) dw[i] = ones(t->size[i]);
    t->p->derivative(&t->dims, &t->args, (const double *const *)t->w, x, dy, dx, dw, scratch.data);
    release(&scratch);
    check_gradient(t, "dx", x, (size_t)t->dims.d_in, dx, x, dy);
    for (int i = 0; i < t->tensors; i++) {
        check_gradient(t, "dw", t->w[i], t->size[i], dw[i], x, dy);
        free(dw[i]);
    }
    free(x), free(dy), free(dx);
}

static void test_derivatives(void **state)
{
    (void)state;
    over_all((struct dims[]){{5, 6, 2, 3, 1, 1}, {6, 6, 2, 3, 1, 1}}, 2, check_derivative);
}

/* ---- fast passes ---- */

static struct guarded converted(const double *x, size_t count, size_t size)
{
    struct guarded g = guarded(count, size);
    for (size_t i = 0; i < count; i++) put(&g, i, x[i]);
    return g;
}

/* The build's fast pass over rows of x; the result is the caller's. Everything it is given ends
 * in a guard, what it writes starts as NaN. */
static struct guarded run_fast(const struct trial *t, int build, int rows, const double *x)
{
    const struct projection *p = t->builds[build];
    size_t size = build == DOUBLE ? sizeof(double) : sizeof(float), n = (size_t)rows;
    struct guarded w[MAX_TENSORS], in = converted(x, n * (size_t)t->dims.d_in, size);
    struct guarded out = guarded(n * (size_t)t->dims.d_out, size);
    struct guarded scratch = guarded(p->scratch ? p->scratch(&t->dims, &t->args, rows) : 0, size);
    const real *pointers[MAX_TENSORS];
    for (int i = 0; i < t->tensors; i++) {
        w[i] = converted(t->w[i], t->size[i], size);
        pointers[i] = w[i].data;
    }
    p->forward(&(struct projection_run){&t->dims, &t->args, pointers, rows, in.data, out.data,
                                        scratch.data});
    for (size_t i = 0; i < n * (size_t)t->dims.d_in; i++)
        assert_true(get(&in, i) == x[i]); /* the input is as it was */
    for (int i = 0; i < t->tensors; i++) release(&w[i]);
    release(&in);
    release(&scratch);
    return out;
}

/* Sums of at most 66 products through three layers lose some 10 roundings, times up to 10 where a
 * LayerNorm divides by a small deviation: 100 * 2^-24 is 6e-6. */
static double tolerance(int build) { return build == DOUBLE ? 1e-13 : 1e-5; }

static void compare_with_formula(const struct trial *t, int build, int rows, const double *x)
{
    struct guarded fast = run_fast(t, build, rows, x);
    struct guarded scratch = guarded(formula_scratch(t), sizeof(double));
    double *y = xarray((size_t)t->dims.d_out, sizeof *y);
    for (int r = 0; r < rows; r++) {
        t->p->formula(&t->dims, &t->args, (const double *const *)t->w, x + r * t->dims.d_in, y,
                      scratch.data);
        for (int i = 0; i < t->dims.d_out; i++) {
            double found = get(&fast, (size_t)(r * t->dims.d_out + i));
            if (!(fabs(found - y[i]) <= tolerance(build) * (1 + fabs(y[i]))))
                report(t, build_names[build], found, y[i]);
        }
    }
    free(y);
    release(&scratch);
    release(&fast);
}

static void check_fast(struct trial *t)
{
    static const int rows[] = {1, 3, 64, 65};
    double *x = draw_array("x", 65 * (size_t)t->dims.d_in);
    for (int build = 0; build < BUILDS; build++)
        for (int i = 0; i < 4 && runs_here(build); i++) compare_with_formula(t, build, rows[i], x);
    free(x);
}

static void test_fast_passes(void **state)
{
    (void)state;
    over_all((struct dims[]){{7, 33, 3, 11, 1, 1}, {33, 33, 3, 11, 1, 1}}, 2, check_fast);
}

/* A row's bits must not depend on what the other rows hold. */
static void check_rows_apart(struct trial *t)
{
    size_t d_in = (size_t)t->dims.d_in, d_out = (size_t)t->dims.d_out;
    double *x = draw_array("x", 9 * d_in);
    for (int build = 0; build < BUILDS; build++) {
        if (!runs_here(build)) continue;
        struct guarded a = run_fast(t, build, 9, x);
        for (size_t i = 0; i < 9 * d_in; i++) x[i] *= i / d_in == 4 ? 1 : -2;
        struct guarded b = run_fast(t, build, 9, x);
        for (size_t i = 4 * d_out; i < 5 * d_out; i++) assert_true(get(&a, i) == get(&b, i));
        release(&a);
        release(&b);
    }
    free(x);
}

static void test_rows_are_apart(void **state)
{
    (void)state;
    over_all((struct dims[]){{33, 33, 3, 11, 1, 1}}, 1, check_rows_apart);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_derivatives),
        cmocka_unit_test(test_fast_passes),
        cmocka_unit_test(test_rows_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
