/* SPDX-License-Identifier: MIT
 * Compares gradients in float with gradients in double, and gradients in double with finite
 * differences. */
#include "base/rng.h"
#include "base/mem.h"
#include "harness/measure/check/differences.h"
#include "harness/measure/check/double_layer.h"
#include "harness/measure/check/stages.h"
#include "harness/measure/input.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tolerance of float gradients, relative to the largest entry of a tensor. A float gradient may be
 * a sum of thousands of products. */
static const double float_tolerance = 1e-4;
/* Lower bound of a tensor's gradient scale, as a share of the layer's largest gradient. Smaller
 * gradients are mostly rounding error. */
static const double float_floor = 1e-2;
/* A gradient below this share of the layer's largest gradient counts as zero plus rounding error.
 * The error is then relative to the layer's largest gradient. For example, the gradient of a bias
 * that is added to all scores of a row is zero, because softmax ignores this bias. */
static const double cancels = 1e-6;
/* Largest tolerance at which float gradients can be checked. */
static const double resolvable = 0.25;

enum { MOVED_LAYERS = 4, MOST_KINKS = 16 };

/* ---- float against double ---- */

/* Tolerance added for rounding errors: the change of the gradients if operands are perturbed, plus
 * the bound of find_cancelled(). Computed when first needed. */
struct allowance {
    bool made;
    double distance[MAX_RESULTS], cancelled[MAX_RESULTS];
};

/* Computes the largest entry of each gradient at the given score_scale. */
static void sizes_at(const struct double_layer *t, double score_scale, double *sizes)
{
    struct workload load = *t->load;
    struct double_layer other;
    load.layer.score_scale = score_scale;
    double_layer_open(&other, &load, 0);
    double_layer_differentiate(&other);
    for (int which = 0; which < t->count; which++)
        sizes[which] = array_largest(&other.arrays[which]);
    double_layer_close(&other);
}

static bool forgets(const struct double_layer *t, int tensor)
{
    const char *slot = t->k->slots[SLOT_FORGET].name, *name = t->load->tensor[tensor].name;
    return strncmp(name, slot, strlen(slot)) == 0 && name[strlen(slot)] == '.';
}

/* Bounds the error of gradients whose terms cancel.
 *
 * With saturated weights, dS = A (dA - A . dA) subtracts equal numbers. The result is 0 in double,
 * but a few rounding errors in float. For parameters that affect only the scores, this error is
 * proportional to the gradient at unsaturated weights, which is measured at scores near 0.
 * Gradients of inputs also depend on Q and V, so saturation hardly changes them.
 *
 * For huge inputs, gradients of the inputs and of slot forget's parameters are not checked. */
static void find_cancelled(struct allowance *m, const struct double_layer *t)
{
    /* Scores are at most a few thousand. For large and huge inputs, scores grow with the square of
     * the input. */
    const double size = input_size(t->load->input), flat = fmax(4096, 16 * size * size);
    const double roundings = 8; /* rounding errors in two sums of up to MOST_HEAD products */
    int inputs = t->count - t->load->tensor_count;
    double without[MAX_RESULTS], unsaturated[MAX_RESULTS];
    sizes_at(t, 0, without);
    sizes_at(t, t->load->layer.score_scale / flat, unsaturated);
    for (int which = 0; which < t->count; which++)
        if (without[which] == 0)
            m->cancelled[which] = roundings * (double)FLT_EPSILON * flat * unsaturated[which];
        else if (t->load->input == INPUT_HUGE && (which < inputs || forgets(t, which - inputs)))
            m->cancelled[which] = (double)INFINITY;
}

/* Updates the largest difference per array between the gradients of `t` and `other`. Closes
 * `other`. */
static void add_distance(struct allowance *m, const struct double_layer *t,
                         struct double_layer *other)
{
    double_layer_differentiate(other);
    for (int which = 0; which < t->count; which++)
        for (size_t i = 0; i < t->arrays[which].count; i++)
            m->distance[which] = fmax(m->distance[which], fabs(other->arrays[which].gradient[i] -
                                                               t->arrays[which].gradient[i]));
    double_layer_close(other);
}

static void make_allowance(struct allowance *m, const struct double_layer *t, uint64_t seed)
{
    struct double_layer other;
    if (m->made) return;
    for (int k = 0; k < MOVED_LAYERS; k++) {
        double_layer_open(&other, t->load, seed * MOVED_LAYERS + (uint64_t)k + 1);
        add_distance(m, t, &other);
    }
    struct workload flushed = *t->load; /* kernels may flush denormal scores to 0 */
    flushed.layer.score_scale = 0;
    if (flushed.input == INPUT_VANISHING) {
        double_layer_open(&other, &flushed, 0);
        add_distance(m, t, &other);
    }
    find_cancelled(m, t);
    m->made = true;
}

static double terms(const struct layer *l)
{
    return fmax((double)l->shape.batch * fmax(l->shape.n, l->shape.m), l->shape.d_model);
}

struct pair {
    struct double_layer *doubled;
    struct double_layer *smooth; /* the same layer with float32 products, to test for kinks */
    int which;
    const struct result_array *got;
    double scale, tolerance;
    size_t worst;
};

/* Returns the relative error of a gradient entry; infinity if the error is NaN. */
static double entry_error(const struct pair *p, size_t i)
{
    double want = p->doubled->arrays[p->which].gradient[i];
    double error = fabs((double)p->got->data[i] - want) / p->scale;
    return isfinite(error) ? error : (double)INFINITY;
}

/* Returns the error of the worst entry. Entries at a kink are skipped, because float may round a
 * score of 0 to either side of relu. *kinks is the number of entries that may still be skipped. At
 * *kinks = 0, all finite entries above the tolerance are skipped, and the caller reports the point
 * as inconclusive. If kinks is NULL, no entry is skipped. */
static double worst_error(struct pair *p, int *kinks)
{
    const struct array *a = &p->doubled->arrays[p->which];
    double worst = 0;
    for (size_t i = 0; i < a->count; i++) {
        double error = entry_error(p, i);
        if (!(error > worst)) continue;
        if (error > p->tolerance && isfinite(error) && kinks) {
            bool kink =
                *kinks == 0 || layer_has_kink(p->smooth, &p->smooth->arrays[p->which], i, p->scale);
            *kinks -= kink && *kinks > 0;
            if (kink) continue;
        }
        worst = error;
        p->worst = i;
    }
    return worst;
}

static bool is_extreme(enum input_kind input)
{
    return input == INPUT_HUGE || input == INPUT_VANISHING;
}

/* Returns the sum of |dy y|, an upper bound of the loss's absolute value. */
static double loss_size(const struct double_layer *t)
{
    double sum = 0;
    for (size_t i = 0; i < t->outputs; i++) sum += fabs(t->dy[i] * t->y[i]);
    return sum;
}

/* Records STATUS_MISTRUSTED and the reason, unless an earlier reason exists. Takes ownership of the
 * reason. Returns true, so that later tensors are still compared: one of them may be wrong. */
static bool mistrust(struct check_result *r, char *reason)
{
    if (r->status == STATUS_OK)
        check_fail(r, STATUS_MISTRUSTED, reason);
    else
        free(reason);
    return true;
}

/* Compares the float gradient of one tensor with the gradient in double. Returns false if the float
 * gradient is wrong. */
static bool check_float(struct pair *p, struct allowance *allowance, int *kinks, uint64_t seed,
                        struct check_result *r)
{
    const struct layer *layer = &p->doubled->load->layer;
    double worst = worst_error(p, NULL);
    if (!(worst <= p->tolerance)) {
        make_allowance(allowance, p->smooth, seed);
        double distance = compare_safety * sqrt(terms(layer)) * allowance->distance[p->which];
        p->tolerance += (distance + allowance->cancelled[p->which]) / p->scale;
        worst = worst_error(p, kinks);
    }
    bool finite = isfinite(worst), unresolved = p->tolerance > resolvable && finite;
    if (unresolved && is_extreme(p->doubled->load->input)) return true;
    if (worst / p->tolerance >= r->gradient_err / r->gradient_tolerance) {
        r->gradient_err = worst;
        r->gradient_tolerance = p->tolerance;
    }
    if (unresolved)
        return mistrust(
            r,
            xformat("float cannot resolve %s: rounding errors in the operands change it too much",
                    p->got->name));
    if (worst <= p->tolerance && finite)
        return *kinks > 0 ||
               mistrust(r, xformat("%d gradient entries are at a kink, where no derivative exists",
                                   MOST_KINKS));
    double want = p->doubled->arrays[p->which].gradient[p->worst];
    double error = (double)p->got->data[p->worst] - want;
    if (finite && gradient_error_is_rounding(p->doubled->load, p->which + 1, p->worst, error, seed))
        return mistrust(r,
                        xformat("%s[%zu] depends on rounding: its error changes when the operands "
                                "change by one rounding error",
                                p->got->name, p->worst));
    return check_fail(r, STATUS_INCORRECT,
                      xformat("%s[%zu] is %.9g in float and %.9g in double: error %.3g relative to "
                              "the largest entry, tolerance %.3g",
                              p->got->name, p->worst, (double)p->got->data[p->worst], want, worst,
                              p->tolerance));
}

/* Returns an error bound for products in bf16. Float and double may round an operand to different
 * bf16 numbers, because its values before rounding differ slightly. In the worst case, all operands
 * round independently, and the gradients differ by sqrt(2) times the effect of rounding. The effect
 * is measured as the largest difference from gradients with float32 products. */
static double rounding_error(const struct double_layer *t, const struct double_layer *smooth,
                             int which)
{
    double most = 0;
    for (size_t i = 0; i < t->arrays[which].count; i++)
        most = fmax(most, fabs(t->arrays[which].gradient[i] - smooth->arrays[which].gradient[i]));
    return 2 * most;
}

/* Compares all float gradients with the gradients in double. Returns false if a float gradient is
 * wrong. */
static bool matches_double(struct double_layer *t, struct double_layer *smooth,
                           const struct result_array *list, uint64_t seed, struct check_result *r)
{
    struct allowance allowance = {0};
    double size = double_layer_largest(t);
    int kinks = MOST_KINKS;
    enum input_kind input = t->load->input;
    if (!(size > 0) && input != INPUT_VANISHING)
        check_fail(r, STATUS_MISTRUSTED, xstrdup("every gradient is 0"));
    if (size * (double)FLT_EPSILON > loss_size(t) && !is_extreme(input))
        return check_fail(
            r, STATUS_MISTRUSTED,
            xstrdup("a rounding error in the operands can change the loss by more than 100 %"));
    for (int which = 0; which < t->count; which++) {
        double largest = array_largest(&t->arrays[which]);
        /* if all input rows are equal, gradients of the scores cancel too */
        bool cancelled = input == INPUT_EQUAL || largest <= cancels * size;
        double scale = fmax(largest, (cancelled ? 1 : float_floor) * size);
        scale = fmax(scale, compare_floor); /* denormals may be flushed to 0 */
        double tolerance = float_tolerance + rounding_error(t, smooth, which) / scale;
        struct pair p = {t, smooth, which, &list[which], scale, tolerance, 0};
        if (!check_float(&p, &allowance, &kinks, seed, r)) return false;
    }
    return true;
}

/* ---- the check ---- */

static bool gradients_finite(const struct double_layer *t, const struct result_array *list,
                             struct check_result *r)
{
    for (int which = 0; which < t->count; which++)
        if (!isfinite(array_largest(&t->arrays[which])))
            return check_fail(r, STATUS_INCORRECT,
                              xformat("%s in double is not finite", list[which].name));
    return true;
}

bool gradient_check(const struct workload *load, int entries, uint64_t seed, struct check_result *r)
{
    struct result_array list[MAX_RESULTS];
    struct double_layer t, unrounded, *smooth = &t;
    struct workload other = *load;
    require(load->phase != PHASE_FORWARD);
    /* the step sizes of finite differences are chosen for values near 1 */
    if (is_extreme(load->input)) entries = 0;
    workload_results(load, list);
    r->difference_tolerance = entries ? difference_tolerance : 0;
    r->gradient_tolerance = float_tolerance;
    double_layer_open(&t, load, 0);
    double_layer_differentiate(&t);
    if (load->layer.precision != PRECISION_FLOAT32) {
        other.layer.precision = PRECISION_FLOAT32;
        smooth = &unrounded;
        double_layer_open(smooth, &other, 0);
        double_layer_differentiate(smooth);
    }
    char *damage = memory_check(t.memory);
    bool good =
        damage ? check_fail(r, STATUS_INCORRECT, damage) : gradients_finite(&t, list + 1, r);
    good = good && matches_double(&t, smooth, list + 1, seed, r);
    if (entries == GRADIENT_DIRECTION)
        good = good && layer_matches_direction(smooth, seed, r);
    else
        good = good && layer_matches_differences(smooth, list + 1, entries, seed, r);
    if (smooth != &t) double_layer_close(smooth);
    double_layer_close(&t);
    return good && r->status == STATUS_OK;
}
