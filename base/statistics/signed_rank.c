/* SPDX-License-Identifier: MIT
 * Computes Wilcoxon's signed-rank test and the Hodges-Lehmann estimate.
 *
 * Under the null hypothesis, each rank is positive or negative with probability 1/2. Dynamic
 * programming gives the distribution of the positive rank sum W+, one pass per rank. Ranks are
 * doubled so that the mid-ranks of ties are integers. */
#include "base/statistics/stats.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

/* Returns P(2 W+ <= bound). Each doubled rank is in the sum with probability 1/2. */
static double doubled_cdf(const int *doubled, int n, int bound)
{
    int total = 0;
    for (int i = 0; i < n; i++) total += doubled[i];
    double *mass = xarray((size_t)total + 1, sizeof *mass), sum = 0;
    mass[0] = 1;
    for (int i = 0, top = 0; i < n; i++) {
        top += doubled[i];
        for (int s = top; s >= 0; s--)
            mass[s] = 0.5 * (mass[s] + (s >= doubled[i] ? mass[s - doubled[i]] : 0));
    }
    for (int s = 0; s <= bound && s <= total; s++) sum += mass[s];
    free(mass);
    return sum < 1 ? sum : 1;
}

double stats_signed_rank_cdf(int w, int n)
{
    require(n <= EXACT_RANKS);
    int doubled[EXACT_RANKS] = {0};
    for (int i = 0; i < n; i++) doubled[i] = 2 * (i + 1);
    return w < 0 ? 0 : doubled_cdf(doubled, n, 2 * w);
}

/* Returns P(W+ <= w) for n values: exact up to EXACT_RANKS values, otherwise by the normal
 * approximation with continuity correction. */
static double rank_cdf(int w, int n)
{
    if (n <= EXACT_RANKS) return stats_signed_rank_cdf(w, n);
    double mean = 0.25 * n * (n + 1.0), deviation = sqrt(mean * (2.0 * n + 1) / 6);
    return 0.5 * erfc(-(w + 0.5 - mean) / (deviation * M_SQRT2));
}

static int by_size(const void *a, const void *b)
{
    double x = fabs(*(const double *)a), y = fabs(*(const double *)b);
    return (x > y) - (x < y);
}

/* Copies the nonzero differences sorted by magnitude, and computes their doubled mid-ranks. */
static int rank_sizes(const double *differences, int n, double *nonzero, int *doubled)
{
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (differences[i] != 0) nonzero[kept++] = differences[i];
    if (kept) qsort(nonzero, (size_t)kept, sizeof *nonzero, by_size);
    for (int first = 0, last; first < kept; first = last) {
        for (last = first; last < kept && fabs(nonzero[last]) == fabs(nonzero[first]);) last++;
        for (int i = first; i < last; i++) doubled[i] = first + 1 + last;
    }
    return kept;
}

static double tail(const int *doubled, int n, int sum)
{
    if (n <= EXACT_RANKS) return doubled_cdf(doubled, n, sum);
    double mean = 0, variance = 0;
    for (int i = 0; i < n; i++) {
        mean += 0.5 * doubled[i];
        variance += 0.25 * doubled[i] * doubled[i];
    }
    return 0.5 * erfc(-(sum + 1 - mean) / sqrt(2 * variance));
}

static double signed_rank_p(const double *differences, int n)
{
    double *nonzero = xarray((size_t)n, sizeof *nonzero);
    int *doubled = xarray((size_t)n, sizeof *doubled), plus = 0, minus = 0;
    int kept = rank_sizes(differences, n, nonzero, doubled);
    for (int i = 0; i < kept; i++) *(nonzero[i] > 0 ? &plus : &minus) += doubled[i];
    double p = kept ? fmin(1, 2 * tail(doubled, kept, plus < minus ? plus : minus)) : 1;
    free(nonzero);
    free(doubled);
    return p;
}

static double *walsh_averages(const double *x, int n, int *count)
{
    double *walsh = xarray((size_t)n * (size_t)(n + 1) / 2, sizeof *walsh);
    *count = 0;
    for (int i = 0; i < n; i++)
        for (int j = i; j < n; j++) walsh[(*count)++] = 0.5 * (x[i] + x[j]);
    stats_sort(walsh, *count);
    return walsh;
}

/* Returns the largest k >= 1 for which the interval [walsh_(k), walsh_(count+1-k)] has a coverage
 * of at least `level`. The coverage is 1 - 2 P(W+ <= k-1). */
static int walsh_rank(int n, int count, double level)
{
    int k = 1;
    while (2 * (k + 1) <= count + 1 && 1 - 2 * rank_cdf(k, n) >= level) k++;
    return k;
}

struct estimate stats_hodges_lehmann(const double *differences, int n, double level)
{
    if (n < 1) return (struct estimate){0, NAN, NAN, {NAN, NAN, 0, false}, NAN, NAN};
    int count;
    double *walsh = walsh_averages(differences, n, &count);
    int k = walsh_rank(n, count, level);
    double reached = n < 2 ? 0 : 1 - 2 * rank_cdf(k - 1, n);
    struct estimate result = {
        .n = n,
        .centre = stats_quantile(walsh, count, 0.5),
        .sd = NAN,
        .interval = {walsh[k - 1], walsh[count - k], reached, reached >= level},
        .p = signed_rank_p(differences, n),
        .p_flip = NAN};
    free(walsh);
    return result;
}

int stats_rounds_needed(int comparisons, double level)
{
    return 1 + (int)ceil(log2(comparisons / (1 - level)));
}
