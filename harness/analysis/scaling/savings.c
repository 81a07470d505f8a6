/* SPDX-License-Identifier: MIT
 * What may be said of compute multipliers: which are corrected together, and the words.
 *
 * A question says two things by each cost, FLOP and seconds. At its head, what its arms come to at
 * their largest sizes: Holm over these arms. And in a table and in sentences below, what any arm
 * comes to at any size, also where its trend is carried to: Holm over all of these. A size that is
 * left out of the fits says nothing and is in neither; nor is an arm of whose loss there nothing is
 * said, since its learning rate lies at an edge: its multiplier is not judged either, nor what
 * a trend through it is carried to. Nothing is said in favour of the side of which more trainings
 * diverged. */
#include "harness/analysis/scaling/savings.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

const struct scaling_point *largest_size(const struct analysis *a, const struct scaling_fit *f)
{
    const struct scaling_point *largest = NULL;
    for (int i = f->points.first; i < f->points.last; i++) {
        const struct scaling_point *p = &a->scaling_points[i];
        bool counts = p->entry >= 0 && !p->left_out && !isnan(p->multiplier.at);
        if (counts && (!largest || p->parameters > largest->parameters)) largest = p;
    }
    return largest;
}

/* Of the loss at the size of a point; NULL: nothing was trained there. */
static const struct effect *effect_of(const struct analysis *a, const struct scaling_point *p)
{
    return p->entry < 0 ? NULL : entry_effect(a, p->entry, READ_STEPS);
}

/* Whether what is said of a point stands on another one: on itself, and what is carried on all
 * through which its trend was drawn. */
static bool stands_on(const struct scaling_point *p, const struct scaling_point *other)
{
    if (p->entry >= 0) return p == other;
    return p->fit == other->fit && other->entry >= 0 && !other->left_out &&
           !isnan(other->multiplier.at);
}

/* Of the losses there: how many were lost on either side, and what shuts one of them; NULL:
 * nothing. */
struct ground {
    int lost_runs, reference_lost_runs;
    const char *failed_check;
};
static struct ground ground_of(const struct analysis *a, const struct scaling_point *p)
{
    const struct span points = a->scaling_fits[p->fit].points;
    struct ground g = {0};
    for (int i = points.first; i < points.last; i++) {
        const struct scaling_point *other = &a->scaling_points[i];
        const struct effect *e = stands_on(p, other) ? effect_of(a, other) : NULL;
        if (!e) continue;
        g.lost_runs += e->lost_runs;
        g.reference_lost_runs += e->reference_lost_runs;
        if (!g.failed_check) g.failed_check = e->failed_check;
    }
    return g;
}

/* The interval and the p must both stand; of an interval without an end nothing is said. */
static enum outcome outcome_of(const struct analysis *a, const struct scaling_point *point,
                               double p)
{
    const struct scaled *m = &point->multiplier;
    const struct ground g = ground_of(a, point);
    struct interval i = {.low = log(m->low), .high = log(m->high), .enough = !isnan(m->low)};
    if (isnan(p)) return OUTCOME_NONE;
    enum outcome o = stats_outcome(i, p, a->level, 0);
    return outcome_beside_lost(o, log(m->at), g.lost_runs, g.reference_lost_runs);
}

const char *saving_failed_check(const struct analysis *a, const struct scaling_point *p)
{
    return ground_of(a, p).failed_check;
}

static bool is_of(const struct analysis *a, int point, enum curve_axis cost, bool at_largest)
{
    const struct scaling_point *p = &a->scaling_points[point];
    const struct scaling_fit *f = &a->scaling_fits[p->fit];
    return f->cost == cost && !p->left_out && (!at_largest || p == largest_size(a, f));
}

static void correct_savings(struct analysis *a, int first, enum curve_axis cost, bool at_largest)
{
    int count = a->scaling_point_count - first;
    double *from = xarray((size_t)count, sizeof *from), *to = xarray((size_t)count, sizeof *to);
    for (int i = 0; i < count; i++) {
        const struct scaling_point *p = &a->scaling_points[first + i];
        bool own = is_of(a, first + i, cost, at_largest) && !saving_failed_check(a, p);
        from[i] = own ? p->multiplier.p : (double)NAN;
    }
    stats_holm(from, to, count);
    for (int i = 0; i < count; i++) {
        struct scaling_point *p = &a->scaling_points[first + i];
        struct saving said = {to[i], outcome_of(a, p, to[i])};
        if (saving_failed_check(a, p) && !isnan(p->multiplier.at))
            said.outcome = OUTCOME_NOT_JUDGED;
        if (is_of(a, first + i, cost, at_largest)) *(at_largest ? &p->last : &p->each) = said;
    }
    free(from);
    free(to);
}

void judge_savings(struct analysis *a, int first, enum curve_axis cost)
{
    correct_savings(a, first, cost, false);
    correct_savings(a, first, cost, true);
}
