/* SPDX-License-Identifier: MIT
 * Sorts the rows of a figure's table and writes the table to a file. */
#include "base/csv_write.h"
#include "harness/report/figures/figure_kinds.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Replaces characters that gnuplot misreads by similar characters. gnuplot ends a field at a comma
 * or quote even inside quotes, and drops backslashes in labels. A line end becomes a space. */
static char *field(const char *text)
{
    static const char *const alike[UCHAR_MAX + 1] = {
        ['"'] = "\xe2\x80\x9d", [','] = "\xe2\x80\x9a", ['\\'] = "\xe2\x88\x96"};
    struct text out = {0};
    if (!text) return NULL;
    text_add(&out, "%s", "");
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (alike[c])
            text_add(&out, "%s", alike[c]);
        else
            text_add(&out, "%c", c < ' ' ? ' ' : c);
    }
    return out.data;
}

void figure_add(struct figure_table *t, int panel, int series, struct figure_row r)
{
    r.panel = field(r.panel ? r.panel : "");
    r.arm = field(r.arm ? r.arm : "");
    r.x_name = field(r.x_name);
    t->rows = xroom(t->rows, (size_t)t->count, sizeof *t->rows);
    t->rows[t->count] = (struct stored_row){r, {panel, series}, t->count};
    t->count++;
}

static int by_order(const void *a, const void *b)
{
    const struct stored_row *p = a, *q = b;
    for (int i = 0; i < 2; i++)
        if (p->order[i] != q->order[i]) return p->order[i] < q->order[i] ? -1 : 1;
    if (p->row.x < q->row.x) return -1;
    if (p->row.x > q->row.x) return 1;
    return p->place < q->place ? -1 : 1;
}

void figure_sort(struct figure_table *t)
{
    if (t->count) qsort(t->rows, (size_t)t->count, sizeof *t->rows, by_order);
}

static double mean_of_series(const struct figure_table *t, int series)
{
    double sum = 0;
    int n = 0;
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].order[1] == series && !isnan(t->rows[i].row.value.at))
            sum += t->rows[i].row.value.at, n++;
    return n ? sum / n : (double)NAN;
}

void figure_sort_by_value(struct figure_table *t, bool greatest_first)
{
    int most = 0;
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].order[1] >= most) most = t->rows[i].order[1] + 1;
    double *mean = xarray((size_t)most + 1, sizeof *mean);
    int *rank = xarray((size_t)most + 1, sizeof *rank);
    for (int s = 0; s < most; s++) {
        double own = mean_of_series(t, s);
        mean[s] = isnan(own) ? (double)-INFINITY : greatest_first ? own : -own;
    }
    for (int s = 0; s < most; s++)
        for (int k = 0; k < most; k++)
            rank[s] += mean[k] > mean[s] || (!(mean[k] < mean[s]) && k < s);
    for (int i = 0; i < t->count; i++)
        if (t->rows[i].order[1] >= 0) t->rows[i].order[1] = rank[t->rows[i].order[1]];
    free(mean);
    free(rank);
    figure_sort(t);
}

const char *figure_verdict(enum outcome o, bool of_time)
{
    if (o == OUTCOME_BY_FORMULA) o = OUTCOME_NOT_JUDGED;
    if (o == OUTCOME_NONE) return NULL;
    return (of_time ? outcome_names_of_time : outcome_names)[o];
}

/* Writes a number with six digits, or an empty field for NaN. */
static void add_number(struct csv *c, double v)
{
    char *text = isfinite(v) ? xformat("%.6g", v) : NULL;
    csv_text(c, text);
    free(text);
}

static void add_row(struct csv *c, const struct figure_row *r)
{
    csv_text(c, r->panel);
    csv_text(c, r->arm);
    if (r->x_name)
        csv_text(c, r->x_name);
    else
        add_number(c, r->x);
    add_number(c, r->value.at);
    add_number(c, r->value.low);
    add_number(c, r->value.high);
    add_number(c, r->value.n ? r->value.n : (double)NAN);
    csv_text(c, r->verdict);
    csv_text(c, r->mark);
}

bool figure_save(const struct figure_table *t, const char *path)
{
    static const char *const names[] = {"panel",    "arm",     "x",       "value",  "low",
                                        "high",     "n",       "verdict", "mark",   "title",
                                        "subtitle", "x_label", "y_label", "colour", NULL};
    struct csv c = {0};
    csv_header(&c, names);
    csv_end_line(&c);
    for (int i = 0; i < t->count; i++) {
        char *words[] = {field(t->title), field(t->subtitle), field(t->x_label), field(t->y_label)};
        add_row(&c, &t->rows[i].row);
        for (int k = 0; k < 4; k++) { /* texts of the whole figure are only in the first row */
            csv_text(&c, i ? NULL : words[k]);
            free(words[k]);
        }
        csv_integer(
            &c, t->rows[i]
                    .row.colour); /* colour is last because gnuplot misreads an empty last field */
        csv_end_line(&c);
    }
    return csv_save(&c, path);
}

void figure_table_free(struct figure_table *t)
{
    for (int i = 0; i < t->count; i++) {
        const struct figure_row *r = &t->rows[i].row;
        const char *const all[] = {r->panel, r->arm, r->x_name};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++) free((char *)all[k]);
    }
    free(t->rows);
    free(t->title);
    free(t->subtitle);
    free(t->x_label);
    free(t->y_label);
}
