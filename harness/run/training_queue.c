/* SPDX-License-Identifier: MIT
 * The queue of training rows and the tuning trials of each family in each round (trainings.h).
 * plan/tuning/tuning_rule.h defines the tuning rule. */
#include "base/mem.h"
#include "base/metric_names.h"
#include "harness/plan/tuning/tuning_rule.h"
#include "harness/run/results.h"
#include "harness/run/trainings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The trials of one family in one round. */
struct trials {
    int *rows; /* rows with a tuning seed */
    int count;
    const char **values; /* values of the tuned axis, in axis order; not owned */
    int value_count;
    struct choice_trial *list; /* one trial per row in `rows` */
    bool *selected;            /* one flag per trial: true if the trial should run */
    int journal_count;         /* number of journal rows at the last update, or -1 */
    bool decided;
    struct choice choice;        /* chosen value; valid if `decided` is true */
    const struct metric *metric; /* metric that decides the choice; NULL for the loss */
};
struct tuning {
    const struct run *run;
    struct trials *trials; /* trials[family][round] */
    int rounds;
};

static struct trials *trials_of(const struct tuning *t, const struct plan_row *row)
{
    int family = plan_row_cell(t->run->plan, row)->family;
    return family < 0 ? NULL : &t->trials[family * t->rounds + row->round - 1];
}

/* ---- collecting ---- */

static int tuned_axis(const struct plan *plan, const struct plan_row *row)
{
    return axes_find(plan->axes, plan_row_spec(plan, row)->tune_axis);
}

/* Returns the row's value of the tuned axis, or "" if the axis does not apply. */
static const char *value_of(const struct plan *plan, const struct plan_row *row)
{
    const char *value = plan_row_cell(plan, row)->values[tuned_axis(plan, row)];
    return value ? value : "";
}

/* Returns the index of a value in the list, or value_count if there is none. */
static int find_value(const struct trials *c, const char *value)
{
    int i = 0;
    while (i < c->value_count && strcmp(c->values[i], value)) i++;
    return i;
}

static void add_value(struct trials *c, const struct axis *axis, const char *value)
{
    if (find_value(c, value) < c->value_count) return;
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
    struct trials *c = trials_of(t, row);
    if (!c || !plan_row_cell(plan, row)->tuning) return;
    c->rows = xgrow(c->rows, (size_t)c->count + 1, sizeof *c->rows);
    c->rows[c->count++] = index;
    c->journal_count = -1;
    add_value(c, &plan->axes->list[tuned_axis(plan, row)], value_of(plan, row));
}

struct tuning *tuning_open(const struct run *run)
{
    const struct plan *plan = run->plan;
    struct tuning *t = xalloc(sizeof *t);
    *t = (struct tuning){.run = run, .rounds = plan_most_rounds(plan)};
    t->trials = xarray((size_t)(plan->family_count * t->rounds), sizeof *t->trials);
    for (int i = 0; i < plan->row_count; i++) add_trial(t, i);
    return t;
}

void tuning_close(struct tuning *t)
{
    for (int i = 0; i < t->run->plan->family_count * t->rounds; i++) {
        free(t->trials[i].rows);
        free(t->trials[i].values);
        free(t->trials[i].list);
        free(t->trials[i].selected);
    }
    free(t->trials);
    free(t);
}

/* ---- choosing ---- */

/* Returns a validation score of a record, or NaN if missing. */
static double score(const json_t *record, const char *name)
{
    const json_t *value = json_object_get(json_at(record, "quality.valid"), name);
    return json_is_number(value) ? json_number_value(value) : (double)NAN;
}

/* Reads the loss of a trial from its journal line. Without a loss, uses the metric of the question
 * or data set. */
static double trial_loss(struct trials *c, const struct spec *spec, const json_t *line)
{
    const json_t *record = json_object_get(line, "record");
    const char *own = json_string_value(json_at(record, "quality.metric"));
    const struct metric *m = metric_find(spec->metric ? spec->metric : own ? own : "loss");
    bool ended_well = status_find(json_string_value(json_object_get(line, "status"))) == STATUS_OK;
    double loss = score(record, "loss");
    double result = tuning_loss(ended_well, loss, m ? score(record, m->name) : (double)NAN,
                                m && m->higher_is_better);
    if (isnan(loss) && isfinite(result)) c->metric = m;
    return result;
}

static void read_trial(const struct tuning *t, struct trials *c, int i)
{
    const struct plan *plan = t->run->plan;
    const struct plan_row *row = &plan->rows[c->rows[i]];
    int place = row_in_journal(t->run, row);
    c->list[i].value = find_value(c, value_of(plan, row));
    if (place < 0) return;
    json_t *line = journal_get(&t->run->journal, place);
    c->list[i].loss = trial_loss(c, plan_row_spec(plan, row), line);
    c->list[i].done = true;
    json_decref(line);
}

/* Reads all trials that finished since the last update. */
static void update(const struct tuning *t, struct trials *c)
{
    if (c->decided || c->journal_count == t->run->journal.count) return;
    c->journal_count = t->run->journal.count;
    if (!c->list) {
        c->list = xarray((size_t)c->count, sizeof *c->list);
        c->selected = xarray((size_t)c->count, sizeof *c->selected);
    }
    for (int i = 0; i < c->count; i++)
        if (!c->list[i].done) read_trial(t, c, i);
    c->decided = choice_call(c->list, c->count, c->selected, &c->choice);
    if (c->value_count == 1) c->choice.winner = 0;
}

/* ---- deciding ---- */

static bool is_best(const struct tuning *t, const struct trials *c, const struct plan_row *row)
{
    int best = c->choice.winner;
    return best >= 0 && !strcmp(c->values[best], value_of(t->run->plan, row));
}

static bool is_selected(const struct trials *c, int row)
{
    int i = 0;
    while (c->rows[i] != row) i++;
    return c->selected[i];
}

/* Returns why tuning skips a row. `trial` is true if the row has a tuning seed. */
static char *reason_of(const struct trials *c, const char *axis, bool trial)
{
    const char *best = c->choice.winner < 0 ? NULL : c->values[c->choice.winner];
    bool negated = c->metric && c->metric->higher_is_better;
    if (trial && c->value_count == 1)
        return xformat("not needed to choose %s, because there is only one value", axis);
    if (trial && best)
        return xformat("not needed to choose %s, because %s is best and its neighbours were tried",
                       axis, best);
    if (!best) return xformat("no value of %s could be trained", axis);
    return xformat("%s=%s is best for this arm, with a validation %s of %.4g", axis, best,
                   c->metric ? c->metric->name : "loss",
                   negated ? -c->choice.loss : c->choice.loss);
}

enum tuning_decision tuning_decide(const struct tuning *t, int index, char **reason)
{
    const struct plan *plan = t->run->plan;
    const struct plan_row *row = &plan->rows[index];
    const struct plan_cell *cell = plan_row_cell(plan, row);
    struct trials *c = trials_of(t, row);
    if (!c || !c->count) return TUNING_RUN; /* filters removed the trials of this family */
    update(t, c);
    if (cell->tuning && is_selected(c, index)) return TUNING_RUN;
    if (!c->decided) return TUNING_WAIT;
    if (!plan_only_tunes(plan, cell) && is_best(t, c, row)) return TUNING_RUN;
    *reason = reason_of(c, plan_row_spec(plan, row)->tune_axis, cell->tuning);
    return c->choice.winner < 0 ? TUNING_NO_BEST : TUNING_LEAVE;
}

/* ---- queue ---- */

struct queue {
    const struct run *run;
    struct tuning *tuning;
    bool *taken;    /* one flag per row: true if finished or assigned to a core */
    int *next_same; /* for each row, the next row with the same training run; these rows form a ring
                     */
};

/* Links rows with the same training run into a ring. */
static void link_same_trainings(struct queue *q)
{
    const struct plan *plan = q->run->plan;
    int rounds = plan_most_rounds(plan);
    /* for each training run, 1 + index of the last row seen; 0 before the first row */
    int *last = xarray((size_t)plan->cell_count * (size_t)rounds, sizeof *last);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_row *row = &plan->rows[i];
        int *ring = &last[plan_row_cell(plan, row)->trained_by * rounds + row->round - 1];
        q->next_same[i] = *ring ? q->next_same[*ring - 1] : i;
        if (*ring) q->next_same[*ring - 1] = i;
        *ring = i + 1;
    }
    free(last);
}

struct queue *queue_open(const struct run *run)
{
    const struct plan *plan = run->plan;
    struct queue *q = xalloc(sizeof *q);
    *q = (struct queue){run, tuning_open(run), xarray((size_t)plan->row_count, sizeof *q->taken),
                        xarray((size_t)plan->row_count, sizeof *q->next_same)};
    for (int i = 0; i < plan->row_count; i++)
        q->taken[i] = !row_trains(run, &plan->rows[i]) || row_is_done(run, &plan->rows[i]);
    link_same_trainings(q);
    return q;
}

void queue_close(struct queue *q)
{
    tuning_close(q->tuning);
    free(q->taken);
    free(q->next_same);
    free(q);
}

/* Returns the journal line of a finished row with the same training run, or NULL if there is none.
 * The row may be from an earlier run. Sets *runs if a row with the same training run is running. */
static json_t *same_training(const struct queue *q, int row, bool *runs)
{
    const struct plan_row *rows = q->run->plan->rows;
    const struct journal *journal = &q->run->journal;
    *runs = false;
    for (int i = q->next_same[row]; i != row; i = q->next_same[i]) {
        int place = q->taken[i] ? row_in_journal(q->run, &rows[i]) : -1;
        *runs |= q->taken[i] && place < 0;
        if (place >= 0 && status_trained(journal->rows[place].status))
            return journal_get(journal, place);
    }
    const struct plan_cell *cell = plan_row_cell(q->run->plan, &rows[row]);
    return json_incref(reuse_find(&q->run->reuse, cell->string, rows[row].round));
}

struct ready queue_next(struct queue *q)
{
    for (int i = 0; i < q->run->plan->row_count; i++) {
        struct ready r = {.row = &q->run->plan->rows[i]};
        bool runs = false;
        if (q->taken[i]) continue;
        enum tuning_decision decision = tuning_decide(q->tuning, i, &r.left_out);
        if (decision == TUNING_WAIT) continue;
        r.status = decision == TUNING_NO_BEST ? STATUS_SKIPPED : STATUS_NOT_NEEDED;
        if (!r.left_out) r.same = same_training(q, i, &runs);
        if (runs && !r.same) continue;
        q->taken[i] = true;
        return r;
    }
    return (struct ready){0};
}

void queue_return(struct queue *q, const struct plan_row *row)
{
    q->taken[row - q->run->plan->rows] = false;
}
