/* SPDX-License-Identifier: MIT
 * Which value of the tuned axis wins (tuned_value.h). It knows trials alone, of no run and no
 * table. */
#include "harness/plan/tuning/tuned_value.h"

#include <math.h>

double choice_mean(const struct choice_trial *trials, int count, int value)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < count; i++) {
        if (trials[i].value != value || !trials[i].done) continue;
        sum += isnan(trials[i].loss) ? HUGE_VAL : trials[i].loss;
        n++;
    }
    return sum / n;
}

struct choice choose_value(const struct choice_trial *trials, int count)
{
    struct choice c = {.winner = -1, .loss = HUGE_VAL, .trials = count};
    for (int i = 0; i < count; i++) c.waiting |= !trials[i].done;
    for (int i = 0; i < count && !c.waiting; i++) {
        double mean = choice_mean(trials, count, trials[i].value);
        bool first = mean == c.loss && trials[i].value < c.winner;
        if (!(mean < c.loss) && !first) continue;
        c.loss = mean;
        c.winner = trials[i].value;
    }
    return c;
}

double tuning_loss(bool ended_well, double valid_loss, double valid_metric, bool higher_is_better)
{
    if (!ended_well) return HUGE_VAL;
    double loss = !isnan(valid_loss) ? valid_loss : higher_is_better ? -valid_metric : valid_metric;
    return isnan(loss) ? HUGE_VAL : loss;
}
