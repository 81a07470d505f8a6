/* SPDX-License-Identifier: MIT
 * What each candidate measured, and which value of the tuned axis speaks for an entry: the one that
 * plan/tuning/ chooses, by the rule of the run loop (tuned_value.h, race.h). Where no value could
 * be trained with all tuning seeds, the one that diverged least often. Choosing by validation and
 * comparing by the same validation favours every arm alike; a race, whose tuning seeds do not
 * judge, and a test split are free of it. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"
#include "harness/plan/tuning/carry_lines.h"
#include "harness/plan/tuning/race.h"
#include "harness/plan/tuning/tuned_value.h"

#include <math.h>
#include <stdlib.h>

/* ---- one candidate ---- */

static void count(const struct analysis *a, const struct question *q, struct candidate *c)
{
    double sum = 0, square = 0;
    int *const states[] = {[TRIAL_OK] = &c->n,
                           [TRIAL_DIVERGED] = &c->diverged,
                           [TRIAL_NOT_NEEDED] = &c->not_needed,
                           [TRIAL_SKIPPED] = &c->failed,
                           [TRIAL_FAILED] = &c->failed,
                           [TRIAL_UNSTABLE] = &c->unstable,
                           [TRIAL_MISSING] = &c->failed};
    for (int i = c->first; i < c->last; i++) {
        const struct trial *t = a->members[i];
        ++*states[t->state];
        c->untrained += t->untrained != NULL;
        if (t->state == TRIAL_OK) sum += trial_result(q, t);
    }
    c->mean = c->n ? sum / c->n : (double)NAN;
    for (int i = c->first; i < c->last; i++) {
        double off = trial_result(q, a->members[i]) - c->mean;
        if (!isnan(off)) square += off * off;
    }
    c->sd = c->n > 1 ? sqrt(square / (c->n - 1)) : (double)NAN;
}

double trial_tuning(const struct question *q, const struct trial *t)
{
    const double *valid = t->metric[SPLIT_VALID];
    bool ran = t->state <= TRIAL_DIVERGED || t->state == TRIAL_FAILED;
    if (!ran) return NAN;
    return tuning_loss(t->state == TRIAL_OK || t->untrained, valid[metric_find("loss") - metrics],
                       valid[q->metric - metrics], q->metric->higher_is_better);
}

/* The trials that the choice is among; returns how many. Those of a race stand apart. As long as
 * one has not ended there is no choice, as in the run loop. */
static int add_trials(const struct analysis *a, const struct question *q, struct candidate *c,
                      struct choice_trial *trials, int value)
{
    int n = 0;
    c->low = INFINITY;
    c->high = -INFINITY;
    for (int i = c->first; i < c->end; i++) {
        const struct trial *t = a->members[i];
        double loss = trial_tuning(q, t);
        bool waits = t->state == TRIAL_MISSING && t->cell->tuning;
        /* As in the run loop: a value of which a trial has no result cannot win. */
        if (isnan(loss) && t->state == TRIAL_SKIPPED && t->cell->tuning) loss = HUGE_VAL;
        if ((isnan(loss) && !waits) || (q->tuned >= 0 && !t->cell->tuning)) continue;
        trials[n++] = (struct choice_trial){value, !waits, loss};
        if (waits) continue;
        c->tuning_seeds++;
        c->low = fmin(c->low, loss);
        c->high = fmax(c->high, loss);
    }
    c->tuning = choice_mean(trials, n, value);
    return n;
}

/* ---- one entry ---- */

static int least_diverged(const struct analysis *a, const struct entry *e)
{
    int best = -1;
    for (int i = e->first; i < e->last; i++) {
        const struct candidate *c = &a->candidates[i];
        bool measured = c->tuning_seeds && c->n + c->diverged;
        if (measured && (best < 0 || c->diverged < a->candidates[best].diverged)) best = i;
    }
    return best;
}

static const struct plan_cell *cell_of(const struct analysis *a, const struct entry *e)
{
    return a->members[a->candidates[e->first].first]->cell;
}

/* The values of a race, as places from the entry's first: those with trials, as in the run loop.
 * One that a rule or a filter left without runs in none. */
struct entrants {
    int *places, count;
    struct race_trial *trials;
    int trial_count;
};

/* As the run loop judged it: every row that has ended is known. A trial of a race that was not
 * needed is not; as long as the race called for none of those, it is decided. */
static void add_race_trials(const struct analysis *a, const struct question *q,
                            const struct candidate *c, struct entrants *r)
{
    for (int i = c->last; i < c->end; i++) {
        const struct trial *t = a->members[i];
        double loss = trial_tuning(q, t);
        bool known = t->state != TRIAL_MISSING && t->state != TRIAL_NOT_NEEDED;
        r->trials[r->trial_count++] = (struct race_trial){
            r->count, t->cell->tuning_place, known && isnan(loss) ? HUGE_VAL : loss, false};
    }
}

static struct entrants entrants_of(const struct analysis *a, const struct question *q,
                                   const struct entry *e)
{
    int first = a->candidates[e->first].first, most = a->candidates[e->last - 1].end - first;
    bool tried = false; /* where all trials are left out, every value stands for itself */
    for (int k = e->first; k < e->last; k++) tried |= a->candidates[k].last < a->candidates[k].end;
    struct entrants r = {.places = xarray((size_t)(e->last - e->first), sizeof *r.places),
                         .trials = xarray((size_t)most, sizeof *r.trials)};
    for (int k = e->first; k < e->last; k++) {
        const struct candidate *c = &a->candidates[k];
        add_race_trials(a, q, c, &r);
        if (tried == (c->last < c->end)) r.places[r.count++] = k - e->first;
    }
    return r;
}

static void entrants_free(struct entrants *r)
{
    free(r->places);
    free(r->trials);
}

static int place_of(const struct entrants *r, int entrant)
{
    return entrant < 0 ? entrant : r->places[entrant];
}

static struct race race_of(const struct analysis *a, const struct question *q,
                           const struct entry *e)
{
    struct entrants r = entrants_of(a, q, e);
    struct race race = {.winner = -1};
    if (r.trial_count) race = race_judge(r.trials, r.trial_count);
    race.winner = place_of(&r, race.winner);
    entrants_free(&r);
    return race;
}

/* What won on the line of a carried entry, and where; -1: a race is not decided. */
static int raced_points(const struct analysis *a, const struct question *q, const struct entry *e,
                        struct carry_point *points)
{
    int count = 0;
    for (int i = q->entries.first; i < q->entries.last; i++) {
        const struct entry *o = &a->entries[i];
        const struct plan_cell *cell = cell_of(a, o);
        if (cell->line != cell_of(a, e)->line || cell->carry != CARRY_RACED) continue;
        struct race race = race_of(a, q, o);
        if (!race.decided) return -1;
        if (race.winner >= 0)
            points[count++] =
                (struct carry_point){carry_size(&a->run->plan, cell),
                                     strtod(a->candidates[o->first + race.winner].value, NULL)};
    }
    return count;
}

static void foretell(const struct analysis *a, struct entry *e, const struct entrants *r,
                     const struct carry_point *points, int count)
{
    double *grid = xarray((size_t)r->count, sizeof *grid);
    for (int v = 0; v < r->count; v++)
        grid[v] = strtod(a->candidates[e->first + r->places[v]].value, NULL);
    e->foretold =
        carry_foretell(points, count, carry_size(&a->run->plan, cell_of(a, e)), grid, r->count);
    free(grid);
}

static struct race carried_of(const struct analysis *a, const struct question *q, struct entry *e)
{
    const int entries = q->entries.last - q->entries.first;
    struct carry_point *points = xarray((size_t)entries, sizeof *points);
    struct race race = {.winner = -1};
    int count = raced_points(a, q, e, points);
    struct entrants r = entrants_of(a, q, e);
    e->foretold.place = -1;
    if (count >= 0) {
        foretell(a, e, &r, points, count);
        race = carry_judge(r.trials, r.trial_count, &e->foretold, e->carry);
        race.winner = place_of(&r, race.winner);
        e->foretold.place = place_of(&r, e->foretold.place);
    }
    entrants_free(&r);
    free(points);
    return race;
}

static struct choice race_choice(const struct analysis *a, const struct question *q,
                                 struct entry *e)
{
    struct race race = e->carry == CARRY_RACED ? race_of(a, q, e) : carried_of(a, q, e);
    return (struct choice){race.winner, race.loss, !race.decided, 0};
}

/* What was carried had no sweep: it is at an edge when the grid ends before it. */
static bool stands_at_edge(const struct entry *e)
{
    if (e->winner < 0) return false;
    if (e->carry != CARRY_RACED) return e->foretold.outside;
    return e->last - e->first > 1 && (e->winner == e->first || e->winner == e->last - 1);
}

static void choose_trained(struct analysis *a, const struct question *q, struct entry *e)
{
    int first = a->candidates[e->first].first, n = 0;
    size_t most = (size_t)(a->candidates[e->last - 1].end - first);
    struct choice_trial *trials = xarray(most, sizeof *trials);
    for (int i = e->first; i < e->last; i++)
        n += add_trials(a, q, &a->candidates[i], trials + n, i - e->first);
    e->carry = cell_of(a, e)->carry;
    struct choice choice = q->spec->tune_race ? race_choice(a, q, e) : choose_value(trials, n);
    e->winner = choice.winner >= 0 ? e->first + choice.winner
                : choice.waiting   ? -1
                                   : least_diverged(a, e);
    e->median = e->q1 = e->q3 = e->min = NAN;
    e->time = (struct interval){NAN, NAN, 0, false};
    e->at_edge = stands_at_edge(e);
    if (q->spec->tune_race) e->tuning_variance = tuning_variance(a, q, e, q->metric);
    free(trials);
}

static void sum_up_times(const struct analysis *a, const struct question *q, struct entry *e)
{
    const struct candidate *c = &a->candidates[e->first];
    double *times = xarray((size_t)(c->last - c->first), sizeof *times);
    int n = 0;
    for (int i = c->first; i < c->last; i++)
        if (a->members[i]->state == TRIAL_OK) times[n++] = trial_result(q, a->members[i]);
    stats_sort(times, n);
    e->winner = n ? e->first : -1;
    e->median = stats_quantile(times, n, 0.5);
    e->q1 = stats_quantile(times, n, 0.25);
    e->q3 = stats_quantile(times, n, 0.75);
    e->min = n ? times[0] : (double)NAN;
    e->time = stats_median_interval(times, n, a->level);
    free(times);
}

void choose_winners(struct analysis *a, struct question *q)
{
    for (int i = q->entries.first; i < q->entries.last; i++) {
        struct entry *e = &a->entries[i];
        for (int k = e->first; k < e->last; k++) count(a, q, &a->candidates[k]);
        if (q->trains)
            choose_trained(a, q, e);
        else
            sum_up_times(a, q, e);
    }
}
