/* SPDX-License-Identifier: MIT
 * The key looks of a question of quality: [4, 8, 12, 16], the numbers of seeds after which its
 * comparisons are judged (boundary.h). The first four seeds are the least four of those that
 * judge, and so on. */
#include "harness/plan/looks/boundary.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* Of one pair there is no interval. */
enum { LEAST_SEEDS = 2 };

/* ---- reading ---- */

/* Canonical numbers. */
static void take(struct spec *s, const struct setting *numbers)
{
    free(s->looks);
    s->look_count = numbers->value_count;
    s->looks = xarray((size_t)s->look_count, sizeof *s->looks);
    for (int i = 0; i < s->look_count; i++) s->looks[i] = atoi(numbers->values[i]);
    s->looks_place = numbers->place;
}

void read_looks(struct reader *r, const struct yaml_entry *e)
{
    struct setting numbers = {.axis = axes_find(r->axes, "seed"), .place = e->value->place};
    if (numbers.axis < 0)
        reader_expected(r, e->place, e->key, "a worker without the axis seed", "one that has it");
    else if (read_values(r, e->value, e->key, false, &numbers))
        take(r->spec, &numbers);
    setting_free(&numbers);
}

void looks_set(struct spec *s, const struct setting *numbers) { take(s, numbers); }

/* ---- seeds that judge ---- */

struct seeds {
    const struct axis *axis;
    const char **list; /* in their order, each once */
    int count;
};

static void add_seed(struct seeds *s, const char *seed)
{
    int at = s->count;
    for (int i = 0; i < s->count; i++)
        if (!strcmp(s->list[i], seed)) return;
    s->list = xgrow(s->list, (size_t)++s->count, sizeof *s->list);
    for (; at && axis_compare(s->axis, s->list[at - 1], seed) > 0; at--)
        s->list[at] = s->list[at - 1];
    s->list[at] = seed;
}

/* Those of a race judge nothing. */
static void add_seeds(struct seeds *all, const struct spec *s, const struct grid *g, int axis)
{
    const struct setting *seeds = settings_find(&g->factors, axis);
    for (int i = 0; seeds && i < seeds->value_count; i++)
        if (!s->tune_race || spec_tuning_place(s, seeds->values[i]) < 0)
            add_seed(all, seeds->values[i]);
    for (int i = 0; i < g->grid_count; i++) add_seeds(all, s, &g->grids[i], axis);
}

static struct seeds seeds_of(const struct spec *s, const struct axes *axes)
{
    int axis = axes_find(axes, "seed");
    struct seeds all = {.axis = axis < 0 ? NULL : &axes->list[axis]};
    if (axis >= 0) add_seeds(&all, s, &s->grid, axis);
    return all;
}

int spec_look_of_seed(const struct spec *s, const struct axes *axes, const char *seed)
{
    if (!s->look_count || !seed) return -1;
    struct seeds all = seeds_of(s, axes);
    int place = 0, look = 0;
    while (place < all.count && strcmp(all.list[place], seed)) place++;
    bool judges = place < all.count;
    while (look < s->look_count && s->looks[look] <= place) look++;
    free(all.list);
    return judges && look < s->look_count ? look : -1;
}

/* ---- checking ---- */

static void complain(const struct spec *s, struct diags *diags, char *message)
{
    diag_add(diags, s->looks_place.file, s->looks_place.line, s->looks_place.column,
             "key looks: %s", message);
    free(message);
}

static void check_numbers(const struct spec *s, struct diags *diags)
{
    if (s->look_count > MOST_LOOKS)
        complain(s, diags,
                 xformat("found %d looks, expected at most %d", s->look_count, MOST_LOOKS));
    if (s->looks[0] < LEAST_SEEDS)
        complain(s, diags,
                 xformat("found a look after %d seed%s, expected at least %d: one pair has no "
                         "interval",
                         s->looks[0], s->looks[0] == 1 ? "" : "s", LEAST_SEEDS));
    for (int i = 1; i < s->look_count; i++)
        if (s->looks[i] <= s->looks[i - 1])
            complain(s, diags,
                     xformat("found %d after %d, expected numbers that rise", s->looks[i],
                             s->looks[i - 1]));
}

void looks_check(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    if (!s->look_count) return;
    if (!spec_trains(s)) {
        complain(s, diags,
                 xstrdup("found in a question that times layers, expected "
                         "`kind: quality`"));
        return;
    }
    check_numbers(s, diags);
    if (!s->baseline)
        complain(s, diags,
                 xstrdup("found in a question without a baseline, expected `baseline`: nothing is "
                         "compared, so nothing could stop"));
    if (s->scaling.asked)
        complain(
            s, diags,
            xstrdup("found in a question with `scaling`, expected `looks: none`: an arm that "
                    "stopped would leave the fits fewer seeds, and multipliers are read once"));
    struct seeds all = seeds_of(s, axes);
    int last = s->looks[s->look_count - 1];
    if (all.count != last)
        complain(s, diags,
                 xformat("found %d as the last look and %d seed%s that judge%s, expected the last "
                         "look at all of them (`seeds` of the file or its tier, or --set)",
                         last, all.count, all.count == 1 ? "" : "s", all.count == 1 ? "s" : ""));
    free(all.list);
}

/* ---- tiers, freeing ---- */

void looks_tier(struct spec *over, struct spec *s)
{
    if (!over->look_count) return;
    free(s->looks);
    s->looks = over->looks;
    s->look_count = over->look_count;
    s->looks_place = over->looks_place;
    over->looks = NULL;
    over->look_count = 0;
}
