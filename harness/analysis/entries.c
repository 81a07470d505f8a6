/* SPDX-License-Identifier: MIT
 * Sorts the trials of a run into questions, conditions, entries and candidates. The role of an axis
 * that varies in a question determines what its values distinguish:
 *   entries: axes of role `variant` and axes of a baseline map;
 *   candidates: the tuned axis;
 *   trials: `seed`, in a question that trains;
 *   conditions: all other axes. */
#define _GNU_SOURCE
#include "harness/analysis/analysis.h"
#include "base/mem.h"
#include "harness/plan/axes/axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum part { NO_PART, CONDITION, VARIANT, TUNED, SEED, ROUND };

struct sorting {
    const struct run_data *run;
    const struct question *question;
    const struct trial **trials;
    int count;
    enum part *part; /* for each axis, the part of the analysis that changes with its value */
    int pass;        /* axis that selects the pass; -1 if all passes are in one list */
};

/* ---- parts ---- */

/* Returns the part that changes with the value of an axis. NO_PART: the axis is constant, or always
 * equals the tuned axis (as swap_lr does by default). */
static enum part part_of(const struct sorting *s, int axis)
{
    const struct question *q = s->question;
    const struct axis *a = &s->run->axes.list[axis];
    bool varies = false, follows = q->tuned >= 0;
    if (axis == q->tuned) return TUNED;
    if (q->trains && !strcmp(a->name, "seed")) return SEED;
    for (int i = 0; i < s->count; i++) {
        const struct trial *t = s->trials[i];
        const char *value = trial_value(s->run, t, axis);
        varies |= strcmp(value, trial_value(s->run, s->trials[0], axis)) != 0;
        follows = follows && !strcmp(value, trial_value(s->run, t, q->tuned));
    }
    if (!varies || follows) return NO_PART;
    return spec_compares(q->spec, &s->run->axes, axis) ? VARIANT : CONDITION;
}

static void find_parts(struct sorting *s)
{
    s->part = xarray((size_t)s->run->axes.count, sizeof *s->part);
    for (int a = 0; a < s->run->axes.count && s->count; a++) s->part[a] = part_of(s, a);
    s->pass = axes_find(&s->run->axes, PASS_AXIS);
    if (s->pass >= 0 && s->part[s->pass] == VARIANT) s->pass = -1;
}

/* ---- order ---- */

/* Returns an axis value for sorting. An arm whose steps were adjusted to equal FLOPs is sorted into
 * the condition of its baseline. */
static const char *sort_value(const struct sorting *s, const struct trial *t, int axis)
{
    const struct plan *plan = &s->run->plan;
    const struct plan_cell *cell = t->cell;
    bool matched = plan->specs[cell->spec].arms[cell->arm_index].match_flops;
    if (!matched || s->part[axis] != CONDITION || cell->baseline < 0)
        return trial_value(s->run, t, axis);
    const char *value = plan->cells[cell->baseline].values[axis];
    return value ? value : "";
}

/* Compares two trials by one axis. Trials to which the axis does not apply come first. */
static int by_axis(const struct sorting *s, int axis, const struct trial *x, const struct trial *y)
{
    const char *a = sort_value(s, x, axis), *b = sort_value(s, y, axis);
    if (!*a || !*b) return (*a != '\0') - (*b != '\0');
    return axis_compare(&s->run->axes.list[axis], a, b);
}

static bool only_tunes(const struct sorting *s, const struct trial *t)
{
    return plan_only_tunes(&s->run->plan, t->cell);
}

/* Returns the first part in which two trials differ, or ROUND if only their rounds differ. Sets
 * *order to the sort order of the trials: passes first; trials for tuning are last within a
 * candidate. */
static enum part first_difference(const struct sorting *s, const struct trial *x,
                                  const struct trial *y, int *order)
{
    *order = s->pass < 0 ? 0 : by_axis(s, s->pass, x, y);
    for (enum part part = CONDITION; part < ROUND; part++) {
        if (!*order && part == VARIANT) *order = x->cell->arm_index - y->cell->arm_index;
        if (!*order && part == SEED) *order = only_tunes(s, x) - only_tunes(s, y);
        for (int a = 0; !*order && a < s->run->axes.count; a++)
            if (s->part[a] == part) *order = by_axis(s, a, x, y);
        if (*order) return part;
    }
    *order = x->round - y->round;
    return ROUND;
}

static int by_trial(const void *a, const void *b, void *context)
{
    int order;
    first_difference(context, *(const struct trial *const *)a, *(const struct trial *const *)b,
                     &order);
    return order;
}

/* ---- slices ---- */

static const char *pass_of(const struct sorting *s, const struct trial *t)
{
    if (cell_has(&s->run->axes, t->cell->values, KIND_TIMES_STEPS)) return STEP_PASS;
    return s->pass < 0 ? "" : trial_value(s->run, t, s->pass);
}

/* Adds the lists that start at a trial. TUNED: a new candidate. VARIANT: a new entry and candidate.
 * CONDITION: a new condition, entry and candidate. */
static void open_lists(struct analysis *a, const struct sorting *s, enum part part,
                       const struct trial *t)
{
    if (part <= CONDITION)
        a->conditions[a->condition_count++] =
            (struct condition){.first = a->entry_count, .pass = pass_of(s, t)};
    if (part <= VARIANT)
        a->entries[a->entry_count++] = (struct entry){.question = (int)(s->question - a->questions),
                                                      .condition = a->condition_count - 1,
                                                      .arm = t->cell->arm_index,
                                                      .first = a->candidate_count,
                                                      .winner = -1,
                                                      .reference = -1,
                                                      .control = -1};
    if (part <= TUNED)
        a->candidates[a->candidate_count++] =
            (struct candidate){.value = trial_value(s->run, t, s->question->tuned),
                               .first = a->member_count,
                               .last = a->member_count};
}

/* Divides the sorted trials into lists. Skips all rounds of a training run except the first,
 * because they are repetitions. */
static void slice(struct analysis *a, const struct sorting *s)
{
    for (int i = 0, order; i < s->count; i++) {
        const struct trial *t = s->trials[i];
        enum part part = i ? first_difference(s, s->trials[i - 1], t, &order) : NO_PART;
        open_lists(a, s, part, t);
        struct candidate *c = &a->candidates[a->candidate_count - 1];
        if (part < ROUND || !s->question->trains) a->members[a->member_count++] = t;
        a->entries[a->entry_count - 1].by_formula |= t->by_formula;
        c->end = a->member_count;
        if (!only_tunes(s, t)) c->last = c->end;
        a->entries[a->entry_count - 1].last = a->candidate_count;
        a->conditions[a->condition_count - 1].last = a->entry_count;
    }
}

/* ---- questions ---- */

/* Returns the default margin: 1 % of the metric's range, or 1 % of the value if the metric is
 * unbounded, such as a loss. */
static double default_margin(const struct metric *m)
{
    double span = metric_span(m);
    return isfinite(span) ? span / 100 : 0.01;
}

static struct question question_of(const struct analysis *a, int index)
{
    const struct run_data *run = a->run;
    const struct spec *spec = &run->plan.specs[index];
    struct question q = {.spec = spec,
                         .trains = spec_trains(spec),
                         .metric = run->compared[index],
                         .split = spec_split(spec),
                         .margin = log1p(a->time_margin),
                         .tuned = -1};
    if (!q.trains) return q;
    if (spec->tune_axis) q.tuned = axes_find(&run->axes, spec->tune_axis);
    q.margin = spec->margin > 0 ? spec->margin : default_margin(q.metric);
    return q;
}

void find_entries(struct analysis *a, struct question *q)
{
    const struct run_data *run = a->run;
    int index = (int)(q - a->questions);
    *q = question_of(a, index);
    struct sorting s = {
        .run = run, .question = q, .trials = xarray((size_t)run->trial_count, sizeof *s.trials)};
    for (int i = 0; i < run->trial_count; i++)
        if (run->trials[i].cell->spec == index && !run->trials[i].cell->simple_baseline)
            s.trials[s.count++] = &run->trials[i];
    find_parts(&s);
    if (s.count) qsort_r(s.trials, (size_t)s.count, sizeof *s.trials, by_trial, &s);
    q->conditions.first = a->condition_count;
    q->entries.first = a->entry_count;
    slice(a, &s);
    q->conditions.last = a->condition_count;
    q->entries.last = a->entry_count;
    free(s.trials);
    free(s.part);
}
