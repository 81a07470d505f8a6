/* SPDX-License-Identifier: MIT
 * Whether there is a trial at all: without a cell of a tuning seed no value of the tuned axis could
 * win, all would be trained with all seeds, and nothing be judged. Tuning seeds are added to those
 * that judge, but a rule may exclude them. Asked before filters: whoever leaves the trials out by
 * one wants the other rows. */
#include "harness/plan/expand.h"

#include <stdlib.h>
#include <string.h>

static const char *value_of(const struct candidate *c, int axis)
{
    return axis < 0 ? NULL : c->values.values[axis];
}

/* Whether it has two values or more, so that one has to be chosen. */
static bool is_to_choose(const struct candidates *all, int axis)
{
    const char *first = NULL;
    for (int i = 0; i < all->count; i++) {
        const char *value = value_of(all->list[i], axis);
        if (first && value && strcmp(first, value)) return true;
        if (!first) first = value;
    }
    return false;
}

static char *seeds_text(const struct spec *s)
{
    struct text out = {0};
    for (int i = 0; i < s->tune_seed_count; i++)
        text_add(&out, "%s%s", i ? ", " : "", s->tune_seeds[i]);
    return out.data;
}

void candidates_check_tuning(const struct candidates *all, const struct spec *s,
                             const struct planning *p)
{
    int seed = axes_find(p->axes, "seed"),
        tuned = s->tune_axis ? axes_find(p->axes, s->tune_axis) : -1;
    if (tuned < 0 || !is_to_choose(all, tuned)) return;
    for (int i = 0; i < all->count; i++)
        if (spec_tuning_place(s, value_of(all->list[i], seed)) >= 0) return;
    char *seeds = seeds_text(s);
    report_once(p, s->tune_place,
                xformat("key tune: found the seeds %s, which no cell has, so that no value of %s "
                        "could win; expected `seeds` in the file, and rules that leave the "
                        "tuning seeds",
                        seeds, s->tune_axis));
    free(seeds);
}
