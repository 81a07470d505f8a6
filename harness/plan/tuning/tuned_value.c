/* SPDX-License-Identifier: MIT
 * Which value of the tuned axis wins, and which are tried for it (tuned_value.h). It knows trials
 * alone, of no run and no table. */
#include "harness/plan/tuning/tuned_value.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

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

static int trials_of(const struct choice_trial *trials, int count, int value)
{
    int n = 0;
    for (int i = 0; i < count; i++) n += trials[i].value == value;
    return n;
}

/* Trials of one value mostly stand together. */
static bool repeats(const struct choice_trial *trials, int i)
{
    return i && trials[i].value == trials[i - 1].value;
}

struct choice choose_value(const struct choice_trial *trials, int count)
{
    struct choice c = {.winner = -1, .loss = HUGE_VAL, .trials = count};
    int most = 0;
    for (int i = 0; i < count; i++) {
        c.waiting |= !trials[i].done;
        if (repeats(trials, i)) continue;
        int own = trials_of(trials, count, trials[i].value);
        most = own > most ? own : most;
    }
    for (int i = 0; i < count && !c.waiting; i++) {
        if (repeats(trials, i) || trials_of(trials, count, trials[i].value) < most) continue;
        double mean = choice_mean(trials, count, trials[i].value);
        bool first = mean == c.loss && trials[i].value < c.winner;
        if (!(mean < c.loss) && !first) continue;
        c.loss = mean;
        c.winner = trials[i].value;
    }
    return c;
}

/* ---- which are tried ---- */

/* Calls for the untried neighbours of the best; false: both were tried. */
static bool call_neighbours(const struct choice_trial *trials, int count, int best, bool *called)
{
    bool more = false;
    for (int i = 0; i < count; i++) {
        if (called[i] || (best >= 0 && abs(trials[i].value - best) != 1)) continue;
        called[i] = more = true;
    }
    return more;
}

struct choice choose_called(const struct choice_trial *trials, int count, const bool *called)
{
    struct choice_trial *list = xarray((size_t)count, sizeof *list);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (called[i]) list[kept++] = trials[i];
    struct choice c = choose_value(list, kept);
    free(list);
    return c;
}

bool choice_call(const struct choice_trial *trials, int count, bool *called)
{
    int values = 0;
    for (int i = 0; i < count; i++)
        if (trials[i].value >= values) values = trials[i].value + 1;
    for (int i = 0; i < count; i++) called[i] = values > 1 && trials[i].value % 2 == 0;
    for (;;) {
        struct choice best = choose_called(trials, count, called);
        if (values < 2 || best.waiting) return values < 2;
        if (!call_neighbours(trials, count, best.winner, called)) return true;
    }
}

int choice_cost(int values, int seeds)
{
    int coarse = (values + 1) / 2, tried = coarse + 2 < values ? coarse + 2 : values;
    return values < 2 ? 0 : tried * seeds;
}

double tuning_loss(bool ended_well, double valid_loss, double valid_metric, bool higher_is_better)
{
    if (!ended_well) return HUGE_VAL;
    double loss = !isnan(valid_loss) ? valid_loss : higher_is_better ? -valid_metric : valid_metric;
    return isnan(loss) ? HUGE_VAL : loss;
}
