/* SPDX-License-Identifier: MIT
 * Compares a layer's gradients in double with central differences: for sampled entries, or along
 * one direction in which all entries change. */
#include "harness/measure/check/double_layer.h"

#include "base/mem.h"
#include "base/rng.h"
#include "harness/measure/check/differences.h"

#include <math.h>
#include <string.h>

enum { MOST_TRIED = 16 }; /* maximum number of entries per tensor that are tested for kinks */

static double layer_slope(void *context, double *x, double up, double down)
{
    return double_layer_slope(context, x, up, down);
}

bool layer_has_kink(struct double_layer *t, const struct array *a, size_t i, double scale)
{
    struct sloped loss = {layer_slope, t};
    return difference_kink(&loss, &a->value[i], a->gradient[i], scale);
}

/* Returns true if entry i is at a kink. For a single entry, the kinks of two heads may cancel. If
 * entry i is 0, the other entries of the tensor are tested too, because they may have a kink at the
 * same point. */
static bool lies_in_kink(struct double_layer *t, const struct array *a, size_t i, double scale)
{
    if (layer_has_kink(t, a, i, scale)) return true;
    if (a->value[i] != 0) return false;
    for (size_t k = 0; k < a->count && k < MOST_TRIED; k++)
        if (layer_has_kink(t, a, k, scale)) return true;
    return false;
}

static bool check_entry(struct double_layer *t, int which, const char *name, size_t i, double scale,
                        struct check_result *r)
{
    const struct array *a = &t->arrays[which];
    struct sloped loss = {layer_slope, t};
    double error = difference_error(&loss, &a->value[i], a->gradient[i], scale);
    if (!(error <= difference_tolerance) && lies_in_kink(t, a, i, scale)) return true;
    r->difference_err = fmax(r->difference_err, error);
    if (error <= difference_tolerance) return true;
    return check_fail(r, STATUS_INCORRECT,
                      xformat("%s[%zu] is %.9g in double and %.9g by finite differences: error "
                              "%.3g relative to the largest entry, tolerance %g",
                              name, i, a->gradient[i],
                              double_layer_slope(t, &a->value[i], 1e-6, 1e-6), error,
                              difference_tolerance));
}

bool layer_matches_differences(struct double_layer *t, const struct result_array *list, int entries,
                               uint64_t seed, struct check_result *r)
{
    double size = fmax(1, double_layer_largest(t));
    for (int which = 0; which < t->count; which++) {
        const struct array *a = &t->arrays[which];
        const char *name = list[which].name;
        double scale = fmax(array_largest(a), difference_floor * size);
        for (int e = 0; e < entries && a->count; e++) {
            size_t i = rng_below(seed, rng_stream(name), (uint64_t)e, a->count);
            if (!check_entry(t, which, name, i, scale, r)) return false;
        }
    }
    return true;
}

/* ---- one direction through all entries ---- */

struct line {
    struct double_layer *layer;
    uint64_t seed;
};

/* Returns a random component of the direction, in [-1, 1]. If all components had the same size,
 * kinks could cancel. */
static double direction(const struct line *l, int which, size_t i)
{
    return 2 * rng_uniform(l->seed, rng_stream("direction") + (uint64_t)which, i) - 1;
}

/* Returns the dot product of gradient and direction. If `squares` is true, returns the gradient's
 * sum of squares instead. */
static double claimed_slope(const struct line *l, bool squares)
{
    double sum = 0;
    for (int which = 0; which < l->layer->count; which++)
        for (size_t i = 0; i < l->layer->arrays[which].count; i++) {
            double g = l->layer->arrays[which].gradient[i];
            sum += squares ? g * g : g * direction(l, which, i);
        }
    return sum;
}

static void move_along(const struct line *l, double step)
{
    for (int which = 0; which < l->layer->count; which++)
        for (size_t i = 0; i < l->layer->arrays[which].count; i++)
            l->layer->arrays[which].value[i] += step * direction(l, which, i);
}

/* Returns the difference quotient along the direction. Restores the entries, up to rounding error.
 */
static double slope_along(void *context, double *at, double up, double down)
{
    const struct line *l = context;
    struct double_layer *t = l->layer;
    double sum = 0;
    (void)at;
    move_along(l, up);
    double_layer_forward(t);
    memcpy(t->kept_y, t->y, t->outputs * sizeof *t->y);
    move_along(l, -up - down);
    double_layer_forward(t);
    move_along(l, down);
    for (size_t i = 0; i < t->outputs; i++) sum += t->dy[i] * (t->kept_y[i] - t->y[i]);
    return sum / (up + down);
}

/* Short steps cross few kinks. With millions of hidden units, some units are always near a kink. If
 * the differences do not converge, the check is inconclusive. */
bool layer_matches_direction(struct double_layer *t, uint64_t seed, struct check_result *r)
{
    struct line line = {t, seed};
    struct sloped loss = {slope_along, &line};
    double want = claimed_slope(&line, false), scale = fmax(1, sqrt(claimed_slope(&line, true)));
    double least = (double)INFINITY, settled = least, before = NAN, at = 0;
    for (double h = 1e-6; h > 1e-11 && !(least <= difference_tolerance); h /= 10) {
        double now = slope_along(&line, &at, h, h);
        least = fmin(least, fabs(now - want) / scale);
        settled = fmin(settled, fabs(now - before) / scale); /* fmin() ignores NaN */
        before = now;
    }
    if (!(least <= difference_tolerance) && difference_kink(&loss, &at, want, scale)) return true;
    if (least > difference_tolerance && settled > least / 10)
        return check_fail(
            r, STATUS_MISTRUSTED,
            xstrdup("finite differences along a random direction do not converge for small steps"));
    r->difference_err = fmax(r->difference_err, least);
    if (least <= difference_tolerance) return true;
    return check_fail(
        r, STATUS_INCORRECT,
        xformat("the derivative along a random direction is %.9g in double and %.9g by finite "
                "differences: error %.3g relative to the gradient, tolerance %g",
                want, slope_along(&line, &at, 1e-7, 1e-7), least, difference_tolerance));
}
