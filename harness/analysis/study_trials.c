/* SPDX-License-Identifier: MIT
 * From the rows of cells.csv to trials, candidates and contenders. See study.h. */
#include "harness/analysis/study.h"
#include "base/mem.h"
#include "harness/analysis/summary.h"
#include "harness/plan/choice.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- how a question is asked ---- */

/* "condition" unless the axis is the seed, tuned, or part of the variant. */
static char part_of(const struct study *s, int axis_row, const char *tuned)
{
    const char *name = table_text(s->axes, axis_row, "axis");
    if (!strcmp(name, "seed")) return PART_SEED;
    if (!strcmp(name, tuned)) return PART_TUNED;
    return strcmp(table_text(s->axes, axis_row, "role"), "variant") ? PART_CONDITION : PART_MEMBER;
}

/* Whether a column has the tuned axis's value in every row of a question, as one whose default that
 * is (swap_lr, where nothing is swapped): it tells no variants apart. */
static bool follows(const struct study *s, const char *question, int column, int tuned)
{
    bool same = tuned >= 0 && column != tuned;
    for (int row = 0; same && row < s->rows->rows; row++)
        same = strcmp(table_text(s->rows, row, "ablation"), question) ||
               !strcmp(table_at(s->rows, row, column), table_at(s->rows, row, tuned));
    return same;
}

/* One part in a hundred of the metric's range, or of its value where lower is better. */
static double default_margin(const struct metric *m)
{
    return strstr(m->unit, "0 to 100") ? 1 : 0.01;
}

static bool metric_of(const struct study *s, struct study_question *q, int first_row, char **error)
{
    const char *name = table_text(s->questions_table, q->row, "metric");
    for (int row = first_row; !*name && row < s->rows->rows; row++) /* that of the data set */
        if (row_trains(s->rows, row) && !strcmp(table_text(s->rows, row, "ablation"), q->name))
            name = table_text(s->rows, row, "metric");
    q->metric = metric_find(*name ? name : "loss");
    if (!q->metric) *error = xformat("questions.csv: %s: no metric \"%s\"", q->name, name);
    return q->metric;
}

static bool ask(struct study *s, const char *name, int first_row, char **error)
{
    struct study_question q = {.name = name, .tune_column = -1};
    while (q.row < s->questions_table->rows &&
           strcmp(table_text(s->questions_table, q.row, "ablation"), name))
        q.row++;
    if (q.row == s->questions_table->rows) {
        *error = xformat("questions.csv: no line for the ablation \"%s\"", name);
        return false;
    }
    if (!metric_of(s, &q, first_row, error)) return false;
    q.test = !strcmp(table_text(s->questions_table, q.row, "split"), "test");
    q.margin = table_number(s->questions_table, q.row, "margin");
    if (isnan(q.margin)) q.margin = default_margin(q.metric);
    const char *tuned = table_text(s->questions_table, q.row, "tune_axis");
    q.tune_column = *tuned ? table_column(s->rows, tuned) : -1;
    q.part = xalloc((size_t)s->rows->columns);
    for (int a = 0; a < s->axes->rows; a++) {
        int column = table_column(s->rows, table_text(s->axes, a, "axis"));
        if (column >= 0 && !follows(s, name, column, q.tune_column))
            q.part[column] = part_of(s, a, tuned);
    }
    s->questions = xgrow(s->questions, (size_t)s->question_count + 1, sizeof *s->questions);
    s->questions[s->question_count++] = q;
    return true;
}

static int question_of(const struct study *s, int row)
{
    const char *name = table_text(s->rows, row, "ablation");
    for (int i = 0; i < s->question_count; i++)
        if (!strcmp(s->questions[i].name, name)) return i;
    return -1;
}

static bool ask_all(struct study *s, char **error)
{
    for (int row = 0; row < s->rows->rows; row++) {
        if (!row_trains(s->rows, row) || question_of(s, row) >= 0) continue;
        if (!s->axes->rows) *error = xstrdup("axes.csv: not there; its roles are needed");
        if (*error || !ask(s, table_text(s->rows, row, "ablation"), row, error)) return false;
    }
    return true;
}

/* ---- order ---- */

struct order {
    const struct study *study;
    int arm_index;
    int *question; /* of each row */
};

/* The choices of each axis, from axes.csv. */
static void find_choices(struct study *s)
{
    s->choices = xarray((size_t)s->rows->columns + 1, sizeof *s->choices);
    for (int c = 0; c < s->rows->columns; c++) s->choices[c] = "";
    for (int a = 0; a < s->axes->rows; a++) {
        int column = table_column(s->rows, table_text(s->axes, a, "axis"));
        if (column >= 0) s->choices[column] = table_text(s->axes, a, "choices");
    }
}

/* Where a name begins in "a;b;c"; behind its end when it is not there. */
static size_t place_in(const char *list, const char *name)
{
    size_t length = strlen(name), at = 0;
    while (list[at] &&
           (strncmp(list + at, name, length) || (list[at + length] && list[at + length] != ';'))) {
        at += strcspn(list + at, ";");
        at += list[at] == ';';
    }
    return at;
}

int study_compare(const struct study *s, int column, const char *a, const char *b)
{
    const char *list = s->choices[column];
    size_t x = place_in(list, a), y = place_in(list, b);
    bool known = *list && *a && *b && x != y;
    return known ? (x < y ? -1 : 1) : text_compare(a, b);
}

/* By the axes of a part. */
static int by_part(const struct study *s, const char *part, char wanted, int x, int y)
{
    const struct table *t = s->rows;
    int order = 0;
    for (int c = 0; !order && c < t->columns; c++)
        if (part[c] == wanted) order = study_compare(s, c, table_at(t, x, c), table_at(t, y, c));
    return order;
}

static int by_contender(const struct order *o, int x, int y)
{
    const struct table *t = o->study->rows;
    int order = o->question[x] - o->question[y];
    if (order) return order;
    const char *part = o->study->questions[o->question[x]].part;
    order = by_part(o->study, part, PART_CONDITION, x, y);
    if (!order) order = text_compare(table_at(t, x, o->arm_index), table_at(t, y, o->arm_index));
    return order ? order : by_part(o->study, part, PART_MEMBER, x, y);
}

static int by_candidate(const struct order *o, int x, int y)
{
    int order = by_contender(o, x, y);
    const char *part = o->study->questions[o->question[x]].part;
    return order ? order : by_part(o->study, part, PART_TUNED, x, y);
}

static int by_trial(const void *a, const void *b, void *context)
{
    const struct order *o = context;
    int x = *(const int *)a, y = *(const int *)b, order = by_candidate(o, x, y);
    const char *part = o->study->questions[o->question[x]].part;
    if (!order) order = by_part(o->study, part, PART_SEED, x, y);
    return order ? order : x - y;
}

/* ---- trials ---- */

static enum trial_state state_of(const char *status)
{
    if (!strcmp(status, "ok") || !strcmp(status, "unstable")) return TRIAL_OK;
    if (!strcmp(status, "diverged")) return TRIAL_DIVERGED;
    return strcmp(status, "skipped") ? TRIAL_FAILED : TRIAL_SKIPPED;
}

static double metric_value(const struct study *s, const struct study_question *q, int row)
{
    char *column = xformat("%s_%s", q->test ? "test" : "valid", q->metric->name);
    double value = table_number(s->rows, row, column);
    free(column);
    return value;
}

static double tuning_value(const struct study *s, const struct study_question *q, int row)
{
    char *column = xformat("valid_%s", q->metric->name);
    double metric = table_number(s->rows, row, column);
    free(column);
    return tuning_loss(true, table_number(s->rows, row, "valid_loss"), metric,
                       q->metric->higher_is_better);
}

/* The rows of curves.csv that belong to a row; they stand together. */
static void find_curve(const struct study *s, struct trial *t)
{
    int key = table_column(s->curves, "key"), ablation = table_column(s->curves, "ablation");
    const char *mine = table_text(s->rows, t->row, "key");
    const char *name = table_text(s->rows, t->row, "ablation");
    for (int p = 0; p < s->curves->rows; p++) {
        bool here = !strcmp(table_at(s->curves, p, key), mine) &&
                    !strcmp(table_at(s->curves, p, ablation), name);
        if (here && t->last_point <= t->first_point) t->first_point = p;
        if (here) t->last_point = p + 1;
    }
}

static struct trial trial_of(const struct study *s, const struct study_question *q, int row)
{
    struct trial t = {.row = row,
                      .seed = table_text(s->rows, row, "seed"),
                      .state = state_of(table_text(s->rows, row, "status")),
                      .value = NAN,
                      .tuning = NAN};
    if (t.state == TRIAL_OK) {
        t.value = metric_value(s, q, row);
        t.tuning = tuning_value(s, q, row);
        if (!isfinite(t.value)) t.state = TRIAL_FAILED; /* ended without this metric */
    } else if (t.state == TRIAL_DIVERGED) {
        t.tuning = INFINITY;
    }
    find_curve(s, &t);
    return t;
}

/* ---- slices ---- */

static void begin_contender(struct study *s, int question, int row)
{
    double index = table_number(s->rows, row, "arm_index");
    const char *arm = table_text(s->rows, row, "arm"),
               *label = table_text(s->rows, row, "arm_label");
    s->contenders[s->contender_count++] =
        (struct contender){.question = question,
                           .arm = arm,
                           .arm_label = *label ? label : arm,
                           .arm_index = isnan(index) ? 0 : (int)index,
                           .first = s->candidate_count,
                           .winner = -1,
                           .reference = -1,
                           .control = -1};
}

static void slice(struct study *s, const struct order *o, const int *rows, int count)
{
    for (int i = 0; i < count; i++) {
        int row = rows[i], last = i ? rows[i - 1] : -1, q = o->question[row];
        const struct study_question *question = &s->questions[q];
        bool first = last < 0;
        if (first || by_contender(o, last, row)) begin_contender(s, q, row);
        if (first || by_candidate(o, last, row))
            s->candidates[s->candidate_count++] = (struct candidate){
                .value = table_at(s->rows, row, question->tune_column), .first = s->trial_count};
        struct candidate *c = &s->candidates[s->candidate_count - 1];
        bool again = s->trial_count > c->first &&
                     !strcmp(s->trials[s->trial_count - 1].seed, table_text(s->rows, row, "seed"));
        if (!again) s->trials[s->trial_count++] = trial_of(s, question, row); /* a later round */
        c->last = s->trial_count;
        s->contenders[s->contender_count - 1].last = s->candidate_count;
    }
}

/* Contenders of a question, and its conditions by their order. */
static void number_conditions(struct study *s)
{
    for (int i = 0; i < s->contender_count; i++) {
        struct contender *c = &s->contenders[i];
        struct study_question *q = &s->questions[c->question];
        const struct contender *before = i ? c - 1 : NULL;
        bool follows = before && before->question == c->question;
        if (!follows) q->first = i, q->conditions = 0;
        int mine = s->trials[s->candidates[c->first].first].row;
        int theirs = follows ? s->trials[s->candidates[before->first].first].row : -1;
        if (!follows || by_part(s, q->part, PART_CONDITION, theirs, mine)) q->conditions++;
        c->condition = q->conditions - 1;
        q->last = i + 1;
    }
}

bool study_trials(struct study *s, char **error)
{
    if (!ask_all(s, error)) return false;
    find_choices(s);
    struct order o = {s, table_column(s->rows, "arm_index"),
                      xarray((size_t)s->rows->rows, sizeof *o.question)};
    int *rows = xarray((size_t)s->rows->rows, sizeof *rows), count = 0;
    for (int row = 0; row < s->rows->rows; row++) {
        o.question[row] = question_of(s, row);
        if (row_trains(s->rows, row)) rows[count++] = row;
    }
    s->trials = xarray((size_t)count, sizeof *s->trials);
    s->candidates = xarray((size_t)count, sizeof *s->candidates);
    s->contenders = xarray((size_t)count, sizeof *s->contenders);
    if (count) qsort_r(rows, (size_t)count, sizeof *rows, by_trial, &o);
    slice(s, &o, rows, count);
    number_conditions(s);
    free(rows);
    free(o.question);
    return true;
}
