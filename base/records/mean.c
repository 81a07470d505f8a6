/* SPDX-License-Identifier: MIT
 * Computes the mean of one value per record, optionally in percent. */
#include "base/records/record_scores.h"

static void add(const double *row, double weight, double *sums, int count)
{
    (void)count;
    sums[0] += weight * row[0];
    sums[1] += weight;
}

static double value(const double *sums, int count)
{
    (void)count;
    return sums[0] / sums[1];
}

static double per_cent(const double *sums, int count)
{
    (void)count;
    return 100 * sums[0] / sums[1];
}

const struct record_rule record_rule_mean = {.add = add, .value = value};
const struct record_rule record_rule_per_cent = {.add = add, .value = per_cent};
