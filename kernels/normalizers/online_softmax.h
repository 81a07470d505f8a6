/* SPDX-License-Identifier: MIT
 * Computes the exponentials of a row, tile by tile, for softmax and softmax_sink. Source of the
 * running maximum and sum: Milakov and Gimelshein, arXiv 1805.02867.
 *
 * The state of a row is the maximum score and the sum of the weights relative to this score. If a
 * tile raises the maximum, the earlier sum is multiplied by e^(old - new).
 *
 * The exponent is (s - max) * (scale * log2 e), in this order. The difference is never positive, so
 * nothing overflows. If the scale is negative, the sign of the scores is flipped first. */
#ifndef ATTNLAB_ONLINE_SOFTMAX_H
#define ATTNLAB_ONLINE_SOFTMAX_H

#include "slots.h"
#include "vmath.h"

#include <float.h>

static const double LOG2_E = 1.44269504088896340736;

enum { STAT_TOP, STAT_SUM, STATS };

/* The weights of a row are 2^((sign * s - max) * steepness), where max is the largest sign * s of
 * the row, and steepness >= 0. */
struct exponent {
    real sign, steepness;
};
static inline struct exponent exponent(const struct normalizer_run *run)
{
    double c = run->scale * LOG2_E;
    return (struct exponent){c < 0 ? -1 : 1, (real)fabs(c)};
}

static inline void begin(const struct normalizer_run *run, int rows, real *state)
{
    (void)run;
    const real lowest = sizeof(real) == sizeof(float) ? -FLT_MAX : (real)-DBL_MAX;
    for (int r = 0; r < rows; r++) {
        state[STAT_TOP * rows + r] = lowest;
        state[STAT_SUM * rows + r] = 0;
    }
}

/* Returns the maximum of `top` and of sign * s over the visible columns. */
static inline real row_top(struct exponent e, const real *s, int visible, real top)
{
    vec most = vset(top);
    int j = 0;
    for (; j + VLEN <= visible; j += VLEN) most = vmax(most, e.sign * vload(s + j));
    if (j < visible) most = vmax(most, vselect(vfirst(visible - j), e.sign * vload(s + j), most));
    return vmaximum(most);
}

static inline vec weight(struct exponent e, vec s, real top, real factor)
{
    return factor * vexp2_nonpositive((e.sign * s - top) * e.steepness);
}
/* Replaces s by factor * weight(s), or by 0 for invisible keys. Returns the row's sum. */
static inline real row_weights(struct exponent e, real *s, int visible, real top, real factor)
{
    vec sum = vset(0);
    int j = 0;
    for (; j + VLEN <= visible; j += VLEN) {
        vec w = weight(e, vload(s + j), top, factor);
        sum += w;
        vstore(s + j, w);
    }
    if (j < visible) {
        vec w = vselect(vfirst(visible - j), weight(e, vload(s + j), top, factor), vset(0));
        sum += w;
        vstore(s + j, w);
        j += VLEN;
    }
    memset(s + j, 0, (size_t)(TILE_K - j) * sizeof *s);
    return vsum(sum);
}

static inline real lowered(struct exponent e, real difference)
{
    return vexp2(vset(difference * e.steepness))[0];
}

static inline void fold(const struct normalizer_run *run, real *s, int rows, int cols,
                        const int *visible, real *state, real *rescale)
{
    (void)cols;
    struct exponent e = exponent(run);
    real *tops = state + STAT_TOP * rows, *sums = state + STAT_SUM * rows;
    for (int r = 0; r < rows; r++, s += TILE_K) {
        real old = tops[r];
        rescale[r] = 1;
        tops[r] = row_top(e, s, visible[r], old);
        /* While the sum is 0, `old` is not a score and nothing needs rescaling. */
        if (sums[r] != 0 && tops[r] != old) rescale[r] = lowered(e, old - tops[r]);
        sums[r] = sums[r] * rescale[r] + row_weights(e, s, visible[r], tops[r], 1);
    }
}

/* Replaces da by scale * a * (da - delta), or by 0 for invisible keys. */
static inline void softmax_slopes(real scale, const real *a, real *da, int rows, const int *visible,
                                  const real *delta)
{
    for (int r = 0; r < rows; r++, a += TILE_K, da += TILE_K)
        for (int j = 0; j < TILE_K; j += VLEN) {
            vec d = scale * vload(a + j) * (vload(da + j) - delta[r]);
            vstore(da + j, vselect(vfirst(visible[r] - j), d, vset(0)));
        }
}

#endif
