/* SPDX-License-Identifier: MIT
 * Counting verdicts of which the truth is known (calibration.h), and the table of the counts. */
#include "harness/analysis/calibration.h"
#include "base/csv_write.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting ---- */

/* 1: better, -1: worse, 0: equal. */
static int truth_of(const struct spec_claim *c)
{
    return !strcmp(c->expects, "better") - !strcmp(c->expects, "worse");
}

static int way_of(enum outcome o) { return (o == OUTCOME_BETTER) - (o == OUTCOME_WORSE); }

static bool is_right(int way, int truth) { return way && (!truth || way == truth); }

/* Of trainings that were cut off, what is there was chosen by less than the whole tuning. */
static bool is_whole(const struct analysis *a, int entry)
{
    const struct entry *e = &a->entries[entry];
    for (int i = a->candidates[e->first].first; i < a->candidates[e->last - 1].last; i++)
        if (a->members[i]->state == TRIAL_MISSING) return false;
    return true;
}

static bool is_counted(const struct analysis *a, const struct question *q, const struct effect *e)
{
    return e->gain.interval.enough &&
           (!q->trains || (is_whole(a, e->entry) && is_whole(a, e->reference)));
}

static void count(struct calibration *c, const struct analysis *a, const struct question *q,
                  const struct effect *e)
{
    const struct estimate *g = &e->gain;
    /* Without a correction the interval alone decides: a p of 0 stands in nothing's way. */
    enum outcome o = gain_outcome(a, q, g, 0, e->lost_runs, e->reference_lost_runs);
    int truth = truth_of(c->claim), seen = (g->interval.low > 0) - (g->interval.high < 0);
    bool said = is_right(way_of(o), truth);
    if (!c->comparisons || g->n < c->least_pairs) c->least_pairs = g->n;
    if (g->n > c->most_pairs) c->most_pairs = g->n;
    c->comparisons++;
    c->apart += is_right(seen, truth);
    c->said += said;
    c->standing += said && stats_stands(e->p_corrected, a->level);
    c->equivalent += o == OUTCOME_EQUIVALENT;
    c->wrong += truth && way_of(o) == -truth;
}

static struct calibration count_arm(const struct analysis *a, const struct question *q,
                                    const struct spec_claim *claim)
{
    struct calibration c = {
        .spec = q->spec, .claim = claim, .label = claim->arm, .level = a->level};
    double *gains = xarray((size_t)(q->effects.last - q->effects.first), sizeof *gains);
    for (int i = q->effects.first; i < q->effects.last; i++) {
        const struct effect *e = &a->effects[i];
        const struct spec_arm *arm = &q->spec->arms[a->entries[e->entry].arm];
        if (e->reading != READ_STEPS || strcmp(arm->name, claim->arm)) continue;
        c.label = arm->label;
        if (!is_counted(a, q, e)) {
            c.left_out++;
            continue;
        }
        gains[c.comparisons] = e->gain.centre;
        count(&c, a, q, e);
    }
    c.gain = stats_median(gains, c.comparisons);
    free(gains);
    return c;
}

int calibration_count(const struct analysis *a, struct calibration **list)
{
    int count = 0;
    *list = NULL;
    for (int i = 0; i < a->question_count; i++) {
        const struct question *q = &a->questions[i];
        for (int k = 0; k < q->spec->claim_count; k++) {
            if (q->spec->claims[k].axis) continue;
            *list = xgrow(*list, (size_t)count + 1, sizeof **list);
            (*list)[count++] = count_arm(a, q, &q->spec->claims[k]);
        }
    }
    return count;
}

/* ---- the table ---- */

struct share {
    double share;
    struct interval interval;
};
static struct share share_of(const struct calibration *c, int count)
{
    return (struct share){c->comparisons ? (double)count / c->comparisons : (double)NAN,
                          stats_share_interval(count, c->comparisons, c->level)};
}

/* clang-format off */
static const struct {
    const char *name, *meaning;
} columns[] = {
#define COLUMN(name, value, meaning) {name, meaning},
#include "harness/analysis/calibration.def"
#undef COLUMN
};
enum { COLUMNS = sizeof columns / sizeof *columns };

static void add_line(struct csv *out, const struct analysis *a, const struct calibration *c)
{
#define COLUMN(name, value, meaning) \
    _Generic(value, double: csv_number, int: csv_integer, default: csv_text)(out, value);
#include "harness/analysis/calibration.def"
#undef COLUMN
    csv_end_line(out);
}
/* clang-format on */

void calibration_head(struct csv *out)
{
    for (int i = 0; i < COLUMNS; i++) csv_text(out, columns[i].name);
    csv_end_line(out);
}

void calibration_add(struct csv *out, const struct analysis *a)
{
    struct calibration *list;
    int count = calibration_count(a, &list);
    for (int i = 0; i < count; i++) add_line(out, a, &list[i]);
    free(list);
}

void calibration_columns_print(FILE *out)
{
    fprintf(out, "| column | meaning |\n| --- | --- |\n");
    for (int i = 0, first = 0; i < COLUMNS; i++) {
        bool last = i + 1 == COLUMNS || *columns[i + 1].meaning;
        fprintf(out, "%s`%s`", i == first ? "| " : ", ", columns[i].name);
        if (last) fprintf(out, " | %s |\n", columns[first].meaning), first = i + 1;
    }
}
