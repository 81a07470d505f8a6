/* SPDX-License-Identifier: MIT
 * Softmax, online: a_j = e^(x_j - max x) / sum, x = scale s, tile after tile.
 *
 * Sources: Vaswani et al., arXiv 1706.03762; running maximum and sum as in Milakov and
 * Gimelshein, arXiv 1805.02867. State of a row: the largest score so far and the sum of the
 * unnormalised weights relative to it. A tile with a larger score lowers what was summed before by
 * e^(old - new).
 *
 * The exponent is (s - max) * (scale log2 e) and in this order: the difference is never positive,
 * so nothing overflows at any logit, and no multiply-add can slip in between that would leave the
 * largest score with a rest of its own size. A negative scale turns the scores' sign first. */
#include "slots.h"
#include "vmath.h"

#include <float.h>

static const double LOG2_E = 1.44269504088896340736;

/* Maximum, difference, scale, exponential, sum; a division for each row. */
static struct work work(const struct dims *dims, const struct args *args)
{
    (void)dims, (void)args;
    return (struct work){.per_query = 1, .per_pair = 5};
}

/* ---- formula ---- */

static void formula(const struct dims *dims, const struct args *args, double scale, int visible,
                    const double *s, double *a)
{
    (void)args;
    double top = -INFINITY, sum = 0;
    for (int j = 0; j < visible; j++) top = fmax(top, scale * s[j]);
    for (int j = 0; j < dims->m; j++) {
        a[j] = j < visible ? exp(scale * s[j] - top) : 0;
        sum += a[j];
    }
    for (int j = 0; j < visible; j++) a[j] /= sum;
}
/* ds_j = scale a_j (da_j - sum_i a_i da_i) */
static void derivative(const struct dims *dims, const struct args *args, double scale, int visible,
                       const double *s, const double *a, const double *da, double *ds)
{
    (void)args, (void)s;
    double along = 0;
    for (int j = 0; j < visible; j++) along += a[j] * da[j];
    for (int j = 0; j < dims->m; j++) ds[j] = j < visible ? scale * a[j] * (da[j] - along) : 0;
}

/* ---- fast ---- */

enum { STAT_TOP, STAT_SUM, STATS };

/* sign * s is what is maximised, steepness (>= 0) makes it an exponent of 2. */
struct exponent {
    real sign, steepness;
};
static struct exponent exponent(const struct normalizer_run *run)
{
    double c = run->scale * LOG2_E;
    return (struct exponent){c < 0 ? -1 : 1, (real)fabs(c)};
}

static void begin(const struct normalizer_run *run, int rows, real *state)
{
    (void)run;
    const real lowest = sizeof(real) == sizeof(float) ? -FLT_MAX : (real)-DBL_MAX;
    for (int r = 0; r < rows; r++) {
        state[STAT_TOP * rows + r] = lowest;
        state[STAT_SUM * rows + r] = 0;
    }
}

/* The largest of sign * s over the visible columns and `top`. */
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
/* s -> factor e^(x - top), 0 where not visible. Returns the row's sum. */
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

static real lowered(struct exponent e, real difference)
{
    return vexp2(vset(difference * e.steepness))[0];
}

static void fold(const struct normalizer_run *run, real *s, int rows, int cols, const int *visible,
                 real *state, real *rescale)
{
    (void)cols;
    struct exponent e = exponent(run);
    real *tops = state + STAT_TOP * rows, *sums = state + STAT_SUM * rows;
    for (int r = 0; r < rows; r++, s += TILE_K) {
        real old = tops[r];
        rescale[r] = 1;
        tops[r] = row_top(e, s, visible[r], old);
        /* Nothing summed so far: nothing to lower, and `old` stands for no score. */
        if (sums[r] != 0 && tops[r] != old) rescale[r] = lowered(e, old - tops[r]);
        sums[r] = sums[r] * rescale[r] + row_weights(e, s, visible[r], tops[r], 1);
    }
}
static void finish(const struct normalizer_run *run, int rows, const real *state, real *scale_out)
{
    (void)run;
    const real *sums = state + STAT_SUM * rows;
    for (int r = 0; r < rows; r++) scale_out[r] = sums[r] == 0 ? 0 : 1 / sums[r];
}
static void weights(const struct normalizer_run *run, real *s, int rows, int cols,
                    const int *visible, const real *state)
{
    (void)cols;
    struct exponent e = exponent(run);
    const real *tops = state + STAT_TOP * rows, *sums = state + STAT_SUM * rows;
    for (int r = 0; r < rows; r++, s += TILE_K)
        row_weights(e, s, visible[r], tops[r], sums[r] == 0 ? 0 : 1 / sums[r]);
}

static void backward(const struct normalizer_run *run, const real *s, const real *a, real *da,
                     int rows, int cols, const int *visible, const real *state, const real *delta)
{
    (void)s, (void)cols, (void)state;
    for (int r = 0; r < rows; r++, a += TILE_K, da += TILE_K)
        for (int j = 0; j < TILE_K; j += VLEN) {
            vec d = run->scale * vload(a + j) * (vload(da + j) - delta[r]);
            vstore(da + j, vselect(vfirst(visible[r] - j), d, vset(0)));
        }
}

/* Scores log 3 and 0; what is not visible counts for nothing. */
static const struct by_hand by_hand[] = {
    {.working = "(3, 1) / (3 + 1)",
     .dims = {.m = 4},
     .in = {VALUES(1.0986122886681098, 0, 5, 5)},
     .out = VALUES(0.75, 0.25, 0, 0),
     .scale = 1,
     .visible = 2},
    {.working = "scale -2: (1/9, 1) / (1/9 + 1)",
     .dims = {.m = 4},
     .in = {VALUES(1.0986122886681098, 0, 5, 5)},
     .out = VALUES(0.1, 0.9, 0, 0),
     .scale = -2,
     .visible = 2},
    {.working = "nothing is seen",
     .dims = {.m = 2},
     .in = {VALUES(1, 2)},
     .out = VALUES(0, 0),
     .scale = 1,
     .visible = 0},
    {0},
};

const struct normalizer N(normalizer_softmax) = {.base = {.name = "softmax",
                                                          .label = "softmax",
                                                          .title = "exp(s) / sum exp(s)",
                                                          .paper = "arXiv 1706.03762, eq. 1",
                                                          .by_hand = by_hand,
                                                          .work = work},
                                                 .shift_invariant = true,
                                                 .formula = formula,
                                                 .derivative = derivative,
                                                 .stats = STATS,
                                                 .begin = begin,
                                                 .fold = fold,
                                                 .finish = finish,
                                                 .rescales = true,
                                                 .weights = weights,
                                                 .backward = backward};
