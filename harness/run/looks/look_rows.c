/* SPDX-License-Identifier: MIT
 * The rows of questions with looks, by look, and how far each question is (look_rows.h). */
#define _GNU_SOURCE /* qsort_r */
#include "harness/run/looks/look_rows.h"
#include "base/mem.h"
#include "harness/run/in_place.h"
#include "harness/run/looks/look_judge.h"
#include "harness/run/row_steps.h"

#include <stdlib.h>
#include <string.h>

struct looked {
    const struct spec *spec;
    int look;  /* rows up to this one may be run */
    int *rows; /* of the plan, in the order in which they are waited for */
    int count;
    int known;        /* so many of `rows`, from the first, are in the journal */
    json_t *left_out; /* row key -> why it is not needed any more */
};
struct looks {
    const struct run *run;
    const struct progress *progress;
    struct looked *list; /* of each specification; spec NULL: it has none */
    int journaled;       /* rows of the journal when it was looked at last */
};

static const struct plan_cell *cell_of(const struct looks *l, int row)
{
    return plan_row_cell(l->run->plan, &l->run->plan->rows[row]);
}

/* The look that waits for a row first. What every comparison hangs on, trials of a tuned value and
 * yardsticks (also those of other questions, which may be of the same data), is known before the
 * first. */
static int waited_by(const struct looks *l, int row)
{
    const struct plan_cell *c = cell_of(l, row);
    return c->look < 0 || c->tuning ? 0 : c->look;
}

static int by_look(const void *a, const void *b, void *looks)
{
    int x = *(const int *)a, y = *(const int *)b;
    int order = waited_by(looks, x) - waited_by(looks, y);
    return order ? order : x - y;
}

static void add_rows(struct looks *l, struct looked *q)
{
    const struct plan *plan = l->run->plan;
    q->left_out = json_object();
    q->rows = xarray((size_t)plan->row_count, sizeof *q->rows);
    for (int i = 0; i < plan->row_count; i++) {
        const struct plan_cell *c = cell_of(l, i);
        if (c->yardstick || &plan->specs[c->spec] == q->spec) q->rows[q->count++] = i;
    }
    qsort_r(q->rows, (size_t)q->count, sizeof *q->rows, by_look, l);
}

struct looks *looks_open(const struct run *run, const struct progress *progress)
{
    const struct plan *plan = run->plan;
    struct looks *l = xalloc(sizeof *l);
    *l = (struct looks){run, progress, xarray((size_t)plan->spec_count, sizeof *l->list), -1};
    for (int i = 0; i < plan->spec_count; i++)
        if (plan->specs[i].look_count) l->list[i].spec = &plan->specs[i];
    for (int i = 0; i < plan->spec_count; i++)
        if (l->list[i].spec) add_rows(l, &l->list[i]);
    return l;
}

void looks_close(struct looks *l)
{
    for (int i = 0; i < l->run->plan->spec_count; i++) {
        free(l->list[i].rows);
        json_decref(l->list[i].left_out);
    }
    free(l->list);
    free(l);
}

/* ---- judging ---- */

static bool is_known(const struct looks *l, int row)
{
    return row_is_done(l->run, &l->run->plan->rows[row]);
}

static bool is_complete(const struct looks *l, struct looked *q)
{
    while (q->known < q->count && is_known(l, q->rows[q->known])) q->known++;
    return q->known == q->count || waited_by(l, q->rows[q->known]) > q->look;
}

/* Rows of later looks that are neither known nor left out. */
static int count_open(const struct looks *l, const struct looked *q)
{
    int open = 0;
    for (int i = q->known; i < q->count; i++) {
        const char *key = l->run->plan->rows[q->rows[i]].key;
        open += waited_by(l, q->rows[i]) > q->look && !json_object_get(q->left_out, key) &&
                !is_known(l, q->rows[i]);
    }
    return open;
}

static bool judge(struct looks *l, struct looked *q, char **error)
{
    const struct look_judge *by = l->run->options->judge;
    int before = count_open(l, q);
    if (!before) return true;
    require(by);
    json_t *left_out = by->left_out(by->context, l->run->directory, q->spec->name, q->look, error);
    if (!left_out) return *error = run_write_failed(l->run, *error), false;
    json_object_update_missing(q->left_out, left_out);
    json_decref(left_out);
    char *words =
        xformat("%s: look %d of %d, after %d of %d seeds: %d rows are not needed any more",
                q->spec->name, q->look + 1, q->spec->look_count, q->spec->looks[q->look],
                q->spec->looks[q->spec->look_count - 1], before - count_open(l, q));
    progress_say(l->progress, words);
    free(words);
    return true;
}

bool looks_advance(struct looks *l, char **error)
{
    if (l->journaled == l->run->journal.count) return true;
    l->journaled = l->run->journal.count;
    for (int i = 0; i < l->run->plan->spec_count; i++) {
        struct looked *q = &l->list[i];
        for (; q->spec && q->look < q->spec->look_count && is_complete(l, q); q->look++)
            if (!judge(l, q, error)) return false;
    }
    return true;
}

enum look_answer looks_ask(const struct looks *l, int row, char **reason)
{
    const struct plan_cell *c = cell_of(l, row);
    const struct looked *q = &l->list[c->spec];
    if (c->look < 0 || c->tuning) return LOOK_RUN;
    const json_t *why = json_object_get(q->left_out, l->run->plan->rows[row].key);
    if (!why) return c->look <= q->look ? LOOK_RUN : LOOK_WAIT;
    *reason = xstrdup(json_string_value(why));
    return LOOK_STOPPED;
}
