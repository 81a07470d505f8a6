/* SPDX-License-Identifier: MIT
 * Compares a gate's fast functions with its formula and derivative. */
#include "harness/measure/choices/fast_check.h"

#include <math.h>

/* Sizes are odd, so no dimension fills whole vectors. Shapes: x is (ROWS, D_IN), o is (ROWS,
 * D_OUT). */
enum { ROWS = 9, D_IN = 7, HEADS = 3, D = 11, D_OUT = HEADS * D };
static const struct dims dims = {D_IN, D_OUT, HEADS, D, 1, 1, 1, 0};

/* A gate with its arguments, parameters and inputs, and the formula's results for all rows. */
struct trial {
    struct fast_check *check;
    const struct gate *f, *fast;
    const struct args *args;
    int tensors;
    size_t size[MAX_TENSORS];
    double *w[MAX_TENSORS], *dw[MAX_TENSORS], *scratch;
    double x[ROWS * D_IN], dx[ROWS * D_IN];
    double o[ROWS * D_OUT], g[ROWS * D_OUT], dg[ROWS * D_OUT], d_o[ROWS * D_OUT];
};

static void draw_array(const char *what, size_t count, double *x)
{
    for (size_t i = 0; i < count; i++) x[i] = draw(what, i);
}

/* Computes g for row r by the formula, and adds this row's gradients. */
static void differentiate_row(struct trial *t, int r)
{
    const double *const *w = (const double *const *)t->w;
    const double *x = t->x + r * D_IN, *o = t->o + r * D_OUT;
    t->f->formula(&dims, t->args, w, x, o, t->g + r * D_OUT, t->scratch);
    t->f->derivative(&dims, t->args, w, x, o, t->dg + r * D_OUT, t->dx + r * D_IN,
                     t->d_o + r * D_OUT, t->dw, t->scratch);
}

static void open_trial(struct trial *t, struct fast_check *check)
{
    struct tensor declared[MAX_TENSORS];
    const struct args *args = check->args;
    *t = (struct trial){.check = check,
                        .f = (const void *)check->formula,
                        .fast = (const void *)check->fast,
                        .args = args};
    const struct choice *c = &t->f->base;
    t->tensors = c->tensors ? c->tensors(&dims, args, declared) : 0;
    for (int i = 0; i < t->tensors; i++) {
        const struct tensor *d = &declared[i];
        t->size[i] = (size_t)d->dim[0] * (size_t)d->dim[1] * (size_t)d->dim[2];
        t->w[i] = xarray(t->size[i], sizeof(double));
        t->dw[i] = xarray(t->size[i], sizeof(double));
        draw_array(d->name, t->size[i], t->w[i]);
    }
    size_t reals = t->f->formula_scratch ? t->f->formula_scratch(&dims, args) : 0;
    t->scratch = xarray(reals + 1, sizeof(double));
    draw_array("x", ROWS * D_IN, t->x);
    draw_array("o", ROWS * D_OUT, t->o);
    draw_array("dg", ROWS * D_OUT, t->dg);
    for (int r = 0; r < ROWS; r++) differentiate_row(t, r);
}
static void close_trial(struct trial *t)
{
    for (int i = 0; i < t->tensors; i++) free(t->w[i]), free(t->dw[i]);
    free(t->scratch);
}

/* ---- fast passes ---- */

/* Initial value of dx and dw, to which the gradients are added. */
static const double START = 0.5;

/* Number of rounding errors allowed. Sums have at most 33 products. */
enum { ROUNDINGS = 16 };

static void compare(const struct trial *t, const char *function, const char *what,
                    const struct guarded *found, double start, const double *want, size_t count)
{
    char *x = numbers_text(t->x, D_IN), *o = numbers_text(t->o, D_OUT);
    char *inputs = xformat("%d rows, the first: x = %s, o = %s", ROWS, x, o);
    fast_near(t->check, function, what, found, start, want, count, ROUNDINGS, inputs);
    free(x), free(o), free(inputs);
}

/* Parameters and their gradients, in a build's number type. */
struct parameters {
    struct guarded w[MAX_TENSORS], dw[MAX_TENSORS];
    const real *at[MAX_TENSORS];
    real *d_at[MAX_TENSORS];
};
static struct parameters open_parameters(const struct trial *t, size_t size)
{
    struct parameters p;
    for (int i = 0; i < t->tensors; i++) {
        p.w[i] = guarded_copy(t->w[i], t->size[i], size), p.at[i] = p.w[i].data;
        p.dw[i] = guarded_filled(START, t->size[i], size), p.d_at[i] = p.dw[i].data;
    }
    return p;
}

static void forward(const struct trial *t)
{
    const struct gate *f = t->fast;
    size_t size = t->check->real_size, reals = f->scratch ? f->scratch(&dims, t->args, ROWS) : 0;
    struct guarded x = guarded_copy(t->x, ROWS * D_IN, size),
                   o = guarded_copy(t->o, ROWS * D_OUT, size);
    struct guarded g = guarded(ROWS * D_OUT, size), scratch = guarded(reals, size);
    struct parameters p = open_parameters(t, size);
    f->forward(
        &(struct gate_run){&dims, t->args, p.at, ROWS, x.data, o.data, g.data, scratch.data});
    compare(t, "forward", "g", &g, 0, t->g, ROWS * D_OUT);
    fast_release_input(t->check, &x, t->x, "forward"),
        fast_release_input(t->check, &o, t->o, "forward");
    fast_release(t->check, &g, "forward"), fast_release(t->check, &scratch, "forward");
    for (int i = 0; i < t->tensors; i++)
        fast_release_input(t->check, &p.w[i], t->w[i], "forward"),
            fast_release(t->check, &p.dw[i], "forward");
}

static void backward(const struct trial *t)
{
    const struct gate *f = t->fast;
    size_t size = t->check->real_size;
    size_t reals = f->backward_scratch ? f->backward_scratch(&dims, t->args, ROWS) : 0;
    struct guarded x = guarded_copy(t->x, ROWS * D_IN, size),
                   o = guarded_copy(t->o, ROWS * D_OUT, size);
    struct guarded dg = guarded_copy(t->dg, ROWS * D_OUT, size),
                   dx = guarded_filled(START, ROWS * D_IN, size);
    struct guarded d_o = guarded(ROWS * D_OUT, size), scratch = guarded(reals, size);
    struct parameters p = open_parameters(t, size);
    f->backward(&(struct gate_backward){&dims, t->args, p.at, ROWS, x.data, o.data, dg.data,
                                        dx.data, d_o.data, p.d_at, scratch.data});
    compare(t, "backward", "dx", &dx, START, t->dx, ROWS * D_IN);
    compare(t, "backward", "do", &d_o, 0, t->d_o, ROWS * D_OUT);
    fast_release_input(t->check, &x, t->x, "backward"),
        fast_release_input(t->check, &o, t->o, "backward"),
        fast_release_input(t->check, &dg, t->dg, "backward");
    fast_release(t->check, &dx, "backward"), fast_release(t->check, &d_o, "backward"),
        fast_release(t->check, &scratch, "backward");
    for (int i = 0; i < t->tensors; i++) {
        compare(t, "backward", "dw", &p.dw[i], START, t->dw[i], t->size[i]);
        fast_release_input(t->check, &p.w[i], t->w[i], "backward"),
            fast_release(t->check, &p.dw[i], "backward");
    }
}

void gate_fast_check(struct fast_check *c)
{
    struct trial t;
    if (c->formula->refuse && c->formula->refuse(&dims, c->args)) return;
    open_trial(&t, c);
    if (t.fast->forward) forward(&t);
    if (t.fast->backward) backward(&t);
    close_trial(&t);
}
