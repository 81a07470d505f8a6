/* SPDX-License-Identifier: MIT
 * Correct answers as a share of questions; a record may have several questions. */
#include "base/records/record_scores.h"

#include <stddef.h>

static const char *const columns[] = {"right", "targets", NULL};

static void add(const double *row, double weight, double *sums, int count)
{
    (void)count;
    sums[0] += weight * row[0];
    sums[1] += weight * row[1];
}

static double value(const double *sums, int count)
{
    (void)count;
    return sums[0] / sums[1];
}

const struct record_rule record_rule_share = {.columns = columns, .add = add, .value = value};
