/* SPDX-License-Identifier: MIT
 * Numbers and small phrases of the report. See report.h. */
#include "harness/report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Three significant digits without exponent. */
static char *scaled(double value, double step, const char *const *units)
{
    while (fabs(value) >= step * (step == 1000 ? 0.9995 : 0.9999) && units[1]) {
        value /= step;
        units++;
    }
    int digits = fabs(value) < 9.995 ? 2 : fabs(value) < 99.95 ? 1 : 0;
    return xformat("%.*f %s", digits, value, *units);
}

char *time_text(double ns)
{
    static const char *const units[] = {"ns", "µs", "ms", "s", NULL};
    return isnan(ns) ? xstrdup("") : scaled(ns, 1000, units);
}

char *bytes_text(double bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB", NULL};
    return isnan(bytes) ? xstrdup("") : scaled(bytes, 1024, units);
}

/* Digits after the point that a ratio of this size deserves. */
static int ratio_digits(double ratio)
{
    return ratio < 1.9995 ? 3 : ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0;
}

char *ratio_text(double ratio)
{
    return isnan(ratio) ? xstrdup("") : xformat("%.*f", ratio_digits(ratio), ratio);
}

char *ratio_interval_text(const struct estimate *e)
{
    double high = exp(e->interval.high);
    int digits = ratio_digits(high);
    if (!e->n) return xstrdup("");
    if (e->n == 1) return ratio_text(exp(e->centre));
    return xformat("%.*f [%.*f, %.*f]", digits, exp(e->centre), digits, exp(e->interval.low),
                   digits, high);
}

const char *manifest_text(const struct report *r, const char *object, const char *name)
{
    const json_t *inner = json_object_get(r->manifest, object);
    const char *text = json_string_value(json_object_get(inner, name));
    return text ? text : "";
}

char *failures_text(const struct report *r, const struct summary_cell *c)
{
    struct text out = {0};
    const int *order = r->summary.order;
    text_add(&out, "%s", "");
    for (int i = c->first; i < c->last; i++) {
        const char *status = table_text(&r->rows, order[i], "status");
        int count = 0;
        bool met = row_measured(&r->rows, order[i]);
        for (int j = c->first; j < c->last; j++) {
            bool same = !strcmp(table_text(&r->rows, order[j], "status"), status);
            if (j < i && same) met = true;
            count += same;
        }
        if (!met) text_add(&out, "%s%d %s", out.length ? ", " : "", count, status);
    }
    return out.data;
}

int view_end(const struct report *r, int first)
{
    const struct summary *s = &r->summary;
    int last = first;
    while (last < s->count && !strcmp(s->cells[last].ablation, s->cells[first].ablation)) last++;
    return last;
}

static bool has_answer(const struct summary_cell *c, bool baseline)
{
    return baseline ? c->log_ratio.n > 0 : c->n > 0;
}

struct view view_of(const struct report *r, int first)
{
    const struct summary_cell *cells = r->summary.cells;
    struct view v = {.report = r,
                     .ablation = cells[first].ablation,
                     .question = -1,
                     .first = first,
                     .last = view_end(r, first),
                     .shape = ""};
    bool baseline = false;
    for (int row = 0; row < r->questions.rows; row++)
        if (!strcmp(table_text(&r->questions, row, "ablation"), v.ablation)) v.question = row;
    for (int i = v.first; i < v.last; i++) baseline |= cells[i].log_ratio.n > 0;
    for (int i = v.first; i < v.last; i++) {
        const struct label *l = &r->labels[i];
        if (l->row >= v.rows) v.rows = l->row + 1;
        if (l->column >= v.columns) v.columns = l->column + 1;
        if (!has_answer(&cells[i], baseline) || l->column < v.column) continue;
        v.column = l->column;
        v.shape = l->shape;
    }
    return v;
}
