/* SPDX-License-Identifier: MIT
 * Tests the logit functions: the fast passes of every build agree with the formula, and the
 * declared work is right. */
#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/each_choice.h"
#include "tests/unit/guarded.h"

#include <math.h>

#define LOGITS(name) extern const struct logits logits_##name##_formula;
#include "kernels/logits/list.def"
#undef LOGITS
#define LOGITS(name) &logits_##name##_formula,
static const struct logits *const formulas[] = {
#include "kernels/logits/list.def"
};
enum { CHOICES = sizeof formulas / sizeof *formulas };

/* COUNT is the size of a tile row, and HEAD is the second of three heads. */
enum { COUNT = 128, HEADS = 3, HEAD = 1 };
static const struct dims dims = {.d_in = 12, .d_out = 12, .heads = HEADS, .d_head = 4};
static const double SCALE = 0.75, FACTOR = 1.5;

struct trial {
    int choice;
    struct args args;
    int tensors;
    size_t size[MAX_TENSORS];
    double *w[MAX_TENSORS], *dw[MAX_TENSORS];
    double s[COUNT], phi[COUNT], d_out[COUNT], ds[COUNT];
};

static double draw(const char *what, size_t i) { return (float)rng_normal(1, rng_stream(what), i); }

static double formula(const struct trial *t, double s)
{
    return formulas[t->choice]->formula(&dims, &t->args, (const double *const *)t->w, HEAD, s);
}

/* Computes the expected value FACTOR phi(SCALE s), its derivative with respect to s, and the
 * gradients of its tensors. */
static void by_formula(struct trial *t)
{
    for (int i = 0; i < COUNT; i++) {
        double dphi = FACTOR * t->d_out[i];
        t->phi[i] = FACTOR * formula(t, SCALE * t->s[i]);
        t->ds[i] = SCALE * dphi *
                   formulas[t->choice]->derivative(&dims, &t->args, (const double *const *)t->w,
                                                   HEAD, SCALE * t->s[i], dphi, t->dw);
    }
}

/* Most scores have a magnitude of 1 to 10; a few are large. */
static void open_trial(struct trial *t, int choice, struct args args)
{
    struct tensor declared[MAX_TENSORS];
    const struct choice *c = &formulas[choice]->base;
    *t = (struct trial){.choice = choice, .args = args};
    t->tensors = c->tensors ? c->tensors(&dims, &args, declared) : 0;
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

/* Runs check() with the default arguments, and with each argument at its minimum and at another
 * value. */
static void over_arguments(int choice, void (*check)(struct trial *))
{
    const struct param *p = formulas[choice]->base.params;
    struct args args = {{0}};
    struct trial t;
    for (int a = 0; p && p[a].name; a++) args.value[a] = p[a].def;
    open_trial(&t, choice, args);
    check(&t);
    close_trial(&t);
    for (int a = 0; p && p[a].name; a++)
        for (int v = 0; v < 2; v++) {
            struct args other = args;
            double high = p[a].kind == PARAM_INT ? p[a].max : fmin(p[a].max, 1.25 * p[a].def);
            other.value[a] = v ? high : p[a].min;
            open_trial(&t, choice, other);
            check(&t);
            close_trial(&t);
        }
}

/* ---- declared work ---- */

static double declared_work(int choice, const struct args *args)
{
    const struct choice *c = &formulas[choice]->base;
    double work = c->work(&dims, args).per_pair;
    assert_true(isfinite(work) && work >= 0);
    return work;
}

/* A larger integer argument, such as a number of terms, needs more FLOPs per pair. */
static void check_work(int choice)
{
    const struct param *p = formulas[choice]->base.params;
    struct args args = {{0}};
    for (int a = 0; p && p[a].name; a++) args.value[a] = p[a].def;
    double usual = declared_work(choice, &args);
    for (int a = 0; p && p[a].name; a++) {
        struct args least = args, most = args;
        if (p[a].kind != PARAM_INT) continue;
        least.value[a] = p[a].min, most.value[a] = p[a].max;
        double few = declared_work(choice, &least), many = declared_work(choice, &most);
        assert_true(few < many && few <= usual && usual <= many);
    }
}

/* ---- fast passes ---- */

/* Stores a struct logits_run of the float or the double build. */
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

static const void *run_of(const struct trial *t, const struct kernels *build, void *const *w,
                          union any_run *run)
{
    if (build->real_size == sizeof(double))
        run->d = (struct double_run){&dims, &t->args, w, HEAD, SCALE, FACTOR};
    else
        run->f.start = (struct logits_run){&dims, &t->args,     (const real *const *)w,
                                           HEAD,  (float)SCALE, (float)FACTOR};
    return run;
}

/* The tolerance is large, because a gradient is a sum over all logits. */
enum { ROUNDINGS = 400 };

static struct guarded filled(const double *x, double all, size_t count, size_t size)
{
    struct guarded g = guarded(count, size);
    for (size_t i = 0; i < count; i++) put(&g, i, x ? x[i] : all);
    return g;
}

static void in_build(const struct trial *t, const struct kernels *build)
{
    const struct logits *f = (const void *)build->slots[SLOT_LOGITS].choices[t->choice];
    size_t size = build->real_size;
    struct guarded w[MAX_TENSORS], dw[MAX_TENSORS];
    void *at[MAX_TENSORS], *d_at[MAX_TENSORS];
    union any_run run;
    for (int k = 0; k < t->tensors; k++) {
        w[k] = filled(t->w[k], 0, t->size[k], size), at[k] = w[k].data;
        dw[k] = filled(NULL, 0.5, t->size[k], size), d_at[k] = dw[k].data;
    }
    const struct logits_run *given = run_of(t, build, at, &run);
    struct guarded s = filled(t->s, 0, COUNT, size), ds = filled(t->d_out, 0, COUNT, size);
    if (f->backward) {
        f->backward(given, s.data, ds.data, COUNT, (real *const *)(void *)d_at);
        assert_near(formulas[t->choice]->base.name, build, "ds", &ds, 0, t->ds, COUNT, ROUNDINGS);
        for (int k = 0; k < t->tensors; k++)
            assert_near(formulas[t->choice]->base.name, build, "dw", &dw[k], 0.5, t->dw[k],
                        t->size[k], ROUNDINGS);
    }
    f->forward(given, s.data, COUNT);
    assert_near(formulas[t->choice]->base.name, build, "phi", &s, 0, t->phi, COUNT, ROUNDINGS);
    release(&s), release(&ds);
    for (int k = 0; k < t->tensors; k++) release(&w[k]), release(&dw[k]);
}

static void in_every_build(struct trial *t)
{
    for (const struct kernels *const *k = kernels_available(); *k; k++) in_build(t, *k);
    in_build(t, kernels_by_name("double"));
}
static void check_fast(int choice) { over_arguments(choice, in_every_build); }

/* ---- bounds ---- */

TEST("softcap limits any score to its cap")
{
    for (int c = 0; c < CHOICES; c++) {
        if (strcmp(formulas[c]->base.name, "softcap")) continue;
        struct args args = {{20}};
        for (double s = 1e-3; s < 1e30; s *= 3) {
            double phi = formulas[c]->formula(&dims, &args, NULL, 0, s);
            assert_true(phi > 0 && phi <= 20 && phi <= s);
            assert_true(phi == -formulas[c]->formula(&dims, &args, NULL, 0, -s));
        }
    }
}

static const char *name_of(int choice) { return formulas[choice]->base.name; }
static bool has_forward(int choice) { return formulas[choice]->forward != NULL; }

TEST_GROUP()
{
    static const char none[] = "no forward pass: the engine applies the formula to each score";
    static const struct check checks[] = {{.what = "declared work", .run = check_work},
                                          {"fast passes", check_fast, has_forward, none}};
    return check_each_choice("logits", checks, 2, CHOICES, name_of);
}
