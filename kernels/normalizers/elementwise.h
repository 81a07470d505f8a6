/* SPDX-License-Identifier: MIT
 * Defines code shared by normalisers that act on single scores: a = factor * f(scale * s + bias).
 * These normalisers keep no row state, so the weights of a tile are final. `factor` and `bias`
 * depend on the layer's number of keys, not on the number of keys visible to a query. */
#ifndef ATTNLAB_ELEMENTWISE_H
#define ATTNLAB_ELEMENTWISE_H

#include "slots.h"
#include "vmath.h"

static const char *const divide_names[] = {"none", "keys", NULL};
static const char *const divide_said[] = {"not divided", "divided by m", NULL};

struct affine {
    real scale, bias, factor;
};

static inline double number_of_keys(const struct dims *dims)
{
    return dims->keys ? dims->keys : dims->m;
}

/* Returns 1 or 1 / (number of keys). `choice` is an index into divide_names. */
static inline double divide_factor(int choice, const struct dims *dims)
{
    return choice ? 1 / number_of_keys(dims) : 1;
}

/* Replaces s by factor * f(scale * s + bias), or by 0 for invisible keys. Callers inline this
 * function together with f. */
static inline __attribute__((always_inline)) void elementwise(vec (*f)(vec), struct affine a,
                                                              real *s, int rows, const int *visible)
{
    for (int r = 0; r < rows; r++, s += TILE_K)
        for (int j = 0; j < TILE_K; j += VLEN) {
            vec x = vset(0);
            if (j < visible[r]) x = a.factor * f(a.scale * vload(s + j) + a.bias);
            vstore(s + j, vselect(vfirst(visible[r] - j), x, vset(0)));
        }
}

/* Multiplies da by factor * scale * f'(scale * s + bias). Entries of invisible keys become 0.
 * f_slope computes the derivative f'. */
static inline __attribute__((always_inline)) void elementwise_backward(vec (*f_slope)(vec),
                                                                       struct affine a,
                                                                       const real *s, real *da,
                                                                       int rows, const int *visible)
{
    real factor = a.factor * a.scale;
    for (int r = 0; r < rows; r++, s += TILE_K, da += TILE_K)
        for (int j = 0; j < TILE_K; j += VLEN) {
            vec d = vset(0);
            if (j < visible[r])
                d = factor * f_slope(a.scale * vload(s + j) + a.bias) * vload(da + j);
            vstore(da + j, vselect(vfirst(visible[r] - j), d, vset(0)));
        }
}

#endif
