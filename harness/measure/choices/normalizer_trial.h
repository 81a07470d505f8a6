/* SPDX-License-Identifier: MIT
 * A trial of a normaliser: tiles, a scale, scores, the formula for whole rows, and the buffers of
 * one build. */
#ifndef ATTNLAB_NORMALIZER_TRIAL_H
#define ATTNLAB_NORMALIZER_TRIAL_H

#include "harness/measure/choices/fast_check.h"

#include <float.h>
#include <math.h>

/* ---- tiles ---- */

enum { MAX_TILES = 4, MAX_KEYS = MAX_TILES * TILE_K };

/* Tile widths of a row of keys. The engine shortens only the last tile, but the contract allows any
 * widths. */
struct tiling {
    int rows, tiles, cols[MAX_TILES];
};
static const struct tiling tilings[] = {
    {8, 1, {1}},   {9, 1, {15}},       {8, 1, {16}},
    {8, 1, {17}},  {1, 1, {127}},      {8, 1, {127}},
    {8, 1, {128}}, {9, 2, {128, 128}}, {8, 4, {17, 128, 1, 127}}};
enum { TILINGS = sizeof tilings / sizeof *tilings };
static const struct tiling full = {TILE_Q, 3, {128, 128, 16}};

struct problem {
    struct fast_check *check;
    const struct normalizer *formula;
    const struct tiling *tiling;
    struct dims dims;
    double scale;
    const double *scores; /* shape (rows, m); keys invisible to a row also have scores */
};

/* Scores are rounded to float, so that they are equal in all builds. With HUGE_SIZE, two of every
 * three scores are +-1e30. */
enum { HUGE_SIZE = 1000 * 1000 };
static inline double *draw_scores(const struct tiling *tiling, int m, double size)
{
    double *s = xarray((size_t)(tiling->rows * m), sizeof *s);
    for (int i = 0; i < tiling->rows * m; i++) {
        double x = draw("score", (size_t)i);
        bool huge = size >= HUGE_SIZE && i % m % 3;
        s[i] = (double)(float)(huge ? copysign(1e30, x) : size >= HUGE_SIZE ? x : size * x);
    }
    return s;
}

/* Runs check() with every scale, unless the normaliser refuses the sizes. */
static inline void over_scales(struct fast_check *c, const struct tiling *tiling, double size,
                               void (*check)(const struct problem *))
{
    static const double scales[] = {1, 0.125, (double)3.7f, 0, -0.5};
    struct problem p = {c,   (const void *)c->formula, tiling, {.heads = 2, .n = tiling->rows}, 0,
                        NULL};
    for (int t = 0; t < tiling->tiles; t++) p.dims.m += tiling->cols[t];
    if (c->formula->refuse && c->formula->refuse(&p.dims, c->args)) return;
    double *scores = draw_scores(tiling, p.dims.m, size);
    p.scores = scores;
    for (size_t s = 0; s < sizeof scales / sizeof *scales && !c->wrong; s++) {
        p.scale = scales[s];
        check(&p);
    }
    free(scores);
}

/* ---- scores and visible keys ---- */

/* Returns the number of keys of a tile that are visible to row r: the first few sevenths, so that
 * they end inside a vector. In the engine's masks, too, the visible keys of a tile come first,
 * without gaps. */
static inline int visible(const struct problem *p, int r, int tile)
{
    static const int sevenths[][MAX_TILES] = {{7, 7, 7, 7}, {0, 0, 0, 0}, {0, 7, 7, 7},
                                              {7, 0, 0, 0}, {3, 3, 3, 3}, {0, 0, 5, 6},
                                              {7, 7, 7, 2}, {1, 0, 6, 1}};
    return p->tiling->cols[tile] * sevenths[r % 8][tile] / 7;
}

/* Moves the keys visible to row r to the front and fills the rest with NaN. Returns the number of
 * visible keys. */
static inline int pack_row(const struct problem *p, int r, const double *row, double *packed)
{
    int seen = 0;
    for (int t = 0, first = 0; t < p->tiling->tiles; first += p->tiling->cols[t++])
        for (int j = 0; j < visible(p, r, t); j++) packed[seen++] = row[first + j];
    for (int j = seen; j < p->dims.m; j++) packed[j] = NAN;
    return seen;
}
/* Reverses pack_row(). Keys invisible to row r get 0. Packed entries after the visible keys must be
 * 0. */
static inline void unpack_row(const struct problem *p, int r, const double *packed, double *row)
{
    int at = 0;
    for (int t = 0, j = 0; t < p->tiling->tiles; t++)
        for (int i = 0; i < p->tiling->cols[t]; i++)
            row[j++] = i < visible(p, r, t) ? packed[at++] : 0;
    for (int j = at; j < p->dims.m; j++)
        if (packed[j] != 0)
            fast_fails(p->check,
                       "your formula or derivative gives %g for a key that is not visible",
                       packed[j]);
}
/* Writes the scores of row r, multiplied by `stretch`, to `s`. */
static inline void row_scores(const struct problem *p, int r, double stretch, double *s)
{
    for (int j = 0; j < p->dims.m; j++) s[j] = stretch * p->scores[r * p->dims.m + j];
}

/* ---- parameters of HEADS heads; a problem uses the last head ---- */

enum { HEADS = 2, MAX_REALS = 64 };
struct parameters {
    double value[MAX_REALS];
    const double *w[MAX_TENSORS];
    int tensors, count;
};

static inline void open_parameters(const struct problem *p, struct parameters *of)
{
    struct tensor list[MAX_TENSORS];
    const struct choice *c = p->check->formula;
    *of =
        (struct parameters){.tensors = c->tensors ? c->tensors(&p->dims, p->check->args, list) : 0};
    for (int t = 0; t < of->tensors; t++) {
        of->w[t] = of->value + of->count;
        of->count += list[t].dim[0] * list[t].dim[1] * list[t].dim[2];
        require(of->count <= MAX_REALS);
    }
    for (int i = 0; i < of->count; i++) of->value[i] = draw("parameters", (size_t)i);
}
/* Writes pointers to the gradient of each tensor in one array of all parameters. `size` is the
 * number of bytes per number. */
static inline void parameter_slopes(const struct parameters *of, void *reals, size_t size,
                                    void **dw)
{
    for (int t = 0; t < of->tensors; t++)
        dw[t] = (char *)reals + (size_t)(of->w[t] - of->value) * size;
}
static inline struct score_row row_of(const struct problem *p, const struct parameters *of,
                                      int seen)
{
    return (struct score_row){&p->dims, p->check->args, of->w, HEADS - 1, p->scale, seen};
}

/* Applies the formula to the keys visible to row r. */
static inline void row_formula(const struct problem *p, int r, double stretch, double *a)
{
    double s[MAX_KEYS], packed[MAX_KEYS], weights[MAX_KEYS];
    row_scores(p, r, stretch, s);
    struct parameters of;
    open_parameters(p, &of);
    struct score_row row = row_of(p, &of, pack_row(p, r, s, packed));
    p->formula->formula(&row, packed, weights);
    unpack_row(p, r, weights, a);
}

/* Applies the derivative to row r: computes ds from da and the weights a, and adds the parameter
 * gradients to dw (MAX_REALS). */
static inline void row_derivative(const struct problem *p, int r, double stretch, const double *a,
                                  const double *da, double *ds, double *dw)
{
    double s[MAX_KEYS], packed[MAX_KEYS], weights[MAX_KEYS], upstream[MAX_KEYS], out[MAX_KEYS];
    row_scores(p, r, stretch, s);
    struct parameters of;
    void *slopes[MAX_TENSORS];
    open_parameters(p, &of);
    parameter_slopes(&of, dw, sizeof *dw, slopes);
    struct score_row row = row_of(p, &of, pack_row(p, r, s, packed));
    pack_row(p, r, da, upstream);
    for (int j = pack_row(p, r, a, weights); j < p->dims.m; j++) weights[j] = 0;
    p->formula->derivative(&row, packed, weights, upstream, out, (double *const *)slopes);
    unpack_row(p, r, out, ds);
}

/* ---- one build ---- */

/* Has the layout of struct normalizer_run in any build: `scale` is a float in float builds and a
 * double in the double build. */
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

/* `weights` contains the attention weights after the tiles processed so far, before finish() scales
 * them. They equal the attention output if V is the identity matrix. */
struct fast {
    const struct problem *p;
    const struct normalizer *normalizer;
    size_t real_size;
    union run run;
    struct guarded state, factor, parameters, slopes; /* slopes: gradients, initially 0 */
    void *w[MAX_TENSORS], *dw[MAX_TENSORS];
    double *weights; /* shape (rows, m) */
};

static inline union run run_of(const struct problem *p, void *const *w, size_t real_size)
{
    union run run = {
        .twice = {&p->dims, p->check->args, (const double *const *)w, HEADS - 1, p->scale}};
    if (real_size == sizeof(float)) run.single.scale = (float)p->scale;
    return run;
}

static inline void open_fast(struct fast *f, const struct problem *p)
{
    size_t size = p->check->real_size, rows = (size_t)p->tiling->rows;
    struct parameters of;
    *f = (struct fast){.p = p, .normalizer = (const void *)p->check->fast, .real_size = size};
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
    static const char name[] = "normalizer";
    struct guarded *all[] = {&f->state, &f->factor, &f->parameters, &f->slopes};
    for (int i = 0; i < 4; i++) fast_release(f->p->check, all[i], name);
    free(f->weights);
}

/* Scores of one tile (rows x TILE_K) and the number of visible columns per row. Invisible scores
 * are NaN. */
static inline struct guarded fill_tile(const struct fast *f, int tile, int first, int *seen)
{
    int rows = f->p->tiling->rows;
    struct guarded s = guarded((size_t)rows * TILE_K, f->real_size);
    for (int r = 0; r < rows; r++) {
        seen[r] = visible(f->p, r, tile);
        for (int j = 0; j < seen[r]; j++)
            put(&s, (size_t)(r * TILE_K + j), f->p->scores[r * f->p->dims.m + first + j]);
    }
    return s;
}

/* Errors allowed in a build: a relative rounding error and an absolute floor. The double build is
 * allowed 16 rounding errors, because its formula rounds scale * s, which may be 400, before
 * softmax subtracts the maximum. */
struct precision {
    double rounding, floor;
};
static inline struct precision precision(const struct fast *f)
{
    bool single = f->real_size == sizeof(float);
    return (struct precision){single ? (double)FLT_EPSILON / 2 : 16 * DBL_EPSILON / 2,
                              8 * (single ? (double)FLT_MIN : DBL_MIN)};
}

/* Describes a row: "scale 2, 3 of 16 keys visible, s = [...]", with the visible scores. */
static inline char *row_text(const struct problem *p, int r)
{
    double s[MAX_KEYS], packed[MAX_KEYS];
    row_scores(p, r, 1, s);
    int seen = pack_row(p, r, s, packed);
    char *scores = numbers_text(packed, seen);
    char *text =
        xformat("scale %g, %d of %d keys visible, s = %s", p->scale, seen, p->dims.m, scores);
    free(scores);
    return text;
}

#endif
