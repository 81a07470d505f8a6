/* SPDX-License-Identifier: MIT
 * What a page says of carried values (plan/tuning/carried.h): at which sizes there were no races,
 * by which power each arm's value was foretold, and where its neighbours were better. */
#include "harness/render/report.h"

#include <math.h>
#include <string.h>

static bool is_carried(const struct entry *e)
{
    return e->carry != CARRY_RACED && e->foretold.place >= 0;
}

static const char *size_of(const struct page *p, int entry)
{
    return entry_value(p->a, entry, p->q->spec->carry.axis);
}

/* "192, 320", of the carried entries each size once, in the order of conditions. */
static void list_sizes(const struct page *p, struct text *out)
{
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        bool met = p->a->entries[i].carry == CARRY_RACED;
        for (int k = p->q->entries.first; k < i && !met; k++)
            met = p->a->entries[k].carry != CARRY_RACED && !strcmp(size_of(p, k), size_of(p, i));
        if (!met) list_add(out, ", ", size_of(p, i));
    }
}

/* "-0.6 of MLP": once for each line. */
static void list_exponents(const struct page *p, struct text *out)
{
    json_t *met = json_object();
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct entry *e = &p->a->entries[i];
        if (!is_carried(e)) continue;
        int line = p->a->members[p->a->candidates[e->first].first]->cell->line;
        const char *key = words(p, "%d", line);
        if (json_object_get(met, key)) continue;
        json_object_set_new(met, key, json_true());
        list_add(out, ", ", words(p, "%.2g of %s", e->foretold.exponent, e->label));
    }
    json_decref(met);
}

/* How the foretold values did against their neighbours. */
static void say_neighbours(const struct page *p)
{
    struct text off = {0};
    int tried = 0, kept = 0;
    for (int i = p->q->entries.first; i < p->q->entries.last; i++) {
        const struct entry *e = &p->a->entries[i];
        bool chosen = e->winner >= 0 && isfinite(p->a->candidates[e->winner].tuning);
        if (!is_carried(e) || e->carry != CARRY_NEIGHBOURS || !chosen) continue;
        int step = carry_step(&e->foretold, e->winner - e->first);
        tried++;
        kept += !step;
        if (step)
            list_add(&off, "; ",
                     words(p, "%s (the next %s one was better)", name_of(p, i),
                           step > 0 ? "greater" : "smaller"));
    }
    if (tried)
        say(p,
            "The neighbours of the foretold value were run too, with all tuning seeds, for %s: %s "
            "none was better%s%s.",
            things(p, tried, "arm and size", "arms and sizes"), things(p, kept, "time", "times"),
            off.length ? "; the carried rule was off by a step for " : "",
            off.length ? off.data : "");
    text_free(&off);
}

void say_carried(const struct page *p)
{
    const struct spec *s = p->q->spec;
    struct text sizes = {0}, from = {0}, exponents = {0};
    if (!s->carry.from.value_count) return;
    list_sizes(p, &sizes);
    list_exponents(p, &exponents);
    for (int i = 0; i < s->carry.from.value_count; i++)
        list_add(&from, ", ", s->carry.from.values[i]);
    const char *axis = axis_called(p, s->carry.axis);
    if (sizes.length)
        say(p,
            "The values of %s at %s %s are carried from races at %s by a power of %s that is "
            "fitted for each arm, and rounded to the grid%s%s. Where no neighbours were run, "
            "intervals do not hold how far such a value is from the best.",
            tuned_axis(p), axis, sizes.data, from.data, axis,
            exponents.length ? ": exponent " : "; the races are not decided yet",
            exponents.length ? exponents.data : "");
    say_neighbours(p);
    text_free(&sizes);
    text_free(&from);
    text_free(&exponents);
}
