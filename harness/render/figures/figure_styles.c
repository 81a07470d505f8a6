/* SPDX-License-Identifier: MIT
 * Who is in colour: the baseline in ink, the arms that a claim speaks of in colours, the rest pale.
 * A question that claims nothing colours all but its damaged controls where they are few, else the
 * two that gain and the two that lose most. By the whole question, so an arm looks the same in all
 * of its figures. */
#include "harness/render/figures/figure_kinds.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { UNSET = INT_MIN, EXTREMES = 2 };

struct styles {
    const struct request *request;
    int *of, count; /* by id of the series */
    int colours;
};

int request_series(const struct request *r, int entry)
{
    const struct entry *e = &r->analysis->entries[entry];
    return r->by_arm ? e->arm : e->row;
}

static void colour(struct styles *s, int entry)
{
    int *own = &s->of[request_series(s->request, entry)];
    if (*own == UNSET) *own = ++s->colours;
}

static void colour_claimed(struct styles *s)
{
    const struct analysis *a = s->request->analysis;
    const struct span all = s->request->question->judged;
    for (int i = all.first; i < all.last; i++)
        if (a->judged[i].effect >= 0) colour(s, a->effects[a->judged[i].effect].entry);
}

/* Whether it is an arm that somebody asks about: no baseline, which has its ink, and nothing that
 * was damaged on purpose. */
static bool is_asked(const struct styles *s, int entry)
{
    return s->of[request_series(s->request, entry)] == UNSET &&
           !s->request->analysis->entries[entry].damaged;
}

static int count_asked(const struct styles *s)
{
    const struct span all = s->request->question->entries;
    int count = 0;
    bool *seen = xarray((size_t)s->count, sizeof *seen);
    for (int i = all.first; i < all.last; i++) {
        bool *own = &seen[request_series(s->request, i)];
        if (!is_asked(s, i) || *own) continue;
        *own = true;
        count++;
    }
    free(seen);
    return count;
}

/* The mean gain of a series at equal steps; NaN without any. */
static double mean_gain(const struct styles *s, int series)
{
    const struct analysis *a = s->request->analysis;
    const struct span all = s->request->question->effects;
    double sum = 0, n = 0;
    for (int i = all.first; i < all.last; i++) {
        const struct effect *e = &a->effects[i];
        if (e->reading != READ_STEPS || !e->gain.n || a->entries[e->entry].damaged) continue;
        if (request_series(s->request, e->entry) == series) sum += e->gain.centre, n++;
    }
    return sum / n;
}

/* The series without a style that gains most (sign 1) or least (-1). */
static void colour_extreme(struct styles *s, int sign)
{
    int best = -1;
    double most = -INFINITY;
    for (int i = 0; i < s->count; i++) {
        double gain = s->of[i] == UNSET ? sign * mean_gain(s, i) : (double)NAN;
        if (gain > most) most = gain, best = i;
    }
    if (best >= 0) s->of[best] = ++s->colours;
}

static void colour_unclaimed(struct styles *s)
{
    const struct span all = s->request->question->entries;
    if (count_asked(s) <= MOST_IN_LEGEND)
        for (int i = all.first; i < all.last; i++) {
            if (is_asked(s, i)) colour(s, i);
        }
    else
        for (int k = 0; k < EXTREMES; k++) colour_extreme(s, 1), colour_extreme(s, -1);
}

/* Whether others are compared with an entry, and not only its own arm at another place. */
static bool is_baseline(const struct styles *s, int entry)
{
    const struct analysis *a = s->request->analysis;
    const struct span all = s->request->question->entries;
    for (int i = all.first; i < all.last; i++)
        if (a->entries[i].reference == entry && a->entries[i].arm != a->entries[entry].arm)
            return true;
    return false;
}

int *request_styles(const struct request *r)
{
    const struct question *q = r->question;
    struct styles s = {r, NULL, 1, 0};
    for (int i = q->entries.first; i < q->entries.last; i++)
        if (request_series(r, i) >= s.count) s.count = request_series(r, i) + 1;
    s.of = xarray((size_t)s.count, sizeof *s.of);
    for (int i = 0; i < s.count; i++) s.of[i] = UNSET;
    for (int i = q->entries.first; i < q->entries.last; i++)
        if (is_baseline(&s, i)) s.of[request_series(r, i)] = 0;
    colour_claimed(&s);
    if (!s.colours) colour_unclaimed(&s);
    for (int i = 0, pale = 0; i < s.count; i++)
        if (s.of[i] == UNSET) s.of[i] = --pale;
    return s.of;
}
