/* SPDX-License-Identifier: MIT
 * Which baseline an arm has that would be its own (candidates_find_baselines in expand.h). A cell's
 * baseline is the same point with the baseline's arm. Where what the arm changes is derived by its
 * grid, as a wider feed-forward net is, that point has it too, and is the cell itself. Then it is
 * the baseline's cell in the same condition, of several the one most like it: that one stands
 * beside it in a round, and is kept where a filter keeps the arm. */
#include "harness/plan/expand.h"

#include "base/cell.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static bool is_own(const struct candidate *c, const struct spec *spec)
{
    return c->arm && c->baseline && !strcmp(c->baseline, c->string) &&
           strcmp(c->arm->name, spec->baseline) != 0;
}

/* The condition, with the seed and the tuned value. */
static char *place_of(const struct candidate *c, const struct spec *spec, const struct axes *axes)
{
    struct text key = {0};
    char *condition = candidate_condition(c, spec, axes);
    text_add(&key, "%s", condition);
    for (int a = 0; a < axes->count; a++)
        if (c->values.values[a] &&
            (spec_tunes(spec, axes, a) || !strcmp(axes->list[a].name, "seed")))
            cell_append(&key, axes->list[a].name, c->values.values[a]);
    free(condition);
    return key.data;
}

static int likeness(const struct candidate *x, const struct candidate *y, const struct axes *axes)
{
    int same = 0;
    for (int a = 0; a < axes->count; a++) {
        const char *own = x->values.values[a], *other = y->values.values[a];
        same += own && other && !strcmp(own, other);
    }
    return same;
}

/* The cells of the baseline's arm: {place: [their places in all]}. */
static json_t *baselines_by_place(const struct candidates *all, const struct spec *spec,
                                  const struct axes *axes)
{
    json_t *by_place = json_object();
    for (int i = 0; i < all->count; i++) {
        const struct candidate *c = all->list[i];
        if (!c->arm || strcmp(c->arm->name, spec->baseline)) continue;
        char *place = place_of(c, spec, axes);
        if (!json_object_get(by_place, place)) json_object_set_new(by_place, place, json_array());
        json_array_append_new(json_object_get(by_place, place), json_integer(i));
        free(place);
    }
    return by_place;
}

/* NULL: there is none. */
static const struct candidate *most_like(const struct candidates *all, const json_t *list,
                                         const struct candidate *c, const struct axes *axes)
{
    const struct candidate *found = NULL;
    int most = -1;
    json_t *at;
    size_t i;
    json_array_foreach(list, i, at)
    {
        const struct candidate *other = all->list[json_integer_value(at)];
        int same = likeness(c, other, axes);
        if (same > most) found = other, most = same;
    }
    return found;
}

void candidates_find_baselines(struct candidates *all, const struct spec *spec,
                               const struct axes *axes)
{
    if (!spec->baseline || spec->baseline_is_map) return;
    json_t *by_place = baselines_by_place(all, spec, axes);
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        if (!is_own(c, spec)) continue;
        char *place = place_of(c, spec, axes);
        const struct candidate *other = most_like(all, json_object_get(by_place, place), c, axes);
        free(place);
        if (!other) continue;
        free(c->baseline);
        c->baseline = xstrdup(other->string);
    }
    json_decref(by_place);
}
