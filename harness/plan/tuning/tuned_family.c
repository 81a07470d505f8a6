/* SPDX-License-Identifier: MIT
 * Counting the rows of families (tuned_family.h). */
#include "harness/plan/tuning/tuned_family.h"
#include "base/mem.h"
#include "harness/plan/tuning/tuned_value.h"

#include <stdlib.h>
#include <string.h>

/* What has been met of a family: its first trial, and the first row that judges. */
struct sample {
    const char *value, *seed, *judging;
    int values, seeds; /* trials with that seed, of that value */
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

char *tuning_words(const struct plan *plan, int spec)
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
    return xformat("%d trainings are expected, %d to choose %s (of %d that may) and %d to judge",
                   expected + judging, expected, plan->specs[spec].tune_axis, trials, judging);
}
