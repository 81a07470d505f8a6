/* SPDX-License-Identifier: MIT
 * Computes the Matthews correlation for any number of classes, R_K of Gorodkin (2004, Comput. Biol.
 * Chem. 28). For two classes, R_K is the correlation of Matthews (1975).
 *   R_K = (c * s - sum t_k * p_k) / sqrt((s^2 - sum p_k^2) * (s^2 - sum t_k^2)),
 *   s: number of records; c: number of correct records;
 *   t_k, p_k: number of records with true class k, and with predicted class k.
 * The denominator is 0 if all true classes or all predicted classes are equal; R_K is then 0.
 * Records with an invalid or unknown class (-1) are skipped. All sums are integers, which double
 * represents exactly. */
#include "base/records/record_scores.h"

#include <math.h>
#include <stddef.h>

static const char *const columns[] = {"truth", "answer", NULL};

/* Layout of the sums: number of correct records, number of records, then counts per true class,
 * then counts per predicted class. */
enum { RIGHT, RECORDS, MARGINS };

enum { MOST_CLASSES = 1 << 20 };

/* Converts a number to a class index; -1 if the number is not a valid class. */
static int class_of(double x) { return x >= 0 && x < (double)MOST_CLASSES ? (int)x : -1; }

static int sums_of(const double *const *column, int records)
{
    int most = 0;
    for (int i = 0; i < 2 * records; i++) {
        int class = class_of(column[i % 2][i / 2]);
        if (class > most) most = class;
    }
    return MARGINS + 2 * (most + 1);
}

static void add(const double *row, double weight, double *sums, int count)
{
    int truth = class_of(row[0]), answer = class_of(row[1]);
    if (truth < 0 || answer < 0) return;
    sums[RIGHT] += truth == answer ? weight : 0;
    sums[RECORDS] += weight;
    sums[MARGINS + truth] += weight;
    sums[MARGINS + (count - MARGINS) / 2 + answer] += weight;
}

/* Computes s^2 - sum n_k^2 as sum n_k * (s - n_k), which is exactly 0 if all records have the same
 * class. */
static double spread(const double *n, int classes, double s)
{
    double sum = 0;
    for (int k = 0; k < classes; k++) sum += n[k] * (s - n[k]);
    return sum;
}

static double value(const double *sums, int count)
{
    int classes = (count - MARGINS) / 2;
    const double *truths = sums + MARGINS, *answers = truths + classes, s = sums[RECORDS];
    if (!(s > 0)) return NAN;
    double covariance = sums[RIGHT] * s;
    for (int k = 0; k < classes; k++) covariance -= truths[k] * answers[k];
    double scale = sqrt(spread(truths, classes, s)) * sqrt(spread(answers, classes, s));
    return scale > 0 ? covariance / scale : 0;
}

const struct record_rule record_rule_matthews = {columns, sums_of, add, value};
