/* SPDX-License-Identifier: MIT
 * Tuning inside a run: the rows of each family (plan.h) by round, and of their trials how far they
 * are; the rule itself is harness/plan/tuned_value.h. */
#include "harness/run/tuning.h"
#include "base/metric_names.h"
#include "harness/plan/tuned_value.h"
#include "harness/run/results.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The trials of one family in one round. */
struct contest {
    int *rows; /* of the plan, whose seed is a tuning seed */
    int count;
    int done;      /* the first so many of `rows` are known to be done, */
    int looked;    /* when the journal had so many lines */
    char **values; /* borrowed: of the tuned axis, each once, in the order of the axis */
    int value_count;
    struct choice choice;    /* once all are done; trials 0: not yet */
    const struct metric *by; /* the metric it was chosen by, NULL: the loss */
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

static int value_place(const struct contest *c, const char *value)
{
    int i = 0;
    while (i < c->value_count && strcmp(c->values[i], value)) i++;
    return i;
}

static void add_value(struct contest *c, const struct axis *axis, char *value)
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
    int axis = tuned_axis(plan, row);
    c->rows = xgrow(c->rows, (size_t)c->count + 1, sizeof *c->rows);
    c->rows[c->count++] = index;
    add_value(c, &plan->axes->list[axis], cell->values[axis]);
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
    }
    free(t->contests);
    free(t);
}

/* ---- choosing ---- */

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

static void choose(const struct tuning *t, struct contest *c)
{
    const struct plan *plan = t->run->plan;
    struct choice_trial *trials = xarray((size_t)c->count, sizeof *trials);
    for (int i = 0; i < c->count; i++) {
        const struct plan_row *row = &plan->rows[c->rows[i]];
        const char *value = plan_row_cell(plan, row)->values[tuned_axis(plan, row)];
        const json_t *line = line_of(t, c->rows[i]);
        trials[i] = (struct choice_trial){value_place(c, value), true,
                                          loss_of(plan_row_spec(plan, row), line)};
        const json_t *record = json_object_get(line, "record");
        if (isfinite(trials[i].loss) && isnan(measured(record, "loss")))
            c->by = metric_of(plan_row_spec(plan, row), record);
    }
    c->choice = choose_value(trials, c->count);
    free(trials);
}

/* What a row that is left out says. */
static char *reason_of(const struct contest *c, const char *axis)
{
    double told = c->by && c->by->higher_is_better ? -c->choice.loss : c->choice.loss;
    if (c->choice.winner < 0) return xformat("no value of %s could be trained", axis);
    return xformat("%s=%s won the tuning of this arm, with a validation %s of %.4g", axis,
                   c->values[c->choice.winner], c->by ? c->by->name : "loss", told);
}

enum tuning_answer tuning_ask(const struct tuning *t, int index, char **reason)
{
    const struct plan *plan = t->run->plan;
    const struct plan_row *row = &plan->rows[index];
    const struct plan_cell *cell = plan_row_cell(plan, row);
    struct contest *c = contest_of(t, row);
    /* Without trials they were filtered out: whoever did that wants this row. */
    if (!c || cell->tuning || !c->count) return TUNING_RUN;
    bool news = c->looked != t->run->journal.count;
    while (news && c->done < c->count && line_of(t, c->rows[c->done])) c->done++;
    c->looked = t->run->journal.count;
    if (c->done < c->count) return TUNING_WAIT;
    if (!c->choice.trials) choose(t, c);
    int axis = tuned_axis(plan, row), winner = c->choice.winner;
    if (winner >= 0 && !strcmp(c->values[winner], cell->values[axis])) return TUNING_RUN;
    *reason = reason_of(c, plan->axes->list[axis].name);
    return winner < 0 ? TUNING_NO_WINNER : TUNING_LOST;
}
