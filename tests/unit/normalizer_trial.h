/* SPDX-License-Identifier: MIT
 * Helpers for tests of normalisers: they create arguments, tiles and scores, and apply the formula
 * to whole rows. */
#ifndef ATTNLAB_NORMALIZER_TRIAL_H
#define ATTNLAB_NORMALIZER_TRIAL_H

#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
#include "tests/unit/each_choice.h"
#include "tests/unit/guarded.h"

#include <float.h>
#include <math.h>

#define NORMALIZER(name) extern const struct normalizer normalizer_##name##_formula;
#include "kernels/normalizers/list.def"
#undef NORMALIZER
#define NORMALIZER(name) &normalizer_##name##_formula,
static const struct normalizer *const formulas[] = {
#include "kernels/normalizers/list.def"
};
#undef NORMALIZER
enum { NORMALIZERS = sizeof formulas / sizeof *formulas };

/* Returns the same normaliser in another build. The cast is valid because each choice is the first
 * member of its struct. */
static inline const struct normalizer *in_build(const struct kernels *build, int normalizer)
{
    return (const void *)build->slots[SLOT_NORMALIZER].choices[normalizer];
}

/* ---- one problem: a normaliser with arguments, tiles and a scale ---- */

enum { MAX_TILES = 4, MAX_KEYS = MAX_TILES * TILE_K };

/* Widths of the tiles that make up a row of keys. Normalisers must accept tiles of any width. */
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
    int normalizer;
    struct args args;
    const struct tiling *tiling;
    struct dims dims;
    double scale, size; /* size: standard deviation of the scores */
};

static inline struct problem problem(int normalizer, struct args args, const struct tiling *tiling,
                                     double scale, double size)
{
    struct dims dims = {.heads = 2, .n = tiling->rows};
    struct problem p = {normalizer, args, tiling, dims, (float)scale, size};
    for (int t = 0; t < tiling->tiles; t++) p.dims.m += tiling->cols[t];
    return p;
}

/* Returns how many values of a parameter the tests try: all named values, or only the default of a
 * numeric parameter. */
static inline int values(const struct param *p)
{
    return p->kind == PARAM_CHOICE ? (int)p->max + 1 : 1;
}
static inline int combinations(int normalizer)
{
    int count = 1;
    const struct param *p = formulas[normalizer]->base.params;
    for (; p && p->name; p++) count *= values(p);
    return count;
}
static inline struct args combination(int normalizer, int index)
{
    struct args args = {{0}};
    const struct param *p = formulas[normalizer]->base.params;
    for (int a = 0; p && p[a].name; a++) {
        args.value[a] = p[a].kind == PARAM_CHOICE ? index % values(&p[a]) : p[a].def;
        index /= values(&p[a]);
    }
    return args;
}

static const double scales[] = {1, 0.125, 3.7, 0, -0.5};
enum { SCALES = sizeof scales / sizeof *scales };

static inline void over_arguments(int normalizer, const struct tiling *tiling, double size,
                                  void (*check)(const struct problem *))
{
    for (int c = 0; c < combinations(normalizer); c++)
        for (int s = 0; s < SCALES; s++) {
            struct problem p =
                problem(normalizer, combination(normalizer, c), tiling, scales[s], size);
            const struct choice *of = &formulas[normalizer]->base;
            if (!of->refuse || !of->refuse(&p.dims, &p.args)) check(&p);
        }
}

/* ---- scores and visible keys ---- */

enum { HUGE_SIZE = 1000 * 1000 };

/* Cache of normal random numbers, because tests read each number thousands of times. */
struct drawn {
    const char *name; /* name of the random number stream */
    bool filled;
    double value[TILE_Q * MAX_KEYS];
};
static inline double drawn_at(struct drawn *d, int r, int j)
{
    for (size_t i = 0; !d->filled && i < sizeof d->value / sizeof *d->value; i++)
        d->value[i] = rng_normal(1, rng_stream(d->name), i);
    d->filled = true;
    assert_in_range(r, 0, TILE_Q - 1);
    return d->value[r * MAX_KEYS + j];
}

/* Returns a random score, rounded to float so that all builds get equal values. With HUGE_SIZE two
 * of three scores are +-1e30. */
static inline double score(const struct problem *p, int r, int j)
{
    static struct drawn scores = {.name = "score"};
    double x = drawn_at(&scores, r, j);
    if (p->size < HUGE_SIZE) return (float)(p->size * x);
    return (float)(j % 3 ? copysign(1e30, x) : x);
}

/* Returns the number of keys in a tile that are visible to row r. Visible keys come first in a
 * tile. */
static inline int visible(const struct problem *p, int r, int tile)
{
    static const int sevenths[][MAX_TILES] = {{7, 7, 7, 7}, {0, 0, 0, 0}, {0, 7, 7, 7},
                                              {7, 0, 0, 0}, {3, 3, 3, 3}, {0, 0, 5, 6},
                                              {7, 7, 7, 2}, {1, 0, 6, 1}};
    return p->tiling->cols[tile] * sevenths[r % 8][tile] / 7;
}

/* Copies the values of all keys visible to row r to the start of `packed` and fills the rest with
 * NaN. Returns the number of visible keys. */
static inline int pack_row(const struct problem *p, int r, const double *row, double *packed)
{
    int seen = 0;
    for (int t = 0, first = 0; t < p->tiling->tiles; first += p->tiling->cols[t++])
        for (int j = 0; j < visible(p, r, t); j++) packed[seen++] = row[first + j];
    for (int j = seen; j < p->dims.m; j++) packed[j] = NAN;
    return seen;
}
/* Reverses pack_row() and sets invisible keys to 0. Checks that packed entries after the visible
 * keys are 0. */
static inline void unpack_row(const struct problem *p, int r, const double *packed, double *row)
{
    int at = 0;
    for (int t = 0, j = 0; t < p->tiling->tiles; t++)
        for (int i = 0; i < p->tiling->cols[t]; i++)
            row[j++] = i < visible(p, r, t) ? packed[at++] : 0;
    for (int j = at; j < p->dims.m; j++) assert_true(packed[j] == 0);
}
/* Computes the scores of row r, multiplied by `stretch`. */
static inline void row_scores(const struct problem *p, int r, double stretch, double *s)
{
    for (int j = 0; j < p->dims.m; j++) s[j] = stretch * score(p, r, j);
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
    const struct choice *c = &formulas[p->normalizer]->base;
    *of = (struct parameters){.tensors = c->tensors ? c->tensors(&p->dims, &p->args, list) : 0};
    for (int t = 0; t < of->tensors; t++) {
        of->w[t] = of->value + of->count;
        of->count += list[t].dim[0] * list[t].dim[1] * list[t].dim[2];
        assert_true(of->count <= MAX_REALS);
    }
    for (int i = 0; i < of->count; i++)
        of->value[i] = (float)rng_normal(1, rng_stream("parameters"), (uint64_t)i);
}
/* Sets dw[t] to the gradient of tensor t within the array `reals`, which has `size` bytes per
 * entry. */
static inline void parameter_slopes(const struct parameters *of, void *reals, size_t size,
                                    void **dw)
{
    for (int t = 0; t < of->tensors; t++)
        dw[t] = (char *)reals + (size_t)(of->w[t] - of->value) * size;
}
static inline struct score_row row_of(const struct problem *p, const struct parameters *of,
                                      int seen)
{
    return (struct score_row){&p->dims, &p->args, of->w, HEADS - 1, p->scale, seen};
}

/* Applies the normaliser's formula to the keys visible to row r. */
static inline void row_formula(const struct problem *p, int r, double stretch, double *a)
{
    double s[MAX_KEYS], packed[MAX_KEYS], weights[MAX_KEYS];
    row_scores(p, r, stretch, s);
    struct parameters of;
    open_parameters(p, &of);
    struct score_row row = row_of(p, &of, pack_row(p, r, s, packed));
    formulas[p->normalizer]->formula(&row, packed, weights);
    unpack_row(p, r, weights, a);
}

/* Applies the derivative of the formula to row r. Computes ds from da and accumulates the parameter
 * gradients into dw (MAX_REALS entries). */
static inline void row_derivative(const struct problem *p, int r, double stretch, const double *da,
                                  double *ds, double *dw)
{
    const struct normalizer *n = formulas[p->normalizer];
    double s[MAX_KEYS], packed[MAX_KEYS], a[MAX_KEYS], upstream[MAX_KEYS], out[MAX_KEYS];
    row_scores(p, r, stretch, s);
    struct parameters of;
    void *slopes[MAX_TENSORS];
    open_parameters(p, &of);
    parameter_slopes(&of, dw, sizeof *dw, slopes);
    struct score_row row = row_of(p, &of, pack_row(p, r, s, packed));
    pack_row(p, r, da, upstream);
    n->formula(&row, packed, a);
    n->derivative(&row, packed, a, upstream, out, (double *const *)slopes);
    unpack_row(p, r, out, ds);
}

/* ---- functions of a choice, for each_choice.h ---- */

static inline const char *name_of(int normalizer) { return formulas[normalizer]->base.name; }
static inline bool has_fold(int normalizer) { return formulas[normalizer]->fold != NULL; }
static inline bool has_backward(int normalizer) { return formulas[normalizer]->backward != NULL; }

#endif
