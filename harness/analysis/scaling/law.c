/* SPDX-License-Identifier: MIT
 * Fitting the law: a line for each arm at a given E, and a search for the E that fits best. */
#include "harness/analysis/scaling/law.h"

#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* A bootstrap fits tens of thousands of times: of a point that takes part, what no E changes. */
struct part {
    int arm;
    double log_cost, log_loss, loss, weight;
    double height; /* log(L - E) at the E that was last tried */
};
struct parts {
    struct part *list;
    int count;
};

/* The line of one arm at a given E: weighted least squares, in one pass that mends means and sums
 * of squares about them as it goes (West 1979). */
static struct law_arm line_at(struct parts p, int arm, double floor)
{
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < p.count; i++) {
        struct part *at = &p.list[i];
        if (at->arm != arm) continue;
        double above = at->loss - floor, share = above / at->loss;
        double weight = at->weight * share * share, step = at->log_cost - x;
        at->height = log(above);
        w += weight;
        x += step * weight / w;
        y += (at->height - y) * weight / w;
        xx += weight * step * (at->log_cost - x);
        xy += weight * step * (at->height - y);
    }
    if (!(xx > 0)) return (struct law_arm){NAN, NAN};
    return (struct law_arm){y - xy / xx * x, -xy / xx};
}

double law_log_loss(double floor, const struct law_arm *arm, double log_cost)
{
    return log(floor + exp(arm->log_scale - arm->exponent * log_cost));
}

double law_log_cost(double floor, const struct law_arm *arm, double log_loss)
{
    double above = exp(log_loss) - floor;
    if (!(above > 0) || !(arm->exponent > 0)) return NAN;
    return (arm->log_scale - log(above)) / arm->exponent;
}

/* The sum of squares that is left at a given E, whose lines go to arms. */
static double misfit(struct parts p, double floor, struct law_arm *arms, int arm_count)
{
    double sum = 0;
    for (int a = 0; a < arm_count; a++) arms[a] = line_at(p, a, floor);
    for (int i = 0; i < p.count; i++) {
        const struct part *at = &p.list[i];
        if (isnan(arms[at->arm].exponent)) continue;
        double off = at->log_loss - law_log_loss(floor, &arms[at->arm], at->log_cost);
        sum += at->weight * off * off;
    }
    return sum;
}

/* The greatest E that leaves every point above it, by 1 %: the mean of three seeds of the arms that
 * end lowest is known to 0.1 to 0.3 % (one standard error, masked words at width 128), and nearer
 * to it nobody could tell how far above E it lies. How near is a choice, and the far end of an
 * interval at the largest size moves with it; the end that is nearer to 1, by which words are said,
 * hardly does. */
static double most_floor(const struct law_point *list, int count)
{
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        if (isfinite(list[i].log_loss)) least = fmin(least, list[i].log_loss);
    return isfinite(least) ? 0.99 * exp(least) : 0;
}

static struct parts take_parts(const struct law_point *list, int count)
{
    struct parts p = {xarray((size_t)count, sizeof *p.list), 0};
    for (int i = 0; i < count; i++)
        if (list[i].weight > 0)
            p.list[p.count++] =
                (struct part){list[i].arm,           list[i].log_cost, list[i].log_loss,
                              exp(list[i].log_loss), list[i].weight,   NAN};
    return p;
}

double law_fit(const struct law_point *list, int count, struct law_arm *arms, int arm_count)
{
    enum { STEPS = 16, HALVINGS = 16 };
    const double golden = 0.6180339887498949;
    const struct parts p = take_parts(list, count);
    double most = most_floor(list, count), best = INFINITY, at = 0;
    for (int i = 0; i <= STEPS; i++) {
        double floor = most * i / STEPS, left = misfit(p, floor, arms, arm_count);
        if (left < best) best = left, at = floor;
    }
    double low = fmax(0, at - most / STEPS), high = fmin(most, at + most / STEPS);
    for (int i = 0; i < HALVINGS; i++) {
        double near = high - golden * (high - low), far = low + golden * (high - low);
        if (misfit(p, near, arms, arm_count) <= misfit(p, far, arms, arm_count))
            high = far;
        else
            low = near;
    }
    double found = (low + high) / 2;
    if (misfit(p, found, arms, arm_count) > best) found = at; /* an end of what E may be */
    misfit(p, found, arms, arm_count);
    free(p.list);
    return found;
}
