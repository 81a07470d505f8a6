/* SPDX-License-Identifier: MIT
 * Computes order statistics: quantiles, and the median with its binomial interval. */
#include "base/statistics/stats.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void stats_sort(double *values, int n)
{
    if (n > 1) qsort(values, (size_t)n, sizeof *values, ascending);
}

static double *sorted_copy(const double *values, int n)
{
    double *copy = xarray((size_t)n, sizeof *copy);
    if (n) memcpy(copy, values, (size_t)n * sizeof *copy);
    stats_sort(copy, n);
    return copy;
}

double stats_quantile(const double *sorted, int n, double probability)
{
    if (n < 1) return NAN;
    double place = (n - 1) * probability;
    int below = (int)floor(place);
    if (below >= n - 1) return sorted[n - 1];
    return sorted[below] + (place - below) * (sorted[below + 1] - sorted[below]);
}

double stats_median(const double *values, int n)
{
    double *sorted = sorted_copy(values, n);
    double median = stats_quantile(sorted, n, 0.5);
    free(sorted);
    return median;
}

double stats_mad(const double *values, int n)
{
    double centre = stats_median(values, n);
    double *distance = xarray((size_t)n, sizeof *distance);
    for (int i = 0; i < n; i++) distance[i] = fabs(values[i] - centre);
    double mad = stats_median(distance, n);
    free(distance);
    return mad;
}

/* Returns P(X <= k) for X ~ Binomial(n, 1/2). Uses lgamma, because 2^-n underflows. */
static double binomial_half_cdf(int k, int n)
{
    double sum = 0;
    for (int i = 0; i <= k; i++)
        sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) - n * M_LN2);
    return sum < 1 ? sum : 1;
}

/* tolerance for lgamma's error of about 1e-13; a level equal to the requested level is accepted */
static const double level_slack = 1e-9;

struct interval stats_median_interval(const double *values, int n, double level)
{
    if (n < 1) return (struct interval){NAN, NAN, 0, false};
    /* Starts with the widest interval [x_(1), x_(n)] and narrows it while its level is at least the
     * requested level. */
    int r = 1;
    while (2 * (r + 1) <= n && 1 - 2 * binomial_half_cdf(r, n) >= level - level_slack) r++;
    double *sorted = sorted_copy(values, n);
    double reached = n < 2 ? 0 : 1 - 2 * binomial_half_cdf(r - 1, n);
    struct interval result = {sorted[r - 1], sorted[n - r], reached,
                              reached >= level - level_slack};
    free(sorted);
    return result;
}

struct test {
    double p;
    int index;
};

static int by_p(const void *a, const void *b)
{
    const struct test *x = a, *y = b;
    int order = (x->p > y->p) - (x->p < y->p);
    return order ? order : x->index - y->index;
}

/* Returns the tests with a p-value (not NaN), sorted by p, and sets *made to their number. Sets
 * every `adjusted` to NaN. The caller frees the list. */
static struct test *ordered_tests(const double *p, double *adjusted, int n, int *made)
{
    struct test *tests = xarray((size_t)n, sizeof *tests);
    *made = 0;
    for (int i = 0; i < n; i++) {
        adjusted[i] = NAN;
        if (!isnan(p[i])) tests[(*made)++] = (struct test){p[i], i};
    }
    if (*made) qsort(tests, (size_t)*made, sizeof *tests, by_p);
    return tests;
}

void stats_holm(const double *p, double *adjusted, int n)
{
    int made;
    struct test *tests = ordered_tests(p, adjusted, n, &made);
    double greatest = 0;
    for (int i = 0; i < made; i++) {
        greatest = fmax(greatest, fmin(1, (made - i) * tests[i].p));
        adjusted[tests[i].index] = greatest;
    }
    free(tests);
}

void stats_benjamini_hochberg(const double *p, double *adjusted, int n)
{
    int made;
    struct test *tests = ordered_tests(p, adjusted, n, &made);
    double least = 1;
    for (int i = made - 1; i >= 0; i--) {
        least = fmin(least, tests[i].p * made / (i + 1));
        adjusted[tests[i].index] = least;
    }
    free(tests);
}
