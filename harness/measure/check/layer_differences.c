/* SPDX-License-Identifier: MIT
 * Sampled entries of each tensor against differences, and kinks (layer_differences.h). */
#include "harness/measure/check/layer_differences.h"

#include "base/mem.h"
#include "base/rng.h"
#include "harness/measure/check/differences.h"

#include <math.h>

enum { MOST_TRIED = 16 }; /* entries of a tensor, for kinks that do not cancel */

static double layer_slope(void *context, double *x, double up, double down)
{
    return double_layer_slope(context, x, up, down);
}

bool layer_has_kink(struct double_layer *t, const struct array *a, size_t i, double scale)
{
    struct sloped loss = {layer_slope, t};
    return difference_kink(&loss, &a->value[i], a->gradient[i], scale);
}

/* Or lies in one whose parts cancel: rows of zeros that share a bias of 0 have their kinks at the
 * same place, and the heads may turn the loss by as much this way as that; not in all of a tensor.
 */
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
                      xformat("%s[%zu] in double is %.9g, by differences %.9g: off by %.3g of the "
                              "largest entry, tolerance %g",
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
