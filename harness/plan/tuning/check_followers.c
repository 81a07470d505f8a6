/* SPDX-License-Identifier: MIT
 * Whether something is left to choose: among cells that differ in the tuned axis alone one value
 * wins. Where another axis follows it in all cells of an arm, by `derive` or by its default, each
 * value is a case of its own: all would be trained and judged, and nothing be tuned. */
#include "harness/plan/expand.h"

#include <stdlib.h>
#include <string.h>

struct tuned {
    const struct candidates *all;
    const struct axes *axes;
    int axis, seed;
};

static const char *value_at(const struct tuned *t, int i, int axis)
{
    return t->all->list[i]->values.values[axis];
}

static bool same(const char *a, const char *b) { return a == b || (a && b && !strcmp(a, b)); }

/* As for families: quiet axes at their defaults follow, and tell nothing apart. */
static bool differ_in(const struct tuned *t, int i, int j, int axis)
{
    const struct resolved *a = &t->all->list[i]->values, *b = &t->all->list[j]->values;
    bool hidden = a->hidden[axis] && b->hidden[axis];
    return axis != t->axis && !hidden && !same(a->values[axis], b->values[axis]);
}

/* Whether one of the two could win over the other, were they alike but for that. */
static bool rivals(const struct tuned *t, int i, int j)
{
    return t->all->list[i]->arm == t->all->list[j]->arm &&
           same(value_at(t, i, t->seed), value_at(t, j, t->seed)) &&
           !same(value_at(t, i, t->axis), value_at(t, j, t->axis));
}

static int count_differences(const struct tuned *t, int i, int j)
{
    int count = 0;
    for (int a = 0; a < t->axes->count; a++) count += differ_in(t, i, j, a);
    return count;
}

/* The rival that differs least, and in how much; -1: there is none. */
static int nearest(const struct tuned *t, int i, int *differences)
{
    int best = -1;
    *differences = t->axes->count + 1;
    for (int j = 0; j < t->all->count && *differences; j++) {
        int count = value_at(t, j, t->axis) && rivals(t, i, j) ? count_differences(t, i, j)
                                                               : t->axes->count + 1;
        if (count >= *differences) continue;
        *differences = count;
        best = j;
    }
    return best;
}

/* Whether all cells of the arm of cell i that have rivals differ from each in more; *rival: of cell
 * i. The first cell that has a rival to choose among answers for its arm. */
static bool has_followers(const struct tuned *t, int i, int *rival)
{
    int differences;
    *rival = nearest(t, i, &differences);
    if (*rival < 0 || !differences) return false;
    for (int j = i + 1; j < t->all->count; j++) {
        bool own = t->all->list[j]->arm == t->all->list[i]->arm && value_at(t, j, t->axis);
        if (own && nearest(t, j, &differences) >= 0 && !differences) return false;
    }
    return true;
}

static bool is_first_of_arm(const struct tuned *t, int i)
{
    int first = 0;
    while (t->all->list[first]->arm != t->all->list[i]->arm || !value_at(t, first, t->axis))
        first++;
    return first == i;
}

static char *followers_of(const struct tuned *t, int i, int rival)
{
    struct text names = {0};
    for (int a = 0; a < t->axes->count; a++)
        if (differ_in(t, i, rival, a))
            text_add(&names, "%s%s", names.length ? " " : "", t->axes->list[a].name);
    return names.data;
}

static char *words_of(const struct tuned *t, const struct spec *s, int i, int rival)
{
    const struct grid_arm *arm = t->all->list[i]->arm;
    char *followers = followers_of(t, i, rival);
    char *words = xformat("key tune: found %s, with which another axis of %s%s goes (%s), so that "
                          "each value is a case of its own and none is chosen, expected cells that "
                          "differ in %s alone",
                          s->tune_axis, arm ? "arm " : "all cells", arm ? arm->name : "", followers,
                          s->tune_axis);
    free(followers);
    return words;
}

void candidates_check_followers(const struct candidates *all, const struct spec *s,
                                const struct planning *p)
{
    struct tuned t = {all, p->axes, s->tune_axis ? axes_find(p->axes, s->tune_axis) : -1,
                      axes_find(p->axes, "seed")};
    if (t.axis < 0 || t.seed < 0) return;
    for (int i = 0; i < all->count; i++) {
        int rival;
        if (!value_at(&t, i, t.axis) || !is_first_of_arm(&t, i)) continue;
        if (!has_followers(&t, i, &rival)) continue;
        report_once(p, s->tune_place, words_of(&t, s, i, rival));
        return; /* of the other arms it is the same */
    }
}
