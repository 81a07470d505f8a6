/* SPDX-License-Identifier: MIT
 * Computes statistics of paired differences: Student's interval, sign-flip test, verdicts. */
#include "base/statistics/paired.h"

#include <math.h>

#define OUTCOME(id, effect, time, change, saving) effect,
const char *const outcome_names[OUTCOMES] = {
#include "base/statistics/outcome_words.def"
};
#undef OUTCOME
#define OUTCOME(id, effect, time, change, saving) time,
const char *const outcome_names_of_time[OUTCOMES] = {
#include "base/statistics/outcome_words.def"
};
#undef OUTCOME
#define OUTCOME(id, effect, time, change, saving) change,
const char *const change_names[OUTCOMES] = {
#include "base/statistics/outcome_words.def"
};
#undef OUTCOME
#define OUTCOME(id, effect, time, change, saving) saving,
const char *const saving_names[OUTCOMES] = {
#include "base/statistics/outcome_words.def"
};
#undef OUTCOME

/* ---- Student's t ---- */

/* Evaluates the continued fraction of the incomplete beta function by Lentz's method (Abramowitz &
 * Stegun 26.5.8). Converges quickly for x < (a + 1) / (a + b + 2). */
static double beta_fraction(double x, double a, double b)
{
    const double tiny = 1e-300, close = 1e-15;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double h = d;
    for (int m = 1; m <= 500; m++) {
        for (int odd = 0; odd < 2; odd++) {
            double k = odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
                           : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 + k * d;
            c = 1 + k / c;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = fabs(c) < tiny ? tiny : c;
            h *= c * d;
        }
        if (fabs(c * d - 1) < close) break;
    }
    return h;
}

double stats_beta_cdf(double x, double a, double b)
{
    if (!(x > 0)) return 0;
    if (!(x < 1)) return 1;
    if (x > (a + 1) / (a + b + 2)) return 1 - stats_beta_cdf(1 - x, b, a);
    double front = lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x);
    return exp(front) * beta_fraction(x, a, b) / a;
}

double stats_t_cdf(double t, double df)
{
    double tail = 0.5 * stats_beta_cdf(df / (df + t * t), df / 2, 0.5);
    return t > 0 ? 1 - tail : tail;
}

/* Returns the density of Student's t distribution, the derivative of stats_t_cdf(). */
static double t_density(double t, double df)
{
    double front = lgamma(df / 2 + 0.5) - lgamma(df / 2) - 0.5 * log(M_PI * df);
    return exp(front - (df / 2 + 0.5) * log1p(t * t / df));
}

/* Computes the quantile by Newton's method in a bracket, with bisection if a step leaves the
 * bracket. */
double stats_t_quantile(double probability, double df)
{
    if (probability < 0.5) return -stats_t_quantile(1 - probability, df);
    double low = 0, high = 1;
    while (stats_t_cdf(high, df) < probability && high < 1e12) low = high, high *= 2;
    double t = 0.5 * (low + high);
    for (int i = 0; i < 200 && high - low > 1e-14 * high; i++) {
        double off = stats_t_cdf(t, df) - probability;
        if (off < 0)
            low = t;
        else
            high = t;
        double next = t - off / t_density(t, df);
        if (fabs(next - t) <= 1e-15 * t) break;
        t = next > low && next < high ? next : 0.5 * (low + high);
    }
    return t;
}

/* ---- pairs ---- */

double stats_sign_flip_p(const double *d, int n)
{
    double found = 0, size = 0;
    if (n < 2 || n > FLIP_PAIRS) return NAN;
    for (int i = 0; i < n; i++) found += d[i], size += fabs(d[i]);
    long as_far = 0, ways = 1L << n;
    for (long signs = 0; signs < ways; signs++) {
        double sum = 0;
        for (int i = 0; i < n; i++) sum += signs >> i & 1 ? -d[i] : d[i];
        /* the tolerance covers rounding errors, which depend on the order of summation */
        as_far += fabs(sum) >= fabs(found) - 1e-12 * size;
    }
    return (double)as_far / (double)ways;
}

void stats_student_interval(struct estimate *e, double error, double freedom, double level)
{
    double reach = stats_t_quantile(0.5 + level / 2, freedom) * error;
    e->interval = (struct interval){e->centre - reach, e->centre + reach, level, true};
    if (error > 0)
        e->p = 2 * stats_t_cdf(-fabs(e->centre) / error, freedom);
    else
        e->p = e->centre == 0 ? 1 : 0;
}

void stats_widen(struct estimate *e, double variance, double level)
{
    double error = sqrt(e->sd * e->sd / e->n + variance);
    if (e->n > 1 && variance > 0) stats_student_interval(e, error, e->n - 1, level);
}

struct estimate stats_student(const double *d, int n, double level)
{
    struct estimate p = {n, NAN, NAN, {NAN, NAN, 0, false}, NAN, NAN};
    double sum = 0, square = 0;
    for (int i = 0; i < n; i++) sum += d[i];
    if (n) p.centre = sum / n;
    if (n < 2) return p;
    for (int i = 0; i < n; i++) square += (d[i] - p.centre) * (d[i] - p.centre);
    p.sd = sqrt(square / (n - 1));
    stats_student_interval(&p, p.sd / sqrt(n), n - 1, level);
    return p;
}

struct estimate stats_paired(const double *d, int n, double level)
{
    struct estimate p = stats_student(d, n, level);
    p.p_flip = stats_sign_flip_p(d, n);
    return p;
}

static bool pairs_suffice(int n, double sd, double variance, double reach, double level)
{
    return stats_t_quantile(0.5 + level / 2, n - 1) * sqrt(sd * sd + n * variance) <=
           reach * sqrt(n);
}

int stats_pairs_needed(double sd, double variance, double reach, double level)
{
    int low = 1, high = 2; /* binary search: `low` pairs are too few; `high` pairs may be enough */
    if (!(reach > 0) || isnan(sd)) return 0;
    while (high <= 1000000 && !pairs_suffice(high, sd, variance, reach, level))
        low = high, high *= 2;
    while (high <= 1000000 && high - low > 1) {
        int middle = low + (high - low) / 2;
        if (pairs_suffice(middle, sd, variance, reach, level))
            high = middle;
        else
            low = middle;
    }
    return high <= 1000000 ? high : 0;
}

/* ---- verdict ---- */

enum outcome stats_outcome(struct interval gain, double p, double level, double margin)
{
    if (!gain.enough) return OUTCOME_INCONCLUSIVE;
    if (gain.low >= -margin && gain.high <= margin) return OUTCOME_EQUIVALENT;
    if (gain.low <= 0 && gain.high >= 0) return OUTCOME_INCONCLUSIVE;
    if (!stats_stands(p, level)) return OUTCOME_SUGGESTIVE;
    return gain.low > 0 ? OUTCOME_BETTER : OUTCOME_WORSE;
}
