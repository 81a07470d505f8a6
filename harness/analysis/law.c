/* SPDX-License-Identifier: MIT
 * Fits the scaling law L = E + A C^-alpha (scaling.h): a linear regression of log(L - E) for a
 * given E, and a search for E. The fit uses least squares. Hoffmann et al. (2022, arXiv 2203.15556)
 * use Huber's loss, but with so few points any point could look like an outlier. The weights ((L -
 * E) / L)^2 turn residuals of log(L - E) into residuals of log L, to first order. */
#include "harness/analysis/scaling.h"

#include <math.h>

static struct law line_at(const double *log_cost, const double *log_loss, int count, double floor)
{
    double w = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count;
         i++) { /* weighted means and sums of squares, updated point by point (West 1979) */
        double loss = exp(log_loss[i]), above = loss - floor;
        double weight = above / loss * (above / loss), step = log_cost[i] - x;
        w += weight;
        x += step * weight / w;
        y += (log(above) - y) * weight / w;
        xx += weight * step * (log_cost[i] - x);
        xy += weight * step * (log(above) - y);
    }
    if (!(xx > 0)) return (struct law){floor, NAN, NAN};
    return (struct law){floor, y - xy / xx * x, -xy / xx};
}

double law_log_loss(const struct law *l, double log_cost)
{
    return log(l->floor + exp(l->log_scale - l->exponent * log_cost));
}

double law_log_cost(const struct law *l, double log_loss)
{
    double above = exp(log_loss) - l->floor;
    if (!(above > 0) || !(l->exponent > 0)) return NAN;
    return (l->log_scale - log(above)) / l->exponent;
}

static double misfit(const double *log_cost, const double *log_loss, int count, double floor)
{
    const struct law l = line_at(log_cost, log_loss, count, floor);
    double sum = 0;
    for (int i = 0; i < count; i++) {
        double off = log_loss[i] - law_log_loss(&l, log_cost[i]);
        sum += off * off;
    }
    return sum;
}

struct law law_fit(const double *log_cost, const double *log_loss, int count, double least_loss)
{
    enum { STEPS = 16, HALVINGS = 16 };
    const double golden = 0.6180339887498949, most = 0.99 * exp(least_loss);
    double best = INFINITY, at = 0;
    for (int i = 0; i <= STEPS; i++) {
        double left = misfit(log_cost, log_loss, count, most * i / STEPS);
        if (left < best) best = left, at = most * i / STEPS;
    }
    double low = fmax(0, at - most / STEPS), high = fmin(most, at + most / STEPS);
    for (int i = 0; i < HALVINGS; i++) {
        double lower = high - golden * (high - low), upper = low + golden * (high - low);
        if (misfit(log_cost, log_loss, count, lower) <= misfit(log_cost, log_loss, count, upper))
            high = upper;
        else
            low = lower;
    }
    double found = (low + high) / 2;
    /* true if the search found an E that is no worse than the best grid point */
    bool inside = misfit(log_cost, log_loss, count, found) <= best;
    return line_at(log_cost, log_loss, count, inside ? found : at);
}
