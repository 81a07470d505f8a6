/* SPDX-License-Identifier: MIT
 * Whether a condition changes the effect: what a question of quality says of its interactions. */
#include "harness/render/report.h"

#include <string.h>

static const char *const turn_words[TURNS] = {[TURN_NO] = "it is the same",
                                              [TURN_YES] = "it changes",
                                              [TURN_UNRESOLVED] = "whether it changes is open"};

/* "rotary positions" */
static const char *level_words(const struct page *p, const struct interaction *x, bool first)
{
    const struct effect *e = &p->a->effects[first ? x->first : x->effect];
    const struct candidate *c = &p->a->candidates[p->a->entries[e->entry].first];
    char *const *values = p->a->members[c->first]->cell->values;
    return doc_keep(p->d, spec_said(p->q->spec, &p->a->run->axes, x->axis, values,
                                    interaction_value(p->a, x, first)));
}

const char *interaction_counts(const struct page *p)
{
    struct text all = {0};
    for (int k = 0; k < p->q->spec->interaction_count; k++) {
        int counts[OUTCOMES] = {0}, axis = p->q->spec->interactions[k].axis;
        for_each_interaction(x, p) counts[x->outcome] += x->axis == axis;
        const char *told = counts_text(p->d, counts, change_names, OUTCOMES);
        if (*told) list_add(&all, "; ", words(p, "with %s %s", axis_called(p, axis), told));
    }
    return doc_keep(p->d, all.data);
}

void say_interaction(const struct page *p, const struct interaction *x)
{
    const struct effect *here = &p->a->effects[x->effect], *first = &p->a->effects[x->first];
    const char *gain = gain_text(p->d, p->q->metric, &x->gain);
    const char *name = name_of(p, here->entry);
    const char *other = level_words(p, x, true);
    if (!x->gain.n) {
        note(p, "%s beside that with %s: no seed ended in all four cells", name, other);
        return;
    }
    const char *test =
        x->gain.n < 2 ? ": no interval"
                      : words(p, "; p = %.2g, after correction %.2g", x->gain.p, x->p_corrected);
    note(p,
         "%s: its gain differs from that with %s by %s (n = %d%s): %s; verdict here %s, there %s: "
         "%s",
         name, other, gain, x->gain.n, test, change_names[x->outcome], outcome_names[here->outcome],
         outcome_names[first->outcome], turn_words[verdict_turns(p->a, x)]);
}

void say_interaction_briefly(const struct page *p, const struct interaction *x)
{
    const struct effect *here = &p->a->effects[x->effect];
    if (!x->gain.n) return;
    note(p, "With %s instead of %s the gain of %s changes by %s: %s", level_words(p, x, false),
         level_words(p, x, true), p->a->entries[here->entry].label,
         gain_text(p->d, p->q->metric, &x->gain), change_names[x->outcome]);
}

static const char *levels_of(const struct page *p, const struct interaction *x)
{
    return words(p, "%s against %s", level_words(p, x, false), level_words(p, x, true));
}

/* "better (+2.10 % [+0.40, +3.77])" */
static const char *effect_text(const struct page *p, int effect)
{
    const struct effect *e = &p->a->effects[effect];
    const char *gain = gain_text(p->d, p->q->metric, &e->gain);
    return *gain ? words(p, "%s (%s)", outcome_names[e->outcome], gain) : "not measured";
}

static void add_row(const struct page *p, const struct interaction *x)
{
    const char *gain = gain_text(p->d, p->q->metric, &x->gain);
    row(p, name_of(p, p->a->effects[x->effect].entry), levels_of(p, x), effect_text(p, x->first),
        effect_text(p, x->effect), *gain ? gain : "not measured", words(p, "%d", x->gain.n),
        significant(p->d, 2, x->p_corrected), change_names[x->outcome],
        turn_names[verdict_turns(p->a, x)]);
}

/* One axis; false: nothing of it was formed. */
static bool axis_table(const struct page *p, int axis)
{
    bool any = false;
    for_each_interaction(x, p)
    {
        if (x->axis != axis) continue;
        if (!any)
            table(p, "ttttrrrtt", "arm", "levels", "effect at the first", "effect here",
                  "how much more it gains", "n", "p", "interaction", "verdict changes");
        add_row(p, x);
        any = true;
    }
    return any;
}

void interaction_tables(const struct page *p)
{
    bool any = false;
    for (int k = 0; k < p->q->spec->interaction_count; k++) {
        int axis = p->q->spec->interactions[k].axis;
        const char *name = axis_called(p, axis);
        heading(p, 3, "Does the %s change the effect?", name);
        if (axis_table(p, axis))
            any = true;
        else
            say(p, "Not formed: no arm has an effect at two levels of the %s in this run.", name);
    }
    if (any)
        say(p, "An interaction is the gain of an arm over its baseline at one level less that at "
               "the first, all other conditions being equal, by each seed that ended in all four "
               "cells. Interval: Student's over these seeds; p: its t test, corrected by Holm over "
               "all interactions of the question. Gains more, gains less: the interval excludes 0 "
               "and p stands; equivalent: it lies within the margin. The verdict changes where "
               "both verdicts are said and differ and the interaction is resolved: a verdict here "
               "beside one that is unresolved is no change yet.");
}

const char *expected_words(const struct page *p, const struct spec_claim *c)
{
    if (!c->axis) return c->expects;
    const char *name = axis_called(p, axes_find(&p->a->run->axes, c->axis));
    if (!strcmp(c->expects, "equal")) return words(p, "to gain as much whatever the %s", name);
    return words(p, "to gain %s as the %s changes", c->expects + strlen("gains "), name);
}
