/* SPDX-License-Identifier: MIT
 * Tuning inside a run: the rows of each family (plan.h) by round, and of their trials how far they
 * are; the rules themselves are in harness/plan/tuning/: tuned_value.h, and race.h. */
#include "harness/run/tuning.h"
#include "base/metric_names.h"
#include "harness/plan/tuning/race.h"
#include "harness/plan/tuning/tuned_value.h"
#include "harness/run/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The trials of one family in one round. */
struct contest {
    int *rows; /* of the plan, whose seed is a tuning seed */
    int count;
    int done;            /* the first so many of `rows` are known to be done, */
    int looked;          /* when the journal had so many lines */
    const char **values; /* borrowed: of the tuned axis, each once, in the order of the axis */
    int value_count;
    struct race_trial *trials; /* of a race, one a row */
    struct race race;          /* likewise: how it stands */
    struct choice choice;      /* once it is made; trials 0: not yet */
    const struct metric *by;   /* the metric it was chosen by, NULL: the loss */
};
struct tuning {
    const struct run *run;
    struct contest *contests; /* [family][round] */
    int rounds;
};

static struct contest *contest_of(const struct tuning *t, const struct plan_row *row)
{
    int family = plan_row_cell(t->run->plan, row)->family;
    return family < 0 ? NULL : &t->contests[family * t->rounds + row->round - 1];
}

/* ---- collecting ---- */

static int tuned_axis(const struct plan *plan, const struct plan_row *row)
{
    return axes_find(plan->axes, plan_row_spec(plan, row)->tune_axis);
}

/* "" for an arm that does not have the axis. */
static const char *value_of(const struct plan *plan, const struct plan_row *row)
{
    const char *value = plan_row_cell(plan, row)->values[tuned_axis(plan, row)];
    return value ? value : "";
}

static int value_place(const struct contest *c, const char *value)
{
    int i = 0;
    while (i < c->value_count && strcmp(c->values[i], value)) i++;
    return i;
}

static void add_value(struct contest *c, const struct axis *axis, const char *value)
{
    if (value_place(c, value) < c->value_count) return;
    c->values = xgrow(c->values, (size_t)c->value_count + 1, sizeof *c->values);
    int at = c->value_count++;
    for (; at && axis_compare(axis, c->values[at - 1], value) > 0; at--)
        c->values[at] = c->values[at - 1];
    c->values[at] = value;
}

static void add_trial(struct tuning *t, int index)
{
    const struct plan *plan = t->run->plan;
    const struct plan_row *row = &plan->rows[index];
    const struct plan_cell *cell = plan_row_cell(plan, row);
    if (cell->family < 0 || !cell->tuning) return;
    struct contest *c = contest_of(t, row);
    c->rows = xgrow(c->rows, (size_t)c->count + 1, sizeof *c->rows);
    c->rows[c->count++] = index;
    c->looked = -1;
    add_value(c, &plan->axes->list[tuned_axis(plan, row)], value_of(plan, row));
}

struct tuning *tuning_open(const struct run *run)
{
    const struct plan *plan = run->plan;
    struct tuning *t = xalloc(sizeof *t);
    t->run = run;
    t->rounds = 1;
    for (int i = 0; i < plan->row_count; i++)
        if (plan->rows[i].round > t->rounds) t->rounds = plan->rows[i].round;
    t->contests = xarray((size_t)(plan->family_count * t->rounds), sizeof *t->contests);
    for (int i = 0; i < plan->row_count; i++) add_trial(t, i);
    return t;
}

void tuning_close(struct tuning *t)
{
    for (int i = 0; i < t->run->plan->family_count * t->rounds; i++) {
        free(t->contests[i].rows);
        free(t->contests[i].values);
        free(t->contests[i].trials);
    }
    free(t->contests);
    free(t);
}

/* ---- losses ---- */

static const json_t *line_of(const struct tuning *t, int row)
{
    const struct plan *plan = t->run->plan;
    return journal_find(&t->run->journal, plan_row_spec(plan, &plan->rows[row])->name,
                        plan->rows[row].key);
}

/* A validation figure of a record, or NaN. */
static double measured(const json_t *record, const char *name)
{
    char *path = xformat("quality.valid.%s", name);
    const json_t *value = json_at(record, path);
    free(path);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* That of the specification, or of the data set. */
static const struct metric *metric_of(const struct spec *spec, const json_t *record)
{
    const char *own = json_string_value(json_at(record, "quality.metric"));
    return metric_find(spec->metric ? spec->metric : own ? own : "loss");
}

static double loss_of(const struct spec *spec, const json_t *line)
{
    const json_t *record = json_object_get(line, "record");
    const char *status = json_string_value(json_object_get(line, "status"));
    const struct metric *m = metric_of(spec, record);
    bool ended_well = status && (!strcmp(status, "ok") || !strcmp(status, "unstable"));
    return tuning_loss(ended_well, measured(record, "loss"),
                       m ? measured(record, m->name) : (double)NAN, m && m->higher_is_better);
}

/* ---- choosing ---- */

/* By what a trial was judged, when that was not its loss. */
static void note_metric(struct contest *c, const struct spec *spec, const json_t *line, double loss)
{
    const json_t *record = json_object_get(line, "record");
    if (isfinite(loss) && isnan(measured(record, "loss"))) c->by = metric_of(spec, record);
}

/* NaN: it is not done. */
static double trial_loss(const struct tuning *t, struct contest *c, int row)
{
    const struct spec *spec = plan_row_spec(t->run->plan, &t->run->plan->rows[row]);
    const json_t *line = line_of(t, row);
    double loss = line ? loss_of(spec, line) : (double)NAN;
    note_metric(c, spec, line, loss);
    return loss;
}

static void choose(const struct tuning *t, struct contest *c)
{
    const struct plan *plan = t->run->plan;
    while (c->done < c->count && line_of(t, c->rows[c->done])) c->done++;
    if (c->done < c->count || c->choice.trials) return;
    struct choice_trial *trials = xarray((size_t)c->count, sizeof *trials);
    for (int i = 0; i < c->count; i++)
        trials[i] = (struct choice_trial){value_place(c, value_of(plan, &plan->rows[c->rows[i]])),
                                          true, trial_loss(t, c, c->rows[i])};
    c->choice = choose_value(trials, c->count);
    free(trials);
}

static void race(const struct tuning *t, struct contest *c)
{
    const struct plan *plan = t->run->plan;
    if (!c->trials) c->trials = xarray((size_t)c->count, sizeof *c->trials);
    for (int i = 0; i < c->count; i++) {
        const struct plan_row *row = &plan->rows[c->rows[i]];
        c->trials[i] = (struct race_trial){value_place(c, value_of(plan, row)),
                                           plan_row_cell(plan, row)->tuning_place,
                                           trial_loss(t, c, c->rows[i]), false};
    }
    c->race = race_judge(c->trials, c->count);
    if (c->race.decided) c->choice = (struct choice){c->race.winner, c->race.loss, false, c->count};
}

/* ---- what a row that is left out says ---- */

static const char *measure_of(const struct contest *c) { return c->by ? c->by->name : "loss"; }

static char *reason_of(const struct contest *c, const char *axis)
{
    double told = c->by && c->by->higher_is_better ? -c->choice.loss : c->choice.loss;
    if (c->choice.winner < 0) return xformat("no value of %s could be trained", axis);
    const char *winner = c->values[c->choice.winner];
    return xformat("%s=%s won the tuning of this arm, with a validation %s of %.4g", axis, winner,
                   measure_of(c), told);
}

/* Of a trial that the race did not call for: its value was tried with the first seed, or not. */
static char *reason_of_trial(const struct contest *c, const struct race_trial *trial,
                             const char *axis)
{
    const char *value = c->values[trial->value];
    const struct race_trial *tried = NULL, *led = NULL;
    for (const struct race_trial *o = c->trials; o < c->trials + c->count; o++) {
        if (o->called && o->value == trial->value && (!tried || o->seed < tried->seed)) tried = o;
        if (o->called && o->value == c->race.leader && (!led || o->seed < led->seed)) led = o;
    }
    if (c->value_count == 1) return xformat("the race did not need it: there is one %s", axis);
    if (!tried)
        return xformat("the race did not need it: %s=%s led after one seed, which %s is not next "
                       "to",
                       axis, c->values[c->race.leader], value);
    if (!isfinite(tried->loss))
        return xformat("the race did not need it: %s=%s did not end well with the first seed", axis,
                       value);
    return xformat("the race did not need it: %s=%s was behind %s by a validation %s of %.2g after "
                   "one seed",
                   axis, value, c->values[c->race.leader], measure_of(c), tried->loss - led->loss);
}

/* ---- asking ---- */

static enum tuning_answer ask_trial(const struct contest *c, int row, const char *axis,
                                    char **reason)
{
    int i = 0;
    while (c->rows[i] != row) i++;
    if (c->trials[i].called) return TUNING_RUN;
    if (!c->race.decided) return TUNING_WAIT;
    *reason = reason_of_trial(c, &c->trials[i], axis);
    return TUNING_LOST;
}

enum tuning_answer tuning_ask(const struct tuning *t, int index, char **reason)
{
    const struct plan *plan = t->run->plan;
    const struct plan_row *row = &plan->rows[index];
    const struct spec *spec = plan_row_spec(plan, row);
    bool tunes = plan_row_cell(plan, row)->tuning;
    struct contest *c = contest_of(t, row);
    /* Without trials they were filtered out: whoever did that wants this row. */
    if (!c || !c->count || (tunes && !spec->tune_race)) return TUNING_RUN;
    if (c->looked != t->run->journal.count) (spec->tune_race ? race : choose)(t, c);
    c->looked = t->run->journal.count;
    if (tunes) return ask_trial(c, index, spec->tune_axis, reason);
    if (!c->choice.trials) return TUNING_WAIT;
    int winner = c->choice.winner;
    if (winner >= 0 && !strcmp(c->values[winner], value_of(plan, row))) return TUNING_RUN;
    *reason = reason_of(c, spec->tune_axis);
    return winner < 0 ? TUNING_NO_WINNER : TUNING_LOST;
}
