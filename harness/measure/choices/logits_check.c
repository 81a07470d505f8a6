/* SPDX-License-Identifier: MIT
 * Compares a logit function's fast passes with its formula and derivative. */
#include "harness/measure/choices/fast_check.h"

#include <math.h>

/* Number of scores per tile row. The check uses the second of three heads. */
enum { COUNT = 128, HEADS = 3, HEAD = 1 };
static const struct dims dims = {.d_in = 12, .d_out = 12, .heads = HEADS, .d_head = 4};
static const double SCALE = 0.75, FACTOR = 1.5;

struct trial {
    struct fast_check *check;
    const struct logits *f, *fast;
    const struct args *args;
    int tensors;
    size_t size[MAX_TENSORS];
    double *w[MAX_TENSORS], *dw[MAX_TENSORS];
    double s[COUNT], phi[COUNT], d_out[COUNT], ds[COUNT];
};

static double formula(const struct trial *t, double s)
{
    return t->f->formula(&dims, t->args, (const double *const *)t->w, HEAD, s);
}

/* Expected values: FACTOR phi(SCALE s), its derivative with respect to s, and its contribution to
 * the tensor gradients. */
static void by_formula(struct trial *t)
{
    for (int i = 0; i < COUNT; i++) {
        double dphi = FACTOR * t->d_out[i];
        t->phi[i] = FACTOR * formula(t, SCALE * t->s[i]);
        t->ds[i] = SCALE * dphi *
                   t->f->derivative(&dims, t->args, (const double *const *)t->w, HEAD,
                                    SCALE * t->s[i], dphi, t->dw);
    }
}

/* Most scores have a magnitude of 1 to 10; a few are larger. */
static void open_trial(struct trial *t, struct fast_check *check)
{
    struct tensor declared[MAX_TENSORS];
    const struct choice *c = check->formula;
    *t = (struct trial){.check = check,
                        .f = (const void *)c,
                        .fast = (const void *)check->fast,
                        .args = check->args};
    t->tensors = c->tensors ? c->tensors(&dims, t->args, declared) : 0;
    for (int i = 0; i < t->tensors; i++) {
        const struct tensor *d = &declared[i];
        t->size[i] = (size_t)d->dim[0] * (size_t)d->dim[1] * (size_t)d->dim[2];
        t->w[i] = xarray(t->size[i], sizeof(double));
        t->dw[i] = xarray(t->size[i], sizeof(double));
        for (size_t j = 0; j < t->size[i]; j++) t->w[i][j] = draw(d->name, j);
    }
    for (int i = 0; i < COUNT; i++) {
        t->s[i] = 2 * draw("s", (size_t)i) * (i % 16 == 15 ? 20 : 1);
        t->d_out[i] = draw("d", (size_t)i);
    }
    by_formula(t);
}
static void close_trial(struct trial *t)
{
    for (int i = 0; i < t->tensors; i++) free(t->w[i]), free(t->dw[i]);
}

/* ---- fast passes ---- */

/* Has the layout of struct logits_run in the float and double builds. */
union number {
    float f;
    double d;
};
struct float_run {
    struct logits_run start;
};
struct double_run {
    const struct dims *dims;
    const struct args *args;
    const void *w;
    int head;
    double scale, factor;
};
union any_run {
    struct float_run f;
    struct double_run d;
};

static const void *run_of(const struct trial *t, void *const *w, union any_run *run)
{
    if (t->check->real_size == sizeof(double))
        run->d = (struct double_run){&dims, t->args, w, HEAD, SCALE, FACTOR};
    else
        run->f.start = (struct logits_run){&dims, t->args,      (const real *const *)w,
                                           HEAD,  (float)SCALE, (float)FACTOR};
    return run;
}

/* Number of rounding errors allowed. A gradient is a sum over all logits, and each term calls a few
 * math functions. */
enum { ROUNDINGS = 400 };

static void compare(const struct trial *t, const char *function, const char *what,
                    const struct guarded *found, double start, const double *want, size_t count)
{
    char *s = numbers_text(t->s, COUNT);
    char *inputs = xformat("s = %s, scale %g, factor %g", s, SCALE, FACTOR);
    fast_near(t->check, function, what, found, start, want, count, ROUNDINGS, inputs);
    free(s), free(inputs);
}

void logits_fast_check(struct fast_check *c)
{
    size_t size = c->real_size;
    struct guarded w[MAX_TENSORS], dw[MAX_TENSORS];
    void *at[MAX_TENSORS], *d_at[MAX_TENSORS];
    union any_run run;
    struct trial t;
    open_trial(&t, c);
    for (int k = 0; k < t.tensors; k++) {
        w[k] = guarded_copy(t.w[k], t.size[k], size), at[k] = w[k].data;
        dw[k] = guarded_filled(0.5, t.size[k], size), d_at[k] = dw[k].data;
    }
    const struct logits_run *given = run_of(&t, at, &run);
    struct guarded s = guarded_copy(t.s, COUNT, size), ds = guarded_copy(t.d_out, COUNT, size);
    if (t.fast->backward) {
        t.fast->backward(given, s.data, ds.data, COUNT, (real *const *)(void *)d_at);
        compare(&t, "backward", "ds", &ds, 0, t.ds, COUNT);
        for (int k = 0; k < t.tensors; k++)
            compare(&t, "backward", "dw", &dw[k], 0.5, t.dw[k], t.size[k]);
    }
    if (t.fast->forward) {
        t.fast->forward(given, s.data, COUNT);
        compare(&t, "forward", "phi", &s, 0, t.phi, COUNT);
    }
    fast_release(c, &s, "forward"), fast_release(c, &ds, "backward");
    for (int k = 0; k < t.tensors; k++)
        fast_release_input(c, &w[k], t.w[k], "forward"), fast_release(c, &dw[k], "backward");
    close_trial(&t);
}
