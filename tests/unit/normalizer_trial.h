/* SPDX-License-Identifier: MIT
 * Problems for the tests of normalisers: one of the list with arguments, tiles and a scale, its
 * scores, and its formula over a whole row. */
#ifndef ATTNLAB_NORMALIZER_TRIAL_H
#define ATTNLAB_NORMALIZER_TRIAL_H

#define BUILD formula
#include "kernels/slots.h"

#include "base/rng.h"
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

/* Of the same normaliser in another build; a choice is the first member of its struct. */
static inline const struct normalizer *in_build(const struct kernels *build, int normalizer)
{
    return (const void *)build->slots[SLOT_NORMALIZER].choices[normalizer];
}

/* ---- one problem: a normaliser with arguments, tiles and a scale ---- */

enum { MAX_TILES = 4, MAX_KEYS = MAX_TILES * TILE_K };

/* Tiles of a row of keys. The engine only cuts the last one short; the contract says nothing of
 * the kind. */
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
    int normalizer; /* index in the list */
    struct args args;
    const struct tiling *tiling;
    struct dims dims;
    double scale, size; /* of the scores */
};

static inline struct problem problem(int normalizer, struct args args, const struct tiling *tiling,
                                     double scale, double size)
{
    struct problem p = {normalizer, args, tiling, {.n = tiling->rows}, (float)scale, size};
    for (int t = 0; t < tiling->tiles; t++) p.dims.m += tiling->cols[t];
    return p;
}

/* The combinations of a normaliser's arguments: every value of a choice, numbers at default. */
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

static inline void over_arguments(const struct tiling *tiling, double size,
                                  void (*check)(const struct problem *))
{
    for (int i = 0; i < NORMALIZERS; i++)
        for (int c = 0; c < combinations(i); c++)
            for (int s = 0; s < SCALES; s++) {
                struct problem p = problem(i, combination(i, c), tiling, scales[s], size);
                check(&p);
            }
}

/* ---- scores, and which of them a row sees ---- */

enum { HUGE_SIZE = 1000 * 1000 };

/* Floats, so that all builds see the same numbers. Huge: two of three are +-1e30. */
static inline double score(const struct problem *p, int r, int j)
{
    double x = rng_normal(1, rng_stream("score"), (size_t)(r * MAX_KEYS + j));
    if (p->size < HUGE_SIZE) return (float)(p->size * x);
    return (float)(j % 3 ? copysign(1e30, x) : x);
}

/* Row r sees the first sevenths of each tile, so that its keys end in the middle of a vector; an
 * engine's mask is one of these, a row with holes is not. */
static inline int visible(const struct problem *p, int r, int tile)
{
    static const int sevenths[][MAX_TILES] = {{7, 7, 7, 7}, {0, 0, 0, 0}, {0, 7, 7, 7},
                                              {7, 0, 0, 0}, {3, 3, 3, 3}, {0, 0, 5, 6},
                                              {7, 7, 7, 2}, {1, 0, 6, 1}};
    return p->tiling->cols[tile] * sevenths[r % 8][tile] / 7;
}

/* The formula on the keys that row r sees, moved to the front; `stretch` multiplies them. */
static inline void row_formula(const struct problem *p, int r, double stretch, double *a)
{
    double s[MAX_KEYS], packed[MAX_KEYS];
    int seen = 0, at = 0;
    for (int t = 0, first = 0; t < p->tiling->tiles; first += p->tiling->cols[t++])
        for (int j = 0; j < visible(p, r, t); j++) s[seen++] = stretch * score(p, r, first + j);
    for (int j = seen; j < p->dims.m; j++) s[j] = NAN;
    formulas[p->normalizer]->formula(&p->dims, &p->args, p->scale, seen, s, packed);
    for (int j = seen; j < p->dims.m; j++) assert_true(packed[j] == 0);
    for (int t = 0, j = 0; t < p->tiling->tiles; t++)
        for (int i = 0; i < p->tiling->cols[t]; i++)
            a[j++] = i < visible(p, r, t) ? packed[at++] : 0;
}

#endif
