/* SPDX-License-Identifier: MIT
 * Compares the fast forward pass of every projection in every build with its formula. */
#include "tests/unit/projection_trial.h"

#include <math.h>

/* ---- fast passes ---- */

/* Runs the fast forward pass of a build on rows of x; the caller frees the result. All buffers end
 * in guard bands, and outputs start as NaN. */
static struct guarded run_fast(const struct trial *t, int build, int rows, const double *x)
{
    const struct projection *p = t->builds[build];
    size_t size = build == DOUBLE ? sizeof(double) : sizeof(float), n = (size_t)rows;
    size_t reals = n * kept_reals(t, build);
    struct guarded w[MAX_TENSORS], in = converted(x, n * (size_t)t->dims.d_in, size);
    struct guarded out = guarded(n * (size_t)t->dims.d_out, size);
    struct guarded scratch = guarded(p->scratch ? p->scratch(&t->dims, &t->args, rows) : 0, size);
    struct guarded kept = guarded(reals, size);
    const real *pointers[MAX_TENSORS];
    for (int i = 0; i < t->tensors; i++) {
        w[i] = converted(t->w[i], t->size[i], size);
        pointers[i] = w[i].data;
    }
    p->forward(&(struct projection_run){&t->dims, &t->args, pointers, rows, in.data, out.data,
                                        scratch.data, kept.data});
    for (size_t i = 0; i < reals; i++) assert_false(isnan(get(&kept, i)));
    release(&kept);
    for (size_t i = 0; i < n * (size_t)t->dims.d_in; i++) assert_true(get(&in, i) == x[i]);
    for (int i = 0; i < t->tensors; i++) release(&w[i]);
    release(&in);
    release(&scratch);
    return out;
}

/* Returns the allowed relative error of outputs. A LayerNorm with a small deviation multiplies
 * rounding errors by up to 10. */
static double tolerance(int build) { return build == DOUBLE ? 1e-13 : 2e-5; }

static void compare_with_formula(const struct trial *t, int build, int rows, const double *x)
{
    struct guarded fast = run_fast(t, build, rows, x);
    struct guarded scratch = guarded(formula_scratch(t), sizeof(double));
    double *y = kept(xarray((size_t)t->dims.d_out, sizeof *y));
    for (int r = 0; r < rows; r++) {
        t->p->formula(&t->dims, &t->args, (const double *const *)t->w, x + r * t->dims.d_in, y,
                      scratch.data);
        for (int i = 0; i < t->dims.d_out; i++) {
            double found = get(&fast, (size_t)(r * t->dims.d_out + i));
            if (!(fabs(found - y[i]) <= tolerance(build) * (1 + fabs(y[i]))))
                report(t, build_names[build], found, y[i]);
        }
    }
    release(&scratch);
    release(&fast);
}

static void check_fast(struct trial *t)
{
    /* 64 and 65 rows are tried only if d_in equals d_out. */
    static const int rows[] = {1, 3, 64, 65};
    int counts = t->dims.d_in == t->dims.d_out ? 4 : 2;
    double *x = draw_array("x", 65 * (size_t)t->dims.d_in);
    for (int build = 0; build < BUILDS; build++)
        for (int i = 0; i < counts && runs_here(build); i++)
            compare_with_formula(t, build, rows[i], x);
    free(x);
}

static void check_fast_passes(int choice)
{
    over_sizes(choice, (struct dims[]){{7, 33, 3, 11, 1, 1, 1, 0}, {33, 33, 3, 11, 1, 1, 1, 0}}, 2,
               check_fast);
}

/* Checks that each output row is independent of other input rows, bit for bit. */
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

static void check_rows(int choice)
{
    over_sizes(choice, (struct dims[]){{33, 33, 3, 11, 1, 1, 1, 0}}, 1, check_rows_apart);
}

TEST_GROUP()
{
    static const char fast[] = "no forward function; the engine applies the formula row by row";
    static const struct check checks[] = {{"fast pass", check_fast_passes, has_forward, fast},
                                          {"independent rows", check_rows, has_forward, fast}};
    return check_each_choice("projections", checks, 2, COUNT, name_of);
}
