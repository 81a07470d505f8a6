/* SPDX-License-Identifier: MIT
 * Fitting the law: a line for each arm at a given E, and a search for the E that fits best. */
#include "harness/analysis/scaling/law.h"

#include <math.h>

struct points {
    const struct law_point *list;
    int count;
};

/* The line of one arm at a given E: weighted least squares. */
static struct law_arm line_at(struct points p, int arm, double floor)
{
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int pass = 0; pass < 2; pass++) /* means, then what lies about them */
        for (int i = 0; i < p.count; i++) {
            const struct law_point *at = &p.list[i];
            double share = -expm1(log(floor) - at->log_loss), weight = at->weight * share * share;
            double height = at->log_loss + log(share);
            if (at->arm != arm || !(weight > 0)) continue;
            if (!pass) {
                x += (at->log_cost - x) * weight / (w + weight);
                y += (height - y) * weight / (w + weight);
                w += weight;
            } else {
                xx += weight * (at->log_cost - x) * (at->log_cost - x);
                xy += weight * (at->log_cost - x) * (height - y);
            }
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
static double misfit(struct points p, double floor, struct law_arm *arms, int arm_count)
{
    double sum = 0;
    for (int a = 0; a < arm_count; a++) arms[a] = line_at(p, a, floor);
    for (int i = 0; i < p.count; i++) {
        const struct law_point *at = &p.list[i];
        const struct law_arm *own = &arms[at->arm];
        if (!(at->weight > 0) || isnan(own->exponent)) continue;
        double off = at->log_loss - law_log_loss(floor, own, at->log_cost);
        sum += at->weight * off * off;
    }
    return sum;
}

/* The greatest E that leaves every point above it. */
static double most_floor(struct points p)
{
    double least = INFINITY;
    for (int i = 0; i < p.count; i++)
        if (p.list[i].weight > 0) least = fmin(least, p.list[i].log_loss);
    return isfinite(least) ? 0.99 * exp(least) : 0;
}

double law_fit(const struct law_point *list, int count, struct law_arm *arms, int arm_count)
{
    enum { STEPS = 16, HALVINGS = 16 };
    const double golden = 0.6180339887498949;
    const struct points p = {list, count};
    double most = most_floor(p), best = INFINITY, at = 0;
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
    return found;
}
