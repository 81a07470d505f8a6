/* SPDX-License-Identifier: MIT
 * Helpers for tests of scores: they try every score in every build, with random arguments,
 * parameters and inputs in buffers with guard bands. */
#ifndef ATTNLAB_SCORE_TRIAL_H
#define ATTNLAB_SCORE_TRIAL_H

#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/each_choice.h"
#include "tests/unit/guarded.h"

#include <float.h>
#include <math.h>

/* ---- scores and builds ---- */

#define SCORE(name) extern const struct score score_##name##_formula;
#include "kernels/scores/list.def"
#undef SCORE
#define SCORE(name) &score_##name##_formula,
static const struct score *const scores_formula[] = {
#include "kernels/scores/list.def"
};
#undef SCORE
enum { SCORES = sizeof scores_formula / sizeof *scores_formula };

/* Returns the same score in another build. The cast is valid because a choice is the first member
 * of its struct. In the double build `real *` arguments point to doubles. */
static inline const struct score *in_build(const struct kernels *build, int score)
{
    return (const void *)build->slots[SLOT_SCORE].choices[score];
}

/* Lists the builds that run on this CPU, the double build first. Returns their number. */
enum { MAX_BUILDS = 8 };
static inline int list_builds(const struct kernels *builds[MAX_BUILDS])
{
    int count = 0;
    builds[count++] = kernels_by_name("double");
    for (const struct kernels *const *k = kernels_available(); *k; k++) {
        assert_true(count < MAX_BUILDS);
        builds[count++] = *k;
    }
    return count;
}

/* ---- functions of a choice, for each_choice.h ---- */

static inline const char *name_of(int score) { return scores_formula[score]->base.name; }
static inline bool has_tile(int score) { return scores_formula[score]->tile != NULL; }
static inline bool has_backward(int score)
{
    return has_tile(score) && scores_formula[score]->tile_backward != NULL;
}

/* ---- one problem: a score with arguments and parameters ---- */

enum { HEADS = 2, HEAD = 1, MAX_D = 64, LD = MAX_D + 3 };

struct problem {
    const struct score *formula;
    int score;
    struct dims dims;
    struct args args;
    int tensors;
    struct tensor tensor[MAX_TENSORS];
    double *w[MAX_TENSORS];
    double *scratch;
};

static size_t tensor_count(const struct tensor *t)
{
    return (size_t)t->dim[0] * (size_t)t->dim[1] * (size_t)t->dim[2];
}
static size_t size_or_0(size_t (*f)(const struct dims *, const struct args *),
                        const struct problem *p)
{
    return f ? f(&p->dims, &p->args) : 0;
}

/* Returns a random number, rounded to float so that all builds get equal inputs. */
static double draw(const char *what, size_t i) { return (float)rng_normal(1, rng_stream(what), i); }

static struct problem problem(int score, struct args args, struct dims dims)
{
    struct problem p = {scores_formula[score],        score, dims, args, 0,
                        {{{0}, 0, {0}, 0, 0, false}}, {0},   0};
    const struct choice *c = &p.formula->base;
    p.tensors = c->tensors ? c->tensors(&dims, &args, p.tensor) : 0;
    for (int t = 0; t < p.tensors; t++) {
        size_t count = tensor_count(&p.tensor[t]);
        double std = p.tensor[t].init == INIT_NORMAL ? p.tensor[t].std : 0.3;
        p.w[t] = xarray(count, sizeof(double));
        for (size_t i = 0; i < count; i++)
            p.w[t][i] = (float)((p.tensor[t].init == INIT_ONE) + std * draw(p.tensor[t].name, i));
    }
    p.scratch = xarray(size_or_0(p.formula->formula_scratch, &p) + 1, sizeof(double));
    return p;
}
static void close_problem(struct problem *p)
{
    for (int t = 0; t < p->tensors; t++) free(p->w[t]);
    free(p->scratch);
}
static inline double formula(const struct problem *p, const double *q, const double *k)
{
    return p->formula->formula(&p->dims, &p->args, (const double *const *)p->w, HEAD, q, k,
                               p->scratch);
}

static inline void try_arguments(int score, struct args args, int d,
                                 void (*check)(struct problem *))
{
    const struct dims dims = {HEADS * d, HEADS * d, HEADS, d, 5, 7, 1, 0};
    const struct choice *c = &scores_formula[score]->base;
    if (c->refuse && c->refuse(&dims, &args)) return;
    struct problem p = problem(score, args, dims);
    check(&p);
    close_problem(&p);
}
/* Calls check() with the default arguments of a score and with sample values of each argument. */
static inline void over_arguments(int score, int d, void (*check)(struct problem *))
{
    static const int ints[] = {1, 2, 3, 17};
    const struct param *params = scores_formula[score]->base.params;
    struct args base = {{0}};
    int count = 0;
    for (; params && params[count].name; count++) base.value[count] = params[count].def;
    try_arguments(score, base, d, check);
    for (int a = 0; a < count; a++) {
        const struct param *p = &params[a];
        int values = p->kind == PARAM_CHOICE ? (int)p->max + 1 : 4;
        for (int v = 0; v < values; v++) {
            struct args args = base;
            args.value[a] = p->kind == PARAM_CHOICE ? v : fmin(fmax(ints[v], p->min), p->max);
            try_arguments(score, args, d, check);
        }
    }
}

/* ---- one build's inputs ---- */

/* Inputs of one build: TILE_Q rows of q and TILE_K rows of k, LD numbers apart. */
struct fast {
    const struct kernels *build;
    const struct score *score;
    struct guarded w[MAX_TENSORS], q, k, scratch;
    const real *pointers[MAX_TENSORS];
    struct score_run run;
};

/* Fills the rows of q or k with random numbers. The rows are LD numbers apart, with NaN between the
 * rows. */
static void fill_rows(struct guarded *g, const char *what, int rows, int d, double size)
{
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < d; i++)
            put(g, (size_t)(r * LD + i), size * draw(what, (size_t)(r * d + i)));
}
static inline void row(const struct guarded *g, int r, int d, double *x)
{
    for (int i = 0; i < d; i++) x[i] = get(g, (size_t)(r * LD + i));
}

static inline void open_fast(struct fast *f, const struct kernels *b, const struct problem *p,
                             double size)
{
    size_t real_size = b->real_size;
    *f = (struct fast){.build = b, .score = in_build(b, p->score)};
    for (int t = 0; t < p->tensors; t++) {
        size_t count = tensor_count(&p->tensor[t]);
        f->w[t] = guarded(count, real_size);
        for (size_t i = 0; i < count; i++) put(&f->w[t], i, p->w[t][i]);
        f->pointers[t] = f->w[t].data;
    }
    f->q = guarded(TILE_Q * LD, real_size);
    f->k = guarded(TILE_K * LD, real_size);
    fill_rows(&f->q, "q", TILE_Q, p->dims.d_head, size);
    fill_rows(&f->k, "k", TILE_K, p->dims.d_head, size);
    size_t own = size_or_0(f->score->scratch, p);
    size_t whole = size_or_0(f->score->materialise_scratch, p);
    f->scratch = guarded(own > whole ? own : whole, real_size);
    f->run = (struct score_run){&p->dims, &p->args, f->pointers, HEAD, false, false};
}
static inline void close_fast(struct fast *f, int tensors)
{
    for (int t = 0; t < tensors; t++) release(&f->w[t]);
    release(&f->q), release(&f->k), release(&f->scratch);
}

#endif
