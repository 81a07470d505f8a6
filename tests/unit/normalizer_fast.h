/* SPDX-License-Identifier: MIT
 * Helpers for tests of normalisers: they create the state and the score tiles of one build in
 * buffers with guard bands. */
#ifndef ATTNLAB_NORMALIZER_FAST_H
#define ATTNLAB_NORMALIZER_FAST_H

#include "tests/unit/normalizer_trial.h"

/* struct normalizer_run of a float build (`single`) or of the double build (`twice`). */
union run {
    struct normalizer_run single;
    struct {
        const struct dims *dims;
        const struct args *args;
        const double *const *w;
        int head;
        double scale;
    } twice;
};

/* A normaliser in one build. `weights` contains unscaled attention weights until finish() scales
 * them. */
struct fast {
    const struct problem *p;
    const struct kernels *build;
    const struct normalizer *normalizer;
    union run run;
    /* slopes: gradients of the parameters */
    struct guarded state, factor, parameters, slopes;
    void *w[MAX_TENSORS], *dw[MAX_TENSORS];
    double *weights; /* attention weights, shape (rows, m) */
};

static inline union run run_of(const struct problem *p, void *const *w, size_t real_size)
{
    union run run = {.twice = {&p->dims, &p->args, (const double *const *)w, HEADS - 1, p->scale}};
    if (real_size == sizeof(float)) run.single.scale = (float)p->scale;
    return run;
}

static inline void open_fast(struct fast *f, const struct problem *p, const struct kernels *build)
{
    size_t size = build->real_size, rows = (size_t)p->tiling->rows;
    struct parameters of;
    *f = (struct fast){.p = p, .build = build, .normalizer = in_build(build, p->normalizer)};
    open_parameters(p, &of);
    f->parameters = guarded((size_t)of.count, size);
    f->slopes = guarded((size_t)of.count, size);
    for (int i = 0; i < of.count; i++)
        put(&f->parameters, (size_t)i, of.value[i]), put(&f->slopes, (size_t)i, 0);
    parameter_slopes(&of, f->parameters.data, size, f->w);
    parameter_slopes(&of, f->slopes.data, size, f->dw);
    f->run = run_of(p, f->w, size);
    f->state = guarded(rows * (size_t)f->normalizer->stats, size);
    f->factor = guarded(rows, size);
    f->weights = xarray(rows * (size_t)p->dims.m, sizeof *f->weights);
    if (f->normalizer->begin) f->normalizer->begin(&f->run.single, p->tiling->rows, f->state.data);
}
static inline void close_fast(struct fast *f)
{
    free(f->weights);
    release(&f->state), release(&f->factor), release(&f->parameters), release(&f->slopes);
}

/* Fills a tile of scores (rows x TILE_K) and sets seen[r] to the number of visible columns of row
 * r. Invisible scores are NaN. */
static inline struct guarded fill_tile(const struct fast *f, int tile, int first, int *seen)
{
    int rows = f->p->tiling->rows;
    struct guarded s = guarded((size_t)rows * TILE_K, f->build->real_size);
    for (int r = 0; r < rows; r++) {
        seen[r] = visible(f->p, r, tile);
        for (int j = 0; j < seen[r]; j++)
            put(&s, (size_t)(r * TILE_K + j), score(f->p, r, first + j));
    }
    return s;
}

/* Allowed relative and absolute error of a build. The double build gets a larger relative error
 * because scores reach 400. */
struct precision {
    double rounding, floor;
};
static inline struct precision precision(const struct kernels *build)
{
    bool single = build->real_size == sizeof(float);
    return (struct precision){single ? (double)FLT_EPSILON / 2 : 16 * DBL_EPSILON / 2,
                              8 * (single ? (double)FLT_MIN : DBL_MIN)};
}

static inline void over_builds(const struct problem *p,
                               void (*check)(const struct problem *, const struct kernels *))
{
    for (const struct kernels *const *k = kernels_available(); *k; k++) check(p, *k);
    check(p, kernels_by_name("double"));
}

#endif
