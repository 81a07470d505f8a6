/* SPDX-License-Identifier: MIT
 * Numbers and small phrases of the report.
 *
 * Of a metric of which less is better a gain g is a log-ratio and is told as the percentage by
 * which the metric falls, 100 (1 - exp(-g)); of the others it is told in the metric's own unit. */
#include "harness/render/report.h"

#include <math.h>

/* Three significant digits without exponent. */
static const char *scaled(struct document *d, double value, double step, const char *const *units)
{
    if (isnan(value)) return "";
    while (fabs(value) >= step * (step == 1000 ? 0.9995 : 0.9999) && units[1]) {
        value /= step;
        units++;
    }
    int digits = fabs(value) < 9.995 ? 2 : fabs(value) < 99.95 ? 1 : 0;
    return doc_text(d, "%.*f %s", digits, value, *units);
}

const char *time_text(struct document *d, double ns)
{
    return scaled(d, ns, 1000, (const char *const[]){"ns", "µs", "ms", "s", NULL});
}

const char *bytes_text(struct document *d, double bytes)
{
    return scaled(d, bytes, 1024, (const char *const[]){"B", "KiB", "MiB", "GiB", "TiB", NULL});
}

const char *number(struct document *d, int digits, double value)
{
    return isnan(value) ? "" : doc_text(d, "%.*f", digits, value);
}

const char *significant(struct document *d, int digits, double value)
{
    return isnan(value) ? "" : doc_text(d, "%.*g", digits, value);
}

/* ---- ratios ---- */

/* Digits after the point that a ratio of this size deserves. */
static int ratio_digits(double ratio)
{
    return ratio < 1.9995 ? 3 : ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0;
}

const char *ratio_text(struct document *d, double ratio)
{
    return number(d, ratio_digits(ratio), ratio);
}

const char *time_gain_text(struct document *d, const struct estimate *e)
{
    double ratio = exp(-e->centre), low = exp(-e->interval.high), high = exp(-e->interval.low);
    int digits = ratio_digits(high);
    if (e->n < 2) return e->n ? ratio_text(d, ratio) : "";
    return doc_text(d, "%.*f [%.*f, %.*f]", digits, ratio, digits, low, digits, high);
}

const char *time_ratio_text(struct document *d, const struct cost *c)
{
    const struct estimate *e = &c->log_time;
    if (!e->n) return "";
    const char *ratio = ratio_text(d, exp(e->centre));
    if (!e->interval.enough) return ratio;
    if (exp(e->interval.high - e->centre) > 100)
        return doc_text(d, "%s (interval too wide to use)", ratio);
    return doc_text(d, "%s [%s, %s]", ratio, ratio_text(d, exp(e->interval.low)),
                    ratio_text(d, exp(e->interval.high)));
}

const char *cost_text(struct document *d, const struct cost *c)
{
    const char *time = time_ratio_text(d, c), *parameters = ratio_text(d, c->parameters);
    return doc_text(d, "%s%s%s%s", *time ? "time " : "", time, *parameters ? "; parameters " : "",
                    parameters);
}

/* ---- gains of trainings ---- */

static double told(const struct metric *m, double gain)
{
    return m->higher_is_better ? gain : -100 * expm1(-gain);
}

/* Digits after the point so that a gain of a margin's size has three figures. */
static int digits_of(const struct metric *m, double value)
{
    double size = fabs(value);
    if (!m->higher_is_better) return size < 10 ? 2 : 1;
    return size < 1 ? 4 : 2;
}

const char *gain_text(struct document *d, const struct metric *m, const struct estimate *g)
{
    double mean = told(m, g->centre);
    int digits = digits_of(m, mean);
    if (!g->n) return "";
    const char *text = doc_text(d, "%+.*f%s", digits, mean, m->higher_is_better ? "" : " %");
    if (!g->interval.enough) return text;
    return doc_text(d, "%s [%+.*f, %+.*f]", text, digits, told(m, g->interval.low), digits,
                    told(m, g->interval.high));
}

const char *gain_words(struct document *d, const struct metric *m, const struct estimate *g)
{
    bool up = m->higher_is_better ? g->centre >= 0 : g->centre < 0;
    double sign = g->centre < 0 ? -1 : 1;
    double mean = sign * told(m, g->centre);
    double one = sign * told(m, g->interval.low), other = sign * told(m, g->interval.high);
    int digits = digits_of(m, mean);
    const char *text = doc_text(d, "%s %s by %.*f%s", m->name, up ? "higher" : "lower", digits,
                                mean, m->higher_is_better ? "" : " %");
    if (!g->interval.enough) return text;
    return doc_text(d, "%s [%.*f, %.*f]", text, digits, fmin(one, other), digits, fmax(one, other));
}

/* ---- names ---- */

const char *counts_text(struct document *d, const int *counts, const char *const *names, int kinds)
{
    struct text out = {0};
    for (int i = 0; i < kinds; i++)
        if (counts[i]) text_add(&out, "%s%d %s", out.length ? ", " : "", counts[i], names[i]);
    return doc_keep(d, out.data);
}

const char *name_of(struct document *d, const struct analysis *a, int entry)
{
    return doc_keep(d, entry_name(a, entry));
}

const char *question_words(const struct question *q)
{
    return q->spec->question ? q->spec->question : q->spec->name;
}

const char *started_text(const struct report *r)
{
    const json_t *session = json_array_get(json_object_get(r->run.manifest, "sessions"), 0);
    const char *text = json_string_value(json_object_get(session, "started_utc"));
    return text ? text : "";
}
