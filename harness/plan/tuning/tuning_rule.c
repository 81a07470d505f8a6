/* SPDX-License-Identifier: MIT
 * Chooses the values of the tuned axis to try, and the best value (tuning_rule.h). */
#include "base/mem.h"
#include "harness/plan/tuning/tuning_rule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Returns true if this trial and the previous trial have the same value. Trials are usually grouped
 * by value. */
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

/* ---- which values are tried ---- */

/* Marks the untried neighbours of the best value. Returns false if there are none. */
static bool call_neighbours(const struct choice_trial *trials, int count, int best, bool *called)
{
    bool more = false;
    for (int i = 0; i < count; i++) {
        if (called[i] || (best >= 0 && abs(trials[i].value - best) != 1)) continue;
        called[i] = more = true;
    }
    return more;
}

static struct choice choose_called(const struct choice_trial *trials, int count, const bool *called)
{
    struct choice_trial *list = xarray((size_t)count, sizeof *list);
    int kept = 0;
    for (int i = 0; i < count; i++)
        if (called[i]) list[kept++] = trials[i];
    struct choice c = choose_value(list, kept);
    free(list);
    return c;
}

bool choice_call(const struct choice_trial *trials, int count, bool *called, struct choice *best)
{
    int values = 0;
    for (int i = 0; i < count; i++)
        if (trials[i].value >= values) values = trials[i].value + 1;
    for (int i = 0; i < count; i++) called[i] = values > 1 && trials[i].value % 2 == 0;
    do *best = choose_called(trials, count, called);
    while (values > 1 && !best->waiting && call_neighbours(trials, count, best->winner, called));
    return !best->waiting;
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

/* ---- rows of families ---- */

/* Counts the tuned values and the tuning seeds of a family. `value` and `seed` belong to the first
 * trial. */
struct sample {
    const char *value, *seed, *judging;
    int values, seeds; /* values: number of trials with this seed; seeds: number of trials with this
                          value */
};

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

static void count(const struct plan *plan, const struct plan_cell *c, struct tuned_family *f,
                  struct sample *s)
{
    const char *value = plan_value(plan, c, plan->specs[c->spec].tune_axis);
    const char *seed = plan_value(plan, c, "seed");
    f->spec = c->spec;
    if (!c->tuning) {
        if (!f->judging) s->judging = value;
        f->judging += same(value, s->judging);
        return;
    }
    if (!f->trials++) *s = (struct sample){value, seed, s->judging, 0, 0};
    s->values += same(seed, s->seed);
    s->seeds += same(value, s->value);
}

struct tuned_family *tuned_families(const struct plan *plan)
{
    struct tuned_family *f = xarray((size_t)plan->family_count + 1, sizeof *f);
    struct sample *s = xarray((size_t)plan->family_count + 1, sizeof *s);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *c = plan_row_cell(plan, &plan->rows[i]);
        if (c->family >= 0 && plan->rows[i].round == 1)
            count(plan, c, &f[c->family], &s[c->family]);
    }
    for (int i = 0; i < plan->family_count; i++)
        f[i].expected = s[i].values < 2 && !plan->specs[f[i].spec].tune_apart
                            ? f[i].trials
                            : choice_cost(s[i].values, s[i].seeds);
    free(s);
    return f;
}

char *tuning_summary(const struct plan *plan, int spec)
{
    struct tuned_family *all = tuned_families(plan);
    int expected = 0, trials = 0, judging = 0;
    for (int i = 0; i < plan->family_count; i++) {
        const struct tuned_family *f = &all[i];
        if (f->spec != spec) continue;
        expected += f->expected;
        trials += f->trials;
        judging += f->judging;
    }
    free(all);
    if (!trials) return NULL;
    return xformat(
        "%d training runs are expected: %d to choose %s (at most %d), and %d with the chosen value",
        expected + judging, expected, plan->specs[spec].tune_axis, trials, judging);
}
