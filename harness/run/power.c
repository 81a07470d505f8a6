/* SPDX-License-Identifier: MIT
 * Holm's correction lets the first of m comparisons stand if its p is at most 0.05 / m (power.h).
 *
 * Times: the signed-rank test of n rounds has no p below 2 / 2^n, whatever the effect, so that with
 * too few rounds nothing can stand. Trainings: Student's test over n seeds lets a mean difference
 * stand from t(1 - 0.025 / m; n - 1) / sqrt(n) times its standard deviation on. */
#include "harness/run/power.h"
#include "base/mem.h"
#include "base/statistics/paired.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool is_reference(const struct plan *plan, const struct plan_cell *c, int index)
{
    const struct spec *s = &plan->specs[c->spec];
    if (c->baseline < 0) return true; /* nothing to compare it with */
    if (s->baseline_is_map) return c->baseline == index;
    return !strcmp(s->arms[c->arm_index].name, s->baseline);
}

char *power_entry_key(const struct plan *plan, const struct plan_cell *c)
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
        if (c->spec != spec || is_reference(plan, c, i)) continue;
        char *key = power_entry_key(plan, c);
        json_object_set_new(entries, key, json_null());
        free(key);
    }
    int count = (int)json_object_size(entries);
    json_decref(entries);
    return count;
}

static int seeds_of(const struct plan *plan, int spec)
{
    json_t *seeds = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        const char *seed = plan_value(plan, &plan->cells[i], "seed");
        bool judges = !plan->cells[i].simple_baseline && !plan_only_tunes(plan, &plan->cells[i]);
        if (plan->cells[i].spec == spec && seed && judges)
            json_object_set_new(seeds, seed, json_null());
    }
    int count = (int)json_object_size(seeds);
    json_decref(seeds);
    return count;
}

static char *number_of(int count, const char *what)
{
    return xformat("%d %s%s", count, what, count == 1 ? "" : "s");
}

static char *words_of_rounds(int comparisons, int rounds)
{
    int least = stats_rounds_needed(comparisons, POWER_LEVEL);
    char *m = number_of(comparisons, "comparison"), *n = number_of(rounds, "round"), *words;
    if (rounds < least)
        words = xformat("%s: %s cannot pass the correction; %d rounds are the least", m, n, least);
    else
        words = xformat("%s: %s can pass the correction, %d are the least", m, n, least);
    free(m);
    free(n);
    return words;
}

/* A difference of so many times its spread over the seeds is seen without any statistics. */
enum { USELESS = 5 };

static char *words_of_seeds(int comparisons, int seeds)
{
    double level = 1 - (1 - POWER_LEVEL) / comparisons;
    int enough = stats_pairs_needed(1, 0, 1, level);
    double least =
        seeds < 2 ? (double)INFINITY : stats_t_quantile(0.5 + level / 2, seeds - 1) / sqrt(seeds);
    char *m = number_of(comparisons, "comparison"), *n = number_of(seeds, "seed"), *words;
    if (seeds > 1 && least > USELESS)
        words = xformat("%s: after the correction %s are too few to resolve anything of use; %d "
                        "seeds resolve a difference as large as its spread over the seeds",
                        m, n, enough);
    else if (seeds < 2)
        words = xformat("%s: %s gives no interval; after the correction %d seeds resolve a "
                        "difference as large as its spread over the seeds",
                        m, n, enough);
    else
        words = xformat("%s: after the correction %s resolve a difference of %.3g times its spread "
                        "over the seeds, %d seeds one as large as its spread",
                        m, n, least, enough);
    free(m);
    free(n);
    return words;
}

char *power_words(const struct plan *plan, int spec)
{
    const struct spec *s = &plan->specs[spec];
    int comparisons = power_comparisons(plan, spec);
    if (!comparisons) return NULL;
    return spec_trains(s) ? words_of_seeds(comparisons, seeds_of(plan, spec))
                          : words_of_rounds(comparisons, s->rounds);
}
