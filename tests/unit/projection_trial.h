/* SPDX-License-Identifier: MIT
 * Helpers for tests of projections: they try every choice in every build, with several sizes and
 * all parameter values. In the double build `real *` arguments point to doubles. */
#ifndef ATTNLAB_PROJECTION_TRIAL_H
#define ATTNLAB_PROJECTION_TRIAL_H

#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/each_choice.h"
#include "tests/unit/guarded.h"

/* ---- projections of all builds, including slot forget ---- */

#define NAME(build) #build,
static const char *const build_names[] = {"double", "formula", EACH_VECTOR_BUILD(NAME, )};
enum { BUILDS = sizeof build_names / sizeof *build_names };
#define EACH(m, p) m(p##_double) m(p##_formula) EACH_VECTOR_BUILD(m, p##_)

#define OUTPUT(name)     PROJECTION(name)
#define DECLARE(symbol)  extern const struct projection symbol;
#define PROJECTION(name) EACH(DECLARE, projection_##name)
#include "kernels/projections/list.def"
#undef PROJECTION
#define FORGET(name)           EACH(DECLARE_FORGET, forget_##name)
#define DECLARE_FORGET(symbol) extern const struct forget symbol;
#include "kernels/forget/list.def"
#undef FORGET
#define ADDRESS(symbol)        &symbol,
#define PROJECTION(name)       {EACH(ADDRESS, projection_##name)},
#define FORGET_ADDRESS(symbol) &symbol.log,
#define FORGET(name)           {EACH(FORGET_ADDRESS, forget_##name)},
static const struct projection *const projections[][BUILDS] = {
#include "kernels/projections/list.def"
#include "kernels/forget/list.def"
};
enum { DOUBLE, FORMULA, COUNT = sizeof projections / sizeof *projections };

/* Returns true if this CPU can run a build. The "formula" build runs on any CPU. */
static inline bool runs_here(int build)
{
    return build == FORMULA || kernels_by_name(build_names[build]);
}

/* ---- a trial: a choice, sizes, arguments, parameters ---- */

struct trial {
    const struct projection *const *builds;
    const struct projection *p; /* projection of the "formula" build */
    struct dims dims;
    struct args args;
    int tensors;
    size_t size[MAX_TENSORS];
    double *w[MAX_TENSORS];
};

static inline double draw(const char *what, size_t i) { return rng_normal(1, rng_stream(what), i); }

/* Returns random numbers that float represents exactly, so that all builds and the formula get
 * equal inputs. */
static inline double *draw_array(const char *what, size_t count)
{
    double *x = xarray(count, sizeof *x);
    for (size_t i = 0; i < count; i++) x[i] = (float)draw(what, i);
    return x;
}

/* Draws random parameters. Gains and biases are random too, because gains of 1 and biases of 0
 * would hide errors. */
static inline void open_trial(struct trial *t)
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
static inline void close_trial(struct trial *t)
{
    for (int i = 0; i < t->tensors; i++) free(t->w[i]);
}

static inline size_t formula_scratch(const struct trial *t)
{
    return t->p->formula_scratch ? t->p->formula_scratch(&t->dims, &t->args) : 0;
}

/* Returns how many numbers per row the forward pass keeps for the backward pass. */
static inline size_t kept_reals(const struct trial *t, int build)
{
    const struct projection *p = t->builds[build];
    return p->kept ? p->kept(&t->dims, &t->args) : 0;
}

/* Sets *value to the k-th value to try of a parameter; returns false if all were tried. */
static inline bool option(const struct param *p, int k, double *value)
{
    if (p->kind == PARAM_REAL) *value = k == 0 ? p->def : 0.75;
    if (p->kind != PARAM_REAL) *value = p->min + k;
    return k < (p->kind == PARAM_REAL  ? 2
                : p->kind == PARAM_INT ? 3
                                       : (int)p->max + 1) &&
           *value <= p->max;
}

static inline void try_arguments(struct trial *t, void (*check)(struct trial *))
{
    if (t->p->base.refuse && t->p->base.refuse(&t->dims, &t->args)) return;
    open_trial(t);
    check(t);
    close_trial(t);
}

/* Returns true if a parameter has many values, such as an activation. These values are not combined
 * with other parameters. */
static inline bool is_tried_alone(const struct param *p)
{
    return p->kind == PARAM_CHOICE && p->max > 3;
}

static inline void over_combinations(struct trial *t, int index, void (*check)(struct trial *))
{
    const struct param *p = t->p->base.params;
    if (!p || !p[index].name) {
        try_arguments(t, check);
    } else if (is_tried_alone(&p[index])) {
        t->args.value[index] = p[index].def;
        over_combinations(t, index + 1, check);
    } else
        for (int k = 0; option(&p[index], k, &t->args.value[index]); k++)
            over_combinations(t, index + 1, check);
}

static inline void over_arguments(struct trial *t, void (*check)(struct trial *))
{
    const struct param *p = t->p->base.params;
    over_combinations(t, 0, check);
    for (int a = 0; p && p[a].name; a++) {
        if (!is_tried_alone(&p[a])) continue;
        for (int i = 0; p[i].name; i++) t->args.value[i] = p[i].def;
        for (int v = 0; v <= (int)p[a].max; v++) {
            t->args.value[a] = v;
            if (v != (int)p[a].def) try_arguments(t, check);
        }
    }
}

static inline void over_sizes(int choice, const struct dims *dims, int count,
                              void (*check)(struct trial *))
{
    for (int j = 0; j < count; j++)
        over_arguments(&(struct trial){.builds = projections[choice],
                                       .p = projections[choice][FORMULA],
                                       .dims = dims[j]},
                       check);
}

/* ---- functions of a choice, for each_choice.h ---- */

static inline const char *name_of(int choice) { return projections[choice][FORMULA]->base.name; }
static inline bool has_forward(int choice) { return projections[choice][FORMULA]->forward != NULL; }
static inline bool has_backward(int choice)
{
    return projections[choice][FORMULA]->backward != NULL;
}

static inline void report(const struct trial *t, const char *what, double found, double expected)
{
    print_error("%s %d->%d", t->p->base.name, t->dims.d_in, t->dims.d_out);
    for (const struct param *p = t->p->base.params; p && p->name; p++)
        print_error(" %s=%g", p->name, t->args.value[p - t->p->base.params]);
    fail_msg(", %s: %.17g, expected %.17g", what, found, expected);
}

static inline struct guarded converted(const double *x, size_t count, size_t size)
{
    struct guarded g = guarded(count, size);
    for (size_t i = 0; i < count; i++) put(&g, i, x[i]);
    return g;
}

#endif
