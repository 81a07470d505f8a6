/* SPDX-License-Identifier: MIT
 * Intervals and p of a bootstrap (ladder_intervals.h). */
#include "harness/analysis/scaling/ladder_intervals.h"
#include "base/statistics/paired.h"

#include <math.h>
#include <stdbool.h>

struct draws draws_of(double *list, int count, double seeds, double freedom)
{
    struct draws d = {list, 0, count, seeds, freedom};
    for (int i = 0; i < count; i++)
        if (isfinite(list[i])) list[d.known++] = list[i];
    stats_sort(list, d.known);
    return d;
}

/* How much further out Student's interval lies than the normal one with the spread over n, which is
 * what percentiles of means of n seeds come to. tail: on either side. */
static double stretch_of(const struct draws *d, double tail)
{
    enum { NORMAL = 1000000 };
    double student = stats_t_quantile(1 - tail, d->freedom);
    return sqrt(d->seeds / (d->seeds - 1)) * student / stats_t_quantile(1 - tail, NORMAL);
}

static double lost_of(const struct draws *d) { return 1 - (double)d->known / d->count; }

/* The end with so much beyond it. */
static double end_of(const struct draws *d, double at, double tail, bool upper)
{
    double beyond = (tail - lost_of(d)) / (1 - lost_of(d));
    if (!(beyond >= 0)) return upper ? (double)INFINITY : (double)-INFINITY;
    double end = stats_quantile(d->list, d->known, upper ? 1 - beyond : beyond);
    end = at + stretch_of(d, tail) * (end - at);
    return upper ? fmax(at, end) : fmin(at, end);
}

/* Whether draws without an answer may be as many as lie outside: their share is a count of draws,
 * and by two standard errors more it would be seen in one of forty other streams of them. Without
 * this margin a share just below the tail is an interval or none by the luck of the stream. */
static bool may_have_no_end(const struct draws *d, double tail)
{
    const double standard_errors = 2;
    double lost = lost_of(d), error = sqrt(lost * (1 - lost) / d->count);
    return lost + standard_errors * error >= tail;
}

struct scaled draws_interval(const struct draws *d, double at, double level)
{
    double tail = (1 - level) / 2;
    struct scaled found = {at, NAN, NAN, NAN};
    if (isnan(at) || may_have_no_end(d, tail)) return found;
    found.low = end_of(d, at, tail, false);
    found.high = end_of(d, at, tail, true);
    return found;
}

double draws_p(const struct draws *d, double at)
{
    enum { HALVINGS = 30 };         /* of the span of logarithms, 10 for 20,000 draws: to 1e-8 */
    const double widest = log(0.9); /* an interval of 10 % that holds 0: nobody asks how far */
    double low = -log(d->count), high = widest;
    if (isnan(at)) return NAN;
    for (int i = 0; i < HALVINGS; i++) {
        double middle = (low + high) / 2, end = end_of(d, at, exp(middle) / 2, at < 0);
        if ((at > 0 && end > 0) || (at < 0 && end < 0))
            high = middle;
        else
            low = middle;
    }
    return high < widest ? exp(high) : 1;
}
