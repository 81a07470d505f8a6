/* SPDX-License-Identifier: MIT
 * See tuning.h. Rows that differ in nothing but the tuned axis and the seed are a family. Values
 * are those of the whole cell: a quiet axis at its default does not stand in the cell string. */
#include "harness/run/tuning.h"
#include "harness/run/results.h"
#include "harness/run/values.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct tuning {
    const struct run *run;
    struct tuned {
        char *family; /* NULL: the row's specification tunes nothing */
        char *value;  /* of the tuned axis */
        bool trial;   /* its seed is one of the tuning seeds */
    } * rows;         /* of the plan */
};

/* ---- families ---- */

static const struct spec *spec_of(const struct run *run, int row)
{
    return &run->plan->specs[run->plan->rows[row].spec];
}

static bool is_tuning_seed(const struct spec *s, const char *seed)
{
    for (int i = 0; seed && i < s->tune_seed_count; i++)
        if (!strcmp(s->tune_seeds[i], seed)) return true;
    return false;
}

/* The row's cell without the tuned axis and the seed. */
static char *family_of(const struct spec *s, const struct plan_row *row,
                       const struct cell_fields *fields)
{
    struct text out = {0};
    text_add(&out, "%s,%s,%d", s->name, row->arm, row->round);
    for (int i = 0; i < fields->count; i++) {
        const char *axis = fields->list[i].axis;
        if (strcmp(axis, s->tune_axis) && strcmp(axis, "seed"))
            cell_append(&out, axis, fields->list[i].value);
    }
    return out.data;
}

/* Nothing where the specification tunes nothing, or an axis that the cell does not have. */
static struct tuned tuned_of(const struct run *run, int row)
{
    const struct plan_row *r = &run->plan->rows[row];
    const struct spec *s = spec_of(run, row);
    struct tuned t = {0};
    struct resolved all;
    char *error = NULL;
    if (!s->tune_axis) return t;
    require(cell_values(run->axes, r->cell, &all, &error)); /* the plan has checked it */
    const char *value = value_of(run->axes, &all, s->tune_axis);
    if (value)
        t = (struct tuned){family_of(s, r, &run->plan->cells[r->cell_index].fields), xstrdup(value),
                           is_tuning_seed(s, value_of(run->axes, &all, "seed"))};
    resolved_free(&all);
    return t;
}

struct tuning *tuning_open(const struct run *run)
{
    struct tuning *t = xalloc(sizeof *t);
    t->run = run;
    t->rows = xarray((size_t)run->plan->row_count, sizeof *t->rows);
    for (int i = 0; i < run->plan->row_count; i++) t->rows[i] = tuned_of(run, i);
    return t;
}

void tuning_close(struct tuning *t)
{
    for (int i = 0; i < t->run->plan->row_count; i++) {
        free(t->rows[i].family);
        free(t->rows[i].value);
    }
    free(t->rows);
    free(t);
}

/* ---- the winner ---- */

/* Validation loss of a row that is done; infinite where there is none. */
static double loss_of(const json_t *line)
{
    const json_t *loss = json_at(json_object_get(line, "record"), "quality.valid.loss");
    return json_is_number(loss) ? json_number_value(loss) : HUGE_VAL;
}

struct contest {
    const char *winner;
    double loss;  /* mean of the winner */
    int trials;   /* rows of tuning seeds in the plan */
    bool waiting; /* not all of them are done */
};

static bool same_family(const struct tuning *t, int a, int b)
{
    return t->rows[b].trial && t->rows[b].family && !strcmp(t->rows[a].family, t->rows[b].family);
}

/* Mean loss of one value over the trials of a row's family. */
static double mean_loss(const struct tuning *t, int row, const char *value, bool *waiting)
{
    const struct plan *plan = t->run->plan;
    double sum = 0;
    int count = 0;
    for (int i = 0; i < plan->row_count; i++) {
        if (!same_family(t, row, i) || strcmp(t->rows[i].value, value)) continue;
        const json_t *line =
            journal_find(&t->run->journal, plan->specs[plan->rows[i].spec].name, plan->rows[i].key);
        *waiting |= !line;
        sum += line ? loss_of(line) : 0;
        count++;
    }
    return sum / count;
}

static struct contest contest_of(const struct tuning *t, int row)
{
    struct contest c = {.loss = HUGE_VAL};
    for (int i = 0; i < t->run->plan->row_count && !c.waiting; i++) {
        if (!same_family(t, row, i)) continue;
        double loss = mean_loss(t, row, t->rows[i].value, &c.waiting);
        c.trials++;
        if (!(loss < c.loss)) continue;
        c.loss = loss;
        c.winner = t->rows[i].value;
    }
    return c;
}

enum tuning_answer tuning_ask(const struct tuning *t, int row, char **reason)
{
    const struct tuned *r = &t->rows[row];
    if (!r->family || r->trial) return TUNING_RUN;
    struct contest c = contest_of(t, row);
    if (!c.trials) return TUNING_RUN; /* they were filtered out: whoever did that wants this row */
    if (c.waiting) return TUNING_WAIT;
    const char *axis = spec_of(t->run, row)->tune_axis;
    if (c.winner && !strcmp(c.winner, r->value)) return TUNING_RUN;
    *reason = c.winner ? xformat("%s=%s won the tuning of this arm, with a validation loss of %.4g",
                                 axis, c.winner, c.loss)
                       : xformat("no value of %s could be trained", axis);
    return TUNING_SKIP;
}
