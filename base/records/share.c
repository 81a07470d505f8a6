/* SPDX-License-Identifier: MIT
 * Computes metrics that are ratios of two sums over records: accuracy, loss in nats, and
 * perplexity, each per target. A record may have several targets. */
#include "base/records/record_scores.h"

#include <math.h>
#include <stddef.h>

static const char *const right[] = {"right", "targets", NULL};
static const char *const nats[] = {"nats", "targets", NULL};

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

static double exp_value(const double *sums, int count) { return exp(value(sums, count)); }

const struct record_rule record_rule_share = {.columns = right, .add = add, .value = value};
const struct record_rule record_rule_loss = {.columns = nats, .add = add, .value = value};
const struct record_rule record_rule_perplexity = {.columns = nats, .add = add, .value = exp_value};
