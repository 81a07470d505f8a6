/* SPDX-License-Identifier: MIT
 * The fast functions of a normaliser on one row, tile by tile as the engine calls them. */
#ifndef ATTNLAB_NORMALIZER_TILES_H
#define ATTNLAB_NORMALIZER_TILES_H

#include "harness/measure/choices/choice_trial.h"

/* Two tiles, the second of three keys. */
enum { EXTREME_KEYS = TILE_K + 3 };

/* What its formula is given, the parameters in float for its fast functions, and their gradients;
 * those that backward adds up begin as 0. */
struct normalizer_case {
    struct score_row row;
    const float *const *w;
    float *const *dw;
};
struct normalizer_row {
    float folded[EXTREME_KEYS]; /* by begin, fold, finish: what the streaming method sums V with */
    float a[EXTREME_KEYS];      /* by weights, from the finished state */
    float ds[EXTREME_KEYS];     /* by backward; 0 where there is none */
};

/* fast: a normaliser with a fold, of a build of float. s, da: EXTREME_KEYS, all of them floats. */
void normalizer_tiles_run(const struct normalizer *fast, const struct normalizer_case *,
                          const double *s, const double *da, struct normalizer_row *);

#endif
