/* SPDX-License-Identifier: MIT
 * Numbers and small phrases of the report. See report.h. */
#include "harness/render/report.h"

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

char *counts_text(const int *counts, const char *const *names, int kinds)
{
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = 0; i < kinds; i++)
        if (counts[i]) text_add(&out, "%s%d %s", out.length ? ", " : "", counts[i], names[i]);
    return out.data;
}
