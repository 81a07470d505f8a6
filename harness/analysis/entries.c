/* SPDX-License-Identifier: MIT
 * From the trials of a run to questions, conditions, entries and candidates: by sorting.
 *
 * Each axis that varies in a question has a part. Axes of role `variant`, and those that a baseline
 * given as a map replaces (be it a number of threads), tell entries apart, the tuned axis
 * candidates, in trainings `seed` trials; all others are the condition. Only entries of one
 * condition are compared, so everything else is equal. */
#include "harness/analysis/analysis.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum part { NO_PART, CONDITION, VARIANT, TUNED, SEED };

/* The trials of a question, and what each axis is in it. */
struct sorting {
    const struct run_data *run;
    const struct question *question;
    const struct trial **trials;
    int count;
    enum part *part; /* of each axis */
    int pass;        /* axis; -1: passes do not stand apart */
};

/* ---- parts ---- */

/* Of an axis whose value is that of the tuned axis in every row, as one whose default that is
 * (swap_lr, where nothing is swapped), none: it tells nothing apart. */
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
    bool replaced = settings_find(&q->spec->baseline_set, axis);
    return a->role == ROLE_VARIANT || replaced ? VARIANT : CONDITION;
}

static void find_parts(struct sorting *s)
{
    s->part = xarray((size_t)s->run->axes.count, sizeof *s->part);
    for (int a = 0; a < s->run->axes.count && s->count; a++) s->part[a] = part_of(s, a);
    s->pass = axes_find(&s->run->axes, PASS_AXIS);
    if (s->pass >= 0 && s->part[s->pass] == VARIANT) s->pass = -1;
}

/* ---- order ---- */

/* An axis that does not apply comes first. */
static int by_axis(const struct sorting *s, int axis, const struct trial *x, const struct trial *y)
{
    const char *a = trial_value(s->run, x, axis), *b = trial_value(s->run, y, axis);
    if (!*a || !*b) return (*a != '\0') - (*b != '\0');
    return axis_compare(&s->run->axes.list[axis], a, b);
}

static int by_part(const struct sorting *s, enum part part, const struct trial *x,
                   const struct trial *y)
{
    int order = 0;
    for (int a = 0; !order && a < s->run->axes.count; a++)
        if (s->part[a] == part) order = by_axis(s, a, x, y);
    return order;
}

/* Forward passes stand before backward passes, whatever else varies. */
static int by_condition(const struct sorting *s, const struct trial *x, const struct trial *y)
{
    int order = s->pass < 0 ? 0 : by_axis(s, s->pass, x, y);
    return order ? order : by_part(s, CONDITION, x, y);
}

static int by_entry(const struct sorting *s, const struct trial *x, const struct trial *y)
{
    int order = by_condition(s, x, y);
    if (!order) order = x->cell->arm_index - y->cell->arm_index;
    return order ? order : by_part(s, VARIANT, x, y);
}

static int by_candidate(const struct sorting *s, const struct trial *x, const struct trial *y)
{
    int order = by_entry(s, x, y);
    return order ? order : by_part(s, TUNED, x, y);
}

static int by_trial(const void *a, const void *b, void *context)
{
    const struct trial *x = *(const struct trial *const *)a, *y = *(const struct trial *const *)b;
    int order = by_candidate(context, x, y);
    if (!order) order = by_part(context, SEED, x, y);
    return order ? order : x->round - y->round;
}

/* ---- slices ---- */

/* Where the trial differs from the one before it (NULL: there is none), something new begins. */
static void begin(struct analysis *a, const struct sorting *s, const struct trial *before,
                  const struct trial *t)
{
    int question = (int)(s->question - a->questions);
    if (!before || by_condition(s, before, t))
        a->conditions[a->condition_count++] = (struct condition){
            .first = a->entry_count, .pass = s->pass < 0 ? "" : trial_value(s->run, t, s->pass)};
    if (!before || by_entry(s, before, t))
        a->entries[a->entry_count++] = (struct entry){.question = question,
                                                      .condition = a->condition_count - 1,
                                                      .arm = t->cell->arm_index,
                                                      .first = a->candidate_count,
                                                      .winner = -1,
                                                      .reference = -1,
                                                      .control = -1};
    if (!before || by_candidate(s, before, t))
        a->candidates[a->candidate_count++] = (struct candidate){
            .value = trial_value(s->run, t, s->question->tuned), .first = a->member_count};
}

/* Trainings are told apart by their seed: a later round of one says the same again. */
static bool is_again(const struct sorting *s, const struct trial *before, const struct trial *t)
{
    return s->question->trains && before && !by_candidate(s, before, t) &&
           !by_part(s, SEED, before, t);
}

static void slice(struct analysis *a, const struct sorting *s)
{
    for (int i = 0; i < s->count; i++) {
        const struct trial *t = s->trials[i], *before = i ? s->trials[i - 1] : NULL;
        begin(a, s, before, t);
        if (!is_again(s, before, t)) a->members[a->member_count++] = t;
        a->candidates[a->candidate_count - 1].last = a->member_count;
        a->entries[a->entry_count - 1].last = a->candidate_count;
        a->conditions[a->condition_count - 1].last = a->entry_count;
    }
}

/* ---- questions ---- */

/* One part in a hundred of the metric's range, or of its value where lower is better. */
static double default_margin(const struct metric *m)
{
    return strstr(m->unit, "0 to 100") ? 1 : 0.01;
}

static struct question ask(const struct analysis *a, int index)
{
    const struct run_data *run = a->run;
    const struct spec *spec = &run->plan.specs[index];
    struct question q = {.spec = spec,
                         .trains = spec_trains(spec),
                         .metric = run->compared[index],
                         .split = spec_split(spec),
                         .margin = log1p(a->time_margin),
                         .tuned = -1};
    if (!q.trains) return q; /* what is tuned, claimed and so on is asked of trainings alone */
    if (spec->tune_axis) q.tuned = axes_find(&run->axes, spec->tune_axis);
    q.margin = spec->margin > 0 ? spec->margin : default_margin(q.metric);
    return q;
}

static void find_members(struct analysis *a, struct question *q)
{
    const struct run_data *run = a->run;
    struct sorting s = {
        .run = run, .question = q, .trials = xarray((size_t)run->trial_count, sizeof *s.trials)};
    for (int i = 0; i < run->trial_count; i++)
        if (run->trials[i].cell->spec == q - a->questions) s.trials[s.count++] = &run->trials[i];
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

void find_entries(struct analysis *a)
{
    size_t most = (size_t)a->run->trial_count;
    a->question_count = a->run->plan.spec_count;
    a->questions = xarray((size_t)a->question_count, sizeof *a->questions);
    a->members = xarray(most, sizeof *a->members);
    a->candidates = xarray(most, sizeof *a->candidates);
    a->entries = xarray(most, sizeof *a->entries);
    a->conditions = xarray(most, sizeof *a->conditions);
    for (int i = 0; i < a->question_count; i++) {
        a->questions[i] = ask(a, i);
        find_members(a, &a->questions[i]);
    }
}
