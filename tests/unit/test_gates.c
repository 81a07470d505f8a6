/* SPDX-License-Identifier: MIT
 * Compares the fast passes of every gate in every build with the formula and its derivative, for
 * all arguments. */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/each_choice.h"
#include "tests/unit/guarded.h"

#include <math.h>

#define GATE(name) extern const struct gate gate_##name##_formula;
#include "kernels/gates/list.def"
#undef GATE
#define GATE(name) &gate_##name##_formula,
static const struct gate *const formulas[] = {
#include "kernels/gates/list.def"
};
#undef GATE
enum { GATES = sizeof formulas / sizeof *formulas };

/* Returns the same gate in another build. In the double build `real *` arguments point to doubles.
 */
static const struct gate *in_build(const struct kernels *build, int gate)
{
    return (const void *)build->slots[SLOT_GATE].choices[gate];
}

/* Odd sizes, which are not multiples of the vector width. x is (ROWS, D_IN) and o is (ROWS, D_OUT).
 */
enum { ROWS = 9, D_IN = 7, HEADS = 3, D = 11, D_OUT = HEADS * D };
static const struct dims dims = {D_IN, D_OUT, HEADS, D, 1, 1, 1, 0};

/* A gate with arguments, parameters and inputs, and the formula's results for all rows. */
struct trial {
    int gate;
    const struct gate *f;
    struct args args;
    int tensors;
    size_t size[MAX_TENSORS];
    double *w[MAX_TENSORS], *dw[MAX_TENSORS], *scratch;
    double x[ROWS * D_IN], dx[ROWS * D_IN];
    double o[ROWS * D_OUT], g[ROWS * D_OUT], dg[ROWS * D_OUT], d_o[ROWS * D_OUT];
};

/* Fills x with random numbers, rounded to float so that all builds get equal inputs. */
static void draw(const char *what, size_t count, double *x)
{
    for (size_t i = 0; i < count; i++) x[i] = (float)rng_normal(1, rng_stream(what), i);
}

/* Computes the gate values g of row r, and accumulates the gradients of this row. */
static void differentiate_row(struct trial *t, int r)
{
    const double *const *w = (const double *const *)t->w;
    const double *x = t->x + r * D_IN, *o = t->o + r * D_OUT;
    t->f->formula(&dims, &t->args, w, x, o, t->g + r * D_OUT, t->scratch);
    t->f->derivative(&dims, &t->args, w, x, o, t->dg + r * D_OUT, t->dx + r * D_IN,
                     t->d_o + r * D_OUT, t->dw, t->scratch);
}

static void open_trial(struct trial *t, int gate, struct args args)
{
    struct tensor declared[MAX_TENSORS];
    *t = (struct trial){.gate = gate, .f = formulas[gate], .args = args};
    const struct choice *c = &t->f->base;
    t->tensors = c->tensors ? c->tensors(&dims, &args, declared) : 0;
    for (int i = 0; i < t->tensors; i++) {
        const struct tensor *d = &declared[i];
        t->size[i] = (size_t)d->dim[0] * (size_t)d->dim[1] * (size_t)d->dim[2];
        t->w[i] = xarray(t->size[i], sizeof(double));
        t->dw[i] = xarray(t->size[i], sizeof(double));
        draw(d->name, t->size[i], t->w[i]);
    }
    size_t reals = t->f->formula_scratch ? t->f->formula_scratch(&dims, &args) : 0;
    t->scratch = xarray(reals + 1, sizeof(double));
    draw("x", ROWS * D_IN, t->x);
    draw("o", ROWS * D_OUT, t->o);
    draw("dg", ROWS * D_OUT, t->dg);
    for (int r = 0; r < ROWS; r++) differentiate_row(t, r);
}
static void close_trial(struct trial *t)
{
    for (int i = 0; i < t->tensors; i++) free(t->w[i]), free(t->dw[i]);
    free(t->scratch);
}

/* Calls check() on a gate with these arguments, unless the gate refuses them. */
static void try_arguments(int gate, struct args args, void (*check)(struct trial *))
{
    const struct choice *c = &formulas[gate]->base;
    struct trial t;
    if (c->refuse && c->refuse(&dims, &args)) return;
    open_trial(&t, gate, args);
    check(&t);
    close_trial(&t);
}
static void over_arguments(int gate, void (*check)(struct trial *))
{
    const struct param *p = formulas[gate]->base.params;
    struct args args = {{0}};
    for (int a = 0; p && p[a].name; a++) args.value[a] = p[a].def;
    try_arguments(gate, args, check);
    for (int a = 0; p && p[a].name; a++) {
        struct args other = args;
        for (int v = 0; v < (p[a].kind == PARAM_CHOICE ? (int)p[a].max + 1 : 4); v++) {
            other.value[a] = fmin(p[a].min + v, p[a].max);
            try_arguments(gate, other, check);
        }
    }
}

/* ---- fast passes ---- */

static struct guarded converted(const double *x, size_t count, size_t size)
{
    struct guarded g = guarded(count, size);
    for (size_t i = 0; i < count; i++) put(&g, i, x[i]);
    return g;
}

/* Initial value of dx and dw, into which the backward functions accumulate. */
static const double START = 0.5;

static struct guarded started(size_t count, size_t size)
{
    struct guarded g = guarded(count, size);
    for (size_t i = 0; i < count; i++) put(&g, i, START);
    return g;
}

/* Allowed number of rounding errors; sums have at most 33 products. */
enum { ROUNDINGS = 16 };

static void release_unchanged(struct guarded *g, const double *x)
{
    for (size_t i = 0; i < g->bytes / g->real_size; i++) assert_true(get(g, i) == x[i]);
    release(g);
}

/* Parameters of a gate and their gradients, in the number type of one build. */
struct parameters {
    struct guarded w[MAX_TENSORS], dw[MAX_TENSORS];
    const real *at[MAX_TENSORS];
    real *d_at[MAX_TENSORS];
};
static struct parameters open_parameters(const struct trial *t, size_t size)
{
    struct parameters p;
    for (int i = 0; i < t->tensors; i++) {
        p.w[i] = converted(t->w[i], t->size[i], size), p.at[i] = p.w[i].data;
        p.dw[i] = started(t->size[i], size), p.d_at[i] = p.dw[i].data;
    }
    return p;
}

static void forward(const struct trial *t, const struct kernels *build)
{
    const struct gate *f = in_build(build, t->gate);
    size_t size = build->real_size, reals = f->scratch ? f->scratch(&dims, &t->args, ROWS) : 0;
    struct guarded x = converted(t->x, ROWS * D_IN, size), o = converted(t->o, ROWS * D_OUT, size);
    struct guarded g = guarded(ROWS * D_OUT, size), scratch = guarded(reals, size);
    struct parameters p = open_parameters(t, size);
    f->forward(
        &(struct gate_run){&dims, &t->args, p.at, ROWS, x.data, o.data, g.data, scratch.data});
    assert_near(t->f->base.name, build, "g", &g, 0, t->g, ROWS * D_OUT, ROUNDINGS);
    release_unchanged(&x, t->x), release_unchanged(&o, t->o);
    release(&g), release(&scratch);
    for (int i = 0; i < t->tensors; i++) release_unchanged(&p.w[i], t->w[i]), release(&p.dw[i]);
}

static void backward(const struct trial *t, const struct kernels *build)
{
    const struct gate *f = in_build(build, t->gate);
    size_t size = build->real_size;
    size_t reals = f->backward_scratch ? f->backward_scratch(&dims, &t->args, ROWS) : 0;
    struct guarded x = converted(t->x, ROWS * D_IN, size), o = converted(t->o, ROWS * D_OUT, size);
    struct guarded dg = converted(t->dg, ROWS * D_OUT, size), dx = started(ROWS * D_IN, size);
    struct guarded d_o = guarded(ROWS * D_OUT, size), scratch = guarded(reals, size);
    struct parameters p = open_parameters(t, size);
    f->backward(&(struct gate_backward){&dims, &t->args, p.at, ROWS, x.data, o.data, dg.data,
                                        dx.data, d_o.data, p.d_at, scratch.data});
    assert_near(t->f->base.name, build, "dx", &dx, START, t->dx, ROWS * D_IN, ROUNDINGS);
    assert_near(t->f->base.name, build, "do", &d_o, 0, t->d_o, ROWS * D_OUT, ROUNDINGS);
    release_unchanged(&x, t->x), release_unchanged(&o, t->o), release_unchanged(&dg, t->dg);
    release(&dx), release(&d_o), release(&scratch);
    for (int i = 0; i < t->tensors; i++) {
        assert_near(t->f->base.name, build, "dw", &p.dw[i], START, t->dw[i], t->size[i], ROUNDINGS);
        release_unchanged(&p.w[i], t->w[i]), release(&p.dw[i]);
    }
}

static void each_build(const struct trial *t,
                       void (*check)(const struct trial *, const struct kernels *))
{
    for (const struct kernels *const *k = kernels_available(); *k; k++) check(t, *k);
    check(t, kernels_by_name("double"));
}
static void all_forward(struct trial *t) { each_build(t, forward); }
static void all_backward(struct trial *t) { each_build(t, backward); }
static void check_forward(int gate) { over_arguments(gate, all_forward); }
static void check_backward(int gate) { over_arguments(gate, all_backward); }

static const char *name_of(int gate) { return formulas[gate]->base.name; }
static bool has_forward(int gate) { return formulas[gate]->forward != NULL; }
static bool has_backward(int gate) { return formulas[gate]->backward != NULL; }

TEST_GROUP()
{
    static const char fast[] = "no forward function; the engine applies the formula row by row";
    static const char back[] = "no backward function; the engine applies the derivative row by row";
    static const struct check checks[] = {{"fast pass", check_forward, has_forward, fast},
                                          {"fast gradients", check_backward, has_backward, back}};
    return check_each_choice("gates", checks, 2, GATES, name_of);
}
