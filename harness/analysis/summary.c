/* SPDX-License-Identifier: MIT
 * See summary.h. Rows are sorted so that a cell's rounds stand together; everything after that is
 * a walk over slices. */
#include "harness/analysis/summary.h"
#include "base/cell.h"
#include "base/mem.h"
#include "harness/analysis/passes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool row_trains(const struct table *rows, int row)
{
    return !strcmp(table_text(rows, row, "kind"), "quality");
}

bool row_measured(const struct table *rows, int row)
{
    const char *status = table_text(rows, row, "status");
    return (!strcmp(status, "ok") || !strcmp(status, "unstable")) &&
           table_number(rows, row, "time_ns_median") > 0;
}

/* ---- sorting rows into cells ---- */

/* What a comparison needs beside the two rows; column numbers found once. */
struct sorting {
    const struct summary *summary;
    int ablation, cell, arm_index, round;
    int *ablation_rank; /* of each row: place of its ablation */
};

static int by_cell(const void *a, const void *b, void *context)
{
    const struct sorting *s = context;
    const struct table *t = s->summary->rows;
    int x = *(const int *)a, y = *(const int *)b;
    int order = s->ablation_rank[x] - s->ablation_rank[y];
    if (!order) order = text_compare(table_at(t, x, s->arm_index), table_at(t, y, s->arm_index));
    for (int i = 0; !order && i < s->summary->axis_count; i++) {
        int axis = s->summary->axes[i];
        order = text_compare(table_at(t, x, axis), table_at(t, y, axis));
    }
    if (!order) order = strcmp(table_at(t, x, s->cell), table_at(t, y, s->cell));
    if (!order) order = text_compare(table_at(t, x, s->round), table_at(t, y, s->round));
    return order ? order : x - y;
}

/* The row of questions that asks for an ablation; those that none asks for come after, in the
 * order of their first rows. */
static int rank_of(const struct table *rows, int ablation, const struct table *questions, int row)
{
    const char *name = table_at(rows, row, ablation);
    int asked = 0, first = 0;
    while (asked < questions->rows && strcmp(table_text(questions, asked, "ablation"), name))
        asked++;
    if (asked < questions->rows) return asked;
    while (strcmp(table_at(rows, first, ablation), name)) first++;
    return asked + first;
}

static int *rank_ablations(const struct table *rows, int ablation, const struct table *questions)
{
    int *rank = xarray((size_t)rows->rows, sizeof *rank);
    for (int row = 0; row < rows->rows; row++) rank[row] = rank_of(rows, ablation, questions, row);
    return rank;
}

static void sort_rows(struct summary *s, const struct table *questions)
{
    const struct table *t = s->rows;
    struct sorting context = {.summary = s,
                              .ablation = table_column(t, "ablation"),
                              .cell = table_column(t, "cell"),
                              .arm_index = table_column(t, "arm_index"),
                              .round = table_column(t, "round")};
    context.ablation_rank = rank_ablations(t, context.ablation, questions);
    s->order = xarray((size_t)t->rows, sizeof *s->order);
    for (int row = 0; row < t->rows; row++)
        if (!row_trains(t, row)) s->order[s->row_count++] = row;
    if (s->row_count) qsort_r(s->order, (size_t)s->row_count, sizeof *s->order, by_cell, &context);
    free(context.ablation_rank);
}

/* Axes are the columns whose names occur in cell strings. */
static void find_axes(struct summary *s)
{
    const struct table *t = s->rows;
    bool *is_axis = xarray((size_t)t->columns, sizeof *is_axis);
    int cell = table_column(t, "cell");
    for (int row = 0; row < t->rows; row++) {
        struct cell_fields fields = {0};
        char *error = NULL;
        if (!row_trains(t, row) && cell_parse(table_at(t, row, cell), &fields, &error))
            for (int i = 0; i < fields.count; i++) {
                int column = table_column(t, fields.list[i].axis);
                if (column >= 0) is_axis[column] = true;
            }
        free(error);
        cell_free(&fields);
    }
    s->axes = xarray((size_t)t->columns, sizeof *s->axes);
    for (int c = 0; c < t->columns; c++)
        if (is_axis[c]) s->axes[s->axis_count++] = c;
    free(is_axis);
}

static bool same_cell(const struct table *t, int x, int y)
{
    return !strcmp(table_text(t, x, "cell"), table_text(t, y, "cell")) &&
           !strcmp(table_text(t, x, "ablation"), table_text(t, y, "ablation"));
}

static void slice_cells(struct summary *s)
{
    const struct table *t = s->rows;
    s->cells = xarray((size_t)t->rows, sizeof *s->cells);
    for (int first = 0, last; first < s->row_count; first = last) {
        int row = s->order[first];
        for (last = first + 1; last < s->row_count && same_cell(t, row, s->order[last]);) last++;
        double index = table_number(t, row, "arm_index");
        s->cells[s->count++] = (struct summary_cell){.ablation = table_text(t, row, "ablation"),
                                                     .cell = table_text(t, row, "cell"),
                                                     .arm = table_text(t, row, "arm"),
                                                     .group = table_text(t, row, "group"),
                                                     .baseline = table_text(t, row, "baseline"),
                                                     .arm_index = isnan(index) ? 0 : (int)index,
                                                     .first = first,
                                                     .last = last};
    }
}

/* ---- one cell ---- */

/* Values of a column over the measured rounds; the caller frees. */
static double *measured(const struct summary *s, const struct summary_cell *c, const char *column,
                        int *n)
{
    double *values = xarray((size_t)(c->last - c->first), sizeof *values);
    *n = 0;
    for (int i = c->first; i < c->last; i++) {
        if (!row_measured(s->rows, s->order[i])) continue;
        double value = table_number(s->rows, s->order[i], column);
        if (!isnan(value)) values[(*n)++] = value;
    }
    return values;
}

double summary_median(const struct summary *s, const struct summary_cell *c, const char *column)
{
    int n;
    double *values = measured(s, c, column, &n), median = stats_median(values, n);
    free(values);
    return median;
}

const char *summary_text(const struct summary *s, const struct summary_cell *c, const char *column)
{
    return table_text(s->rows, s->order[c->first], column);
}

static void summarise_time(const struct summary *s, struct summary_cell *c)
{
    double *times = measured(s, c, "time_ns_median", &c->n);
    stats_sort(times, c->n);
    c->failed = c->last - c->first - c->n;
    c->median = stats_quantile(times, c->n, 0.5);
    c->q1 = stats_quantile(times, c->n, 0.25);
    c->q3 = stats_quantile(times, c->n, 0.75);
    c->min = c->n ? times[0] : (double)NAN;
    c->time = stats_median_interval(times, c->n, s->level);
    for (int i = c->first; i < c->last; i++)
        c->unstable += !strcmp(table_text(s->rows, s->order[i], "status"), "unstable");
    free(times);
}

/* ---- pairs ---- */

int summary_find(const struct summary *s, const char *ablation, const char *cell)
{
    for (int i = 0; i < s->count; i++)
        if (!strcmp(s->cells[i].cell, cell) && !strcmp(s->cells[i].ablation, ablation)) return i;
    return -1;
}

/* The measured row of a cell in a round, -1 when there is none. */
static int row_of_round(const struct summary *s, const struct summary_cell *c, const char *round)
{
    for (int i = c->first; i < c->last; i++)
        if (!strcmp(table_text(s->rows, s->order[i], "round"), round))
            return row_measured(s->rows, s->order[i]) ? s->order[i] : -1;
    return -1;
}

static void compare_to_baseline(const struct summary *s, struct summary_cell *c)
{
    const struct summary_cell *base = &s->cells[c->reference];
    double *ratios = xarray((size_t)(c->last - c->first), sizeof *ratios);
    int pairs = 0;
    for (int i = c->first; i < c->last; i++) {
        int mine = s->order[i];
        int theirs = row_of_round(s, base, table_text(s->rows, mine, "round"));
        if (theirs < 0 || !row_measured(s->rows, mine)) continue;
        ratios[pairs++] = log(table_number(s->rows, mine, "time_ns_median") /
                              table_number(s->rows, theirs, "time_ns_median"));
    }
    int rounds = c->last - c->first, base_rounds = base->last - base->first;
    c->unpaired = (rounds > base_rounds ? rounds : base_rounds) - pairs;
    c->log_ratio = stats_hodges_lehmann(ratios, pairs, s->level);
    if (pairs) c->verdict = stats_verdict(c->log_ratio.interval, s->margin);
    free(ratios);
}

static void link_baseline(const struct summary *s, struct summary_cell *c)
{
    c->is_baseline = !strcmp(c->cell, c->baseline);
    c->reference = *c->baseline ? summary_find(s, c->ablation, c->baseline) : -1;
    if (c->reference >= 0 && strcmp(s->cells[c->reference].group, c->group)) c->reference = -1;
    c->log_ratio = (struct estimate){NAN, {NAN, NAN, 0, false}, NAN, 0};
    if (c->reference >= 0 && !c->is_baseline) compare_to_baseline(s, c);
}

/* One family of tests per ablation: its cells stand together. */
static void correct_for_many(struct summary *s)
{
    double *p = xarray((size_t)s->count, sizeof *p);
    double *adjusted = xarray((size_t)s->count, sizeof *adjusted);
    for (int i = 0; i < s->count; i++) p[i] = s->cells[i].log_ratio.p;
    for (int first = 0, last; first < s->count; first = last) {
        const char *name = s->cells[first].ablation;
        for (last = first; last < s->count && !strcmp(s->cells[last].ablation, name);) last++;
        stats_holm(p + first, adjusted + first, last - first);
    }
    for (int i = 0; i < s->count; i++) s->cells[i].p_holm = adjusted[i];
    free(p);
    free(adjusted);
}

/* ---- all ---- */

static const char *const needed[] = {"ablation", "cell",  "arm",    "arm_index",      "group",
                                     "baseline", "round", "status", "time_ns_median", NULL};

bool summary_build(struct summary *s, const struct table *rows, const struct table *questions,
                   double level, double margin, char **error)
{
    *s = (struct summary){.rows = rows, .level = level, .margin = margin};
    for (int i = 0; needed[i]; i++)
        if (table_column(rows, needed[i]) < 0) {
            *error =
                xformat("cells.csv: no column \"%s\"; is this a result of attnlab run?", needed[i]);
            return false;
        }
    find_axes(s);
    sort_rows(s, questions);
    slice_cells(s);
    passes_separate(s);
    for (int i = 0; i < s->count; i++) summarise_time(s, &s->cells[i]);
    for (int i = 0; i < s->count; i++) link_baseline(s, &s->cells[i]);
    correct_for_many(s);
    return true;
}

void summary_free(struct summary *s)
{
    free(s->order);
    free(s->axes);
    free(s->cells);
    *s = (struct summary){0};
}
