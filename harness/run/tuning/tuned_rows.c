/* SPDX-License-Identifier: MIT
 * Tuning inside a run: the rows of each family (plan.h) by round, and of their trials how far they
 * are; the rule itself is in harness/plan/tuning/tuning_rule.h. */
#include "base/mem.h"
#include "base/metric_names.h"
#include "harness/run/results.h"
#include "harness/run/tuning/tuning.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
        free(t->contests[i].called);
    }
    free(t->contests);
    free(t);
}

/* ---- losses ---- */

/* Its place in the journal; -1: it is not done. */
static int place_of(const struct tuning *t, int row)
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
    const struct metric *m = metric_of(spec, record);
    bool ended_well = status_find(json_string_value(json_object_get(line, "status"))) == STATUS_OK;
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
    int place = place_of(t, row);
    if (place < 0) return (double)NAN;
    json_t *line = journal_get(&t->run->journal, place);
    double loss = loss_of(spec, line);
    note_metric(c, spec, line, loss);
    json_decref(line);
    return loss;
}

/* A loss that is known stays as it is, and is not read again. */
static void read_trials(const struct tuning *t, struct contest *c)
{
    const struct plan *plan = t->run->plan;
    if (!c->trials) {
        c->trials = xarray((size_t)c->count, sizeof *c->trials);
        c->called = xarray((size_t)c->count, sizeof *c->called);
    }
    for (int i = 0; i < c->count; i++) {
        struct choice_trial *trial = &c->trials[i];
        if (trial->done) continue;
        trial->value = value_place(c, value_of(plan, &plan->rows[c->rows[i]]));
        trial->loss = trial_loss(t, c, c->rows[i]);
        trial->done = !isnan(trial->loss);
    }
}

static void look(const struct tuning *t, struct contest *c)
{
    if (c->decided || c->looked == t->run->journal.count) return;
    c->looked = t->run->journal.count;
    read_trials(t, c);
    c->decided = choice_call(c->trials, c->count, c->called);
    c->choice = choose_called(c->trials, c->count, c->called);
    if (c->value_count == 1) c->choice.winner = 0;
}

/* ---- asking ---- */

static bool has_won(const struct tuning *t, const struct contest *c, int row)
{
    const struct plan *plan = t->run->plan;
    return c->choice.winner >= 0 &&
           !strcmp(c->values[c->choice.winner], value_of(plan, &plan->rows[row]));
}

static bool is_called(const struct contest *c, int row)
{
    int i = 0;
    while (c->rows[i] != row) i++;
    return c->called[i];
}

enum tuning_answer tuning_ask(const struct tuning *t, int index, char **reason)
{
    const struct plan *plan = t->run->plan;
    const struct plan_row *row = &plan->rows[index];
    const struct plan_cell *cell = plan_row_cell(plan, row);
    const char *axis = plan_row_spec(plan, row)->tune_axis;
    struct contest *c = contest_of(t, row);
    /* Without trials they were filtered out: whoever did that wants this row. */
    if (!c || !c->count) return TUNING_RUN;
    look(t, c);
    if (cell->tuning && is_called(c, index)) return TUNING_RUN;
    if (!c->decided) return TUNING_WAIT;
    if (!plan_only_tunes(plan, cell) && has_won(t, c, index)) return TUNING_RUN;
    *reason = cell->tuning ? contest_trial_reason(c, axis) : contest_reason(c, axis);
    return c->choice.winner < 0 ? TUNING_NO_WINNER : TUNING_LOST;
}

/* ==== What rows say that tuning leaves out. ==== */

char *contest_reason(const struct contest *c, const char *axis)
{
    double told = c->by && c->by->higher_is_better ? -c->choice.loss : c->choice.loss;
    if (c->choice.winner < 0) return xformat("no value of %s could be trained", axis);
    return xformat("%s=%s won the tuning of this arm, with a validation %s of %.4g", axis,
                   c->values[c->choice.winner], c->by ? c->by->name : "loss", told);
}

char *contest_trial_reason(const struct contest *c, const char *axis)
{
    if (c->value_count == 1) return xformat("not needed to choose %s: there is one value", axis);
    return xformat("not needed to choose %s: %s is best, and the values next to it were tried",
                   axis, c->values[c->choice.winner]);
}
