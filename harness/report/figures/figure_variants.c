/* SPDX-License-Identifier: MIT
 * Draws the main figure: effects of variants on tasks, and the time of a training step. A task is
 * omitted if its validity checks failed, or if the baseline makes no mistakes. */
#include "base/rounded.h"
#include "harness/analysis/variant_matrix.h"
#include "harness/report/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>

static const struct effect *effect_at(const struct matrix_row *r, int column)
{
    return r->cells[column].a && r->cells[column].effect->gain.n ? r->cells[column].effect : NULL;
}

/* Returns the gain of a row in the first column with a result, or NaN without a result. Rows are
 * sorted by this gain; controls come last. */
static double rank_of(const struct variant_matrix *m, const struct matrix_row *r, const int *shown,
                      int count)
{
    const double column = 1e6, control = 1e9, most = 1e5;
    for (int i = 0; i < count; i++) {
        const struct effect *e = effect_at(r, shown[i]);
        if (!e) continue;
        double gain = drawn_gain(m->columns[shown[i]].metric, &e->gain).at;
        return i * column - fmax(-most, fmin(gain, most)) + (r->control ? control : 0);
    }
    return NAN;
}

static int order_of(const struct variant_matrix *m, int row, const int *shown, int count)
{
    double own = rank_of(m, &m->rows[row], shown, count);
    int order = 0;
    for (int i = 0; i < m->row_count; i++) {
        double other = rank_of(m, &m->rows[i], shown, count);
        order += other < own || (!(other > own) && i < row);
    }
    return order;
}

static char *title_of_column(const struct matrix_column *c)
{
    return xformat("%s%s%s, %s%s", c->data, *c->task ? ": " : "", c->task, metric_said(c->metric),
                   c->metric->higher_is_better ? "" : " (%)");
}

static void add_row(struct figure_table *t, const struct variant_matrix *m, int row,
                    const int *shown, int count)
{
    const struct matrix_row *r = &m->rows[row];
    int order = order_of(m, row, shown, count);
    const char *mark = r->control ? "control" : NULL;
    for (int i = 0; i < count; i++) {
        const struct effect *e = effect_at(r, shown[i]);
        char *panel = title_of_column(&m->columns[shown[i]]);
        struct figure_row one = {.panel = panel,
                                 .arm = r->name,
                                 .colour = -1,
                                 .x = NAN,
                                 .value = {NAN, NAN, NAN, 0},
                                 .mark = mark};
        if (e) one.value = drawn_gain(m->columns[shown[i]].metric, &e->gain);
        if (e) one.verdict = figure_verdict(e->outcome, false);
        figure_add(t, i, order,
                   one); /* include rows without a result, so that all panels have the same rows */
        free(panel);
    }
    double time = matrix_time(&r->step);
    if (isfinite(time))
        figure_add(t, count, order,
                   (struct figure_row){.panel = "step time",
                                       .arm = r->name,
                                       .x = NAN,
                                       .value = {time, NAN, NAN, 0},
                                       .mark = "time"});
}

static double most_parameters(const struct variant_matrix *m, const int *shown, int count)
{
    double most = 0;
    for (int i = 0; i < count; i++) {
        const struct matrix_cell *head = &m->columns[shown[i]].head;
        most = fmax(most, winner_measured(head->a, head->effect->reference, PARAMETERS));
    }
    return most;
}

/* Returns the title, which states the finding about the drawn variants. */
static char *finding(const struct variant_matrix *m, const int *shown, int count)
{
    struct matrix_counts n = variant_matrix_counts(m);
    char *size = rounded_count(most_parameters(m, shown, count)), *says;
    if (n.stand_better)
        says = xformat("%d of %d comparisons with softmax attention %s better at this scale (up to "
                       "%s parameters)",
                       n.stand_better, n.all, n.stand_better == 1 ? "is" : "are", size);
    else
        says = xformat("No attention variant reliably beats softmax attention at this scale (up "
                       "to %s parameters)",
                       size);
    free(size);
    return says;
}

bool write_variants(struct figure_table *t, const struct analysis *const *runs, int count)
{
    struct variant_matrix m = variant_matrix_make(runs, count);
    int shown[MAIN_TASKS], columns = matrix_main_tasks(&m, shown);
    for (int i = 0; i < m.row_count; i++)
        if (!isnan(rank_of(&m, &m.rows[i], shown, columns))) add_row(t, &m, i, shown, columns);
    if (t->count) {
        t->title = finding(&m, shown, columns);
        t->subtitle =
            xstrdup("Change from softmax attention at equal training steps; right of 0 is "
                    "better. Bars: 95 % intervals or wider");
    }
    figure_sort(t);
    variant_matrix_free(&m);
    return t->count;
}
