/* SPDX-License-Identifier: MIT
 * Computes which effects the rounds or seeds of a plan can detect (estimate.h).
 *
 * Holm's correction compares the smallest of m p-values with 0.05 / m. With n rounds of a timed
 * question, the p-value of the signed-rank test is at least 2 / 2^n, for any effect. With n seeds
 * of training runs, Student's t-test needs a mean difference of at least t(1 - 0.025 / m; n - 1) /
 * sqrt(n) standard deviations. */
#include "base/mem.h"
#include "base/statistics/paired.h"
#include "harness/run/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_baseline(const struct plan *plan, const struct plan_cell *c, int index)
{
    const struct spec *s = &plan->specs[c->spec];
    if (c->baseline < 0) return true; /* cells without a baseline are not compared */
    if (s->baseline_is_map) return c->baseline == index;
    return !strcmp(s->arms[c->arm_index].name, s->baseline);
}

/* Returns a text that identifies an arm in a condition. For training runs, the text omits the seed
 * and the tuned axis. The caller frees the result. */
static char *entry_key(const struct plan *plan, const struct plan_cell *c)
{
    struct text key = {0};
    if (!spec_trains(&plan->specs[c->spec])) return xstrdup(c->string);
    if (c->family >= 0) return xformat("family %d", c->family);
    int seed = axes_find(plan->axes, "seed");
    for (int i = 0; i < plan->axes->count; i++)
        text_add(&key, "%s,", i == seed || !c->values[i] ? "" : c->values[i]);
    return key.data;
}

int power_comparisons(const struct plan *plan, int spec)
{
    json_t *entries = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *c = &plan->cells[i];
        if (c->spec != spec || is_baseline(plan, c, i)) continue;
        char *key = entry_key(plan, c);
        json_object_set_new(entries, key, json_null());
        free(key);
    }
    int count = (int)json_object_size(entries);
    json_decref(entries);
    return count;
}

static int judging_seeds(const struct plan *plan, int spec)
{
    json_t *seeds = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *c = &plan->cells[i];
        const char *seed = plan_value(plan, c, "seed");
        if (c->spec == spec && seed && !c->simple_baseline && !plan_only_tunes(plan, c))
            json_object_set_new(seeds, seed, json_null());
    }
    int count = (int)json_object_size(seeds);
    json_decref(seeds);
    return count;
}

static const char *plural(int count) { return count == 1 ? "" : "s"; }

static char *rounds_words(int comparisons, int rounds)
{
    int needed = stats_rounds_needed(comparisons, VERDICT_LEVEL);
    if (rounds >= needed)
        return xformat("%d comparison%s: %d rounds are enough for a verdict after correction (%d "
                       "needed)",
                       comparisons, plural(comparisons), rounds, needed);
    return xformat("%d comparison%s: %d round%s too few for a verdict after correction; %d are "
                   "needed: --set rounds=%d",
                   comparisons, plural(comparisons), rounds, rounds == 1 ? " is" : "s are", needed,
                   needed);
}

static char *seeds_words(int comparisons, int seeds)
{
    double level = 1 - (1 - VERDICT_LEVEL) / comparisons;
    int enough = stats_pairs_needed(1, 0, 1, level);
    if (seeds < 2)
        return xformat("%d comparison%s: %d seed%s no interval; %d seeds detect a difference of 1 "
                       "standard deviation over the seeds",
                       comparisons, plural(comparisons), seeds, seeds == 1 ? " gives" : "s give",
                       enough);
    return xformat("%d comparison%s: after correction %d seeds detect a difference of %.3g "
                   "standard deviations over the seeds; %d seeds detect a difference of 1",
                   comparisons, plural(comparisons), seeds,
                   stats_t_quantile(0.5 + level / 2, seeds - 1) / sqrt(seeds), enough);
}

char *power_words(const struct plan *plan, int spec)
{
    int comparisons = power_comparisons(plan, spec);
    if (!comparisons) return NULL;
    return spec_trains(&plan->specs[spec]) ? seeds_words(comparisons, judging_seeds(plan, spec))
                                           : rounds_words(comparisons, plan->specs[spec].rounds);
}
