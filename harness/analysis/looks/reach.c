/* SPDX-License-Identifier: MIT
 * Looks reached, and estimates at them (reach.h). */
#include "harness/analysis/looks/reach.h"
#include "harness/plan/looks/boundary.h"

#include <limits.h>
#include <math.h>

static int lesser(int a, int b) { return a < b ? a : b; }

static int look_of_entry(const struct analysis *a, const struct question *q, int entry)
{
    const struct candidate *c = entry_winner(a, entry);
    int look = c ? q->spec->look_count - 1 : -1;
    for (int i = c ? c->first : 0; c && i < c->last; i++) {
        const struct trial *t = a->members[i];
        if (t->state == TRIAL_MISSING || t->state == TRIAL_NOT_NEEDED)
            look = lesser(look, t->cell->look - 1);
    }
    return look;
}

struct reach reach_of(const struct analysis *a, const struct question *q, const int *entries,
                      int count)
{
    int look = q->spec->look_count - 1;
    if (!q->spec->look_count) return (struct reach){-1, INT_MAX};
    for (int i = 0; i < count; i++) look = lesser(look, look_of_entry(a, q, entries[i]));
    return (struct reach){look, look < 0 ? 0 : look};
}

bool reach_holds(struct reach r, const struct trial *t) { return t->cell->look <= r.shown; }

double reach_level(const struct analysis *a, const struct question *q, struct reach r)
{
    int looks = q->spec->look_count;
    return looks ? look_level(a->level, r.shown, looks) : a->level;
}

/* ---- estimates ---- */

/* Of the gains at each look: how many there are, and what their mean has beside. */
struct known {
    int count[MOST_LOOKS];
    double variance[MOST_LOOKS];
};

static struct known known_at(const struct gains *g, int looks)
{
    struct known k;
    for (int j = 0, n = 0; j < looks; j++) {
        while (n < g->count && g->look[n] <= j) n++;
        k.count[j] = n;
        k.variance[j] = g->variance(g->context, n);
    }
    return k;
}

static double flip_p(const double *gains, const int *known, int look, int looks)
{
    double p[MOST_LOOKS];
    for (int j = 0; j <= look; j++) p[j] = stats_sign_flip_p(gains, known[j]);
    return look_p(p, look, looks);
}

struct estimate reach_estimate(const struct analysis *a, const struct question *q, struct reach r,
                               const struct gains *g)
{
    int looks = q->spec->look_count;
    if (!looks) {
        struct estimate e = stats_paired(g->list, g->count, a->level);
        stats_widen(&e, g->variance(g->context, g->count), a->level);
        return e;
    }
    const struct known k = known_at(g, looks);
    struct estimate e = look_estimate(g->list, k.count, r.shown, looks, k.variance, a->level);
    e.p_flip = flip_p(g->list, k.count, r.shown, looks);
    if (r.look >= 0) return e;
    e.p = 1;
    e.p_flip = NAN;
    e.interval.enough = false;
    return e;
}
