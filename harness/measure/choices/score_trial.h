/* SPDX-License-Identifier: MIT
 * A trial of a score in one build, with arguments, random parameters and random inputs. */
#ifndef ATTNLAB_SCORE_TRIAL_H
#define ATTNLAB_SCORE_TRIAL_H

#include "harness/measure/choices/fast_check.h"

#include <float.h>
#include <math.h>

enum { HEADS = 2, HEAD = 1, MAX_D = 64, LD = MAX_D + 3 };

/* ---- a score with arguments and parameters ---- */

struct problem {
    const struct score *formula;
    struct dims dims;
    struct args args;
    int tensors;
    struct tensor tensor[MAX_TENSORS];
    double *w[MAX_TENSORS];
    double *scratch;
};

static inline size_t entries(const struct tensor *t)
{
    return (size_t)t->dim[0] * (size_t)t->dim[1] * (size_t)t->dim[2];
}
static inline size_t size_or_0(size_t (*f)(const struct dims *, const struct args *),
                               const struct problem *p)
{
    return f ? f(&p->dims, &p->args) : 0;
}

/* Biases and gains are also random. */
static inline struct problem problem(const struct score *score, struct args args, struct dims dims)
{
    struct problem p = {.formula = score, .dims = dims, .args = args};
    const struct choice *c = &score->base;
    p.tensors = c->tensors ? c->tensors(&dims, &args, p.tensor) : 0;
    for (int t = 0; t < p.tensors; t++) {
        size_t count = entries(&p.tensor[t]);
        double std = p.tensor[t].init == INIT_NORMAL ? p.tensor[t].std : 0.3;
        p.w[t] = xarray(count, sizeof(double));
        for (size_t i = 0; i < count; i++)
            p.w[t][i] =
                (double)(float)((p.tensor[t].init == INIT_ONE) + std * draw(p.tensor[t].name, i));
    }
    p.scratch = xarray(size_or_0(score->formula_scratch, &p) + 1, sizeof(double));
    return p;
}
static inline void close_problem(struct problem *p)
{
    for (int t = 0; t < p->tensors; t++) free(p->w[t]);
    free(p->scratch);
}
static inline double formula(const struct problem *p, const double *q, const double *k)
{
    return p->formula->formula(&p->dims, &p->args, (const double *const *)p->w, HEAD, q, k,
                               p->scratch);
}

/* ---- one build's inputs ---- */

/* Inputs in one build's number type: TILE_Q rows of q and TILE_K rows of k, with row stride LD. */
struct fast {
    struct fast_check *check;
    const struct problem *p;
    const struct score *score;
    size_t real_size;
    struct guarded w[MAX_TENSORS], q, k, scratch;
    const real *pointers[MAX_TENSORS];
    struct score_run run;
};

/* Fills the rows of q or k, which have row stride LD, with NaN between them. */
static inline void fill_rows(struct guarded *g, const char *what, int rows, int d, double size)
{
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < d; i++)
            put(g, (size_t)(r * LD + i), size * draw(what, (size_t)(r * d + i)));
}
static inline void row(const struct guarded *g, int r, int d, double *x)
{
    for (int i = 0; i < d; i++) x[i] = get(g, (size_t)(r * LD + i));
}

static inline void open_fast(struct fast *f, struct fast_check *c, const struct problem *p,
                             double size)
{
    *f = (struct fast){
        .check = c, .p = p, .score = (const void *)c->fast, .real_size = c->real_size};
    for (int t = 0; t < p->tensors; t++) {
        f->w[t] = guarded_copy(p->w[t], entries(&p->tensor[t]), c->real_size);
        f->pointers[t] = f->w[t].data;
    }
    f->q = guarded(TILE_Q * LD, c->real_size);
    f->k = guarded(TILE_K * LD, c->real_size);
    fill_rows(&f->q, "q", TILE_Q, p->dims.d_head, size);
    fill_rows(&f->k, "k", TILE_K, p->dims.d_head, size);
    size_t own = size_or_0(f->score->scratch, p);
    size_t whole = size_or_0(f->score->materialise_scratch, p);
    f->scratch = guarded(own > whole ? own : whole, c->real_size);
    f->run = (struct score_run){&p->dims, &p->args, f->pointers, HEAD, false, false};
}
static inline void close_fast(struct fast *f)
{
    static const char name[] = "score";
    for (int t = 0; t < f->p->tensors; t++)
        fast_release_input(f->check, &f->w[t], f->p->w[t], name);
    fast_release(f->check, &f->q, name), fast_release(f->check, &f->k, name);
    fast_release(f->check, &f->scratch, name);
}

/* Runs check() with heads of width d, unless the score refuses it. */
static inline void over_width(struct fast_check *c, int d, double size,
                              void (*check)(struct fast *))
{
    const struct dims dims = {HEADS * d, HEADS * d, HEADS, d, 5, 7, 1, 0};
    struct fast f;
    if (c->wrong || (c->formula->refuse && c->formula->refuse(&dims, c->args))) return;
    struct problem p = problem((const void *)c->formula, *c->args, dims);
    open_fast(&f, c, &p, size);
    check(&f);
    close_fast(&f);
    close_problem(&p);
}

/* Describes the inputs of a pair: "q = [...], k = [...]". */
static inline char *pair_text(const struct fast *f, int r, int j)
{
    double q[MAX_D], k[MAX_D];
    int d = f->p->dims.d_head;
    row(&f->q, r, d, q), row(&f->k, j, d, k);
    char *of_q = numbers_text(q, d), *of_k = numbers_text(k, d);
    char *text = xformat("q = %s, k = %s", of_q, of_k);
    free(of_q), free(of_k);
    return text;
}

#endif
