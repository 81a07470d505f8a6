/* SPDX-License-Identifier: MIT
 * Numbers and small phrases of the report.
 *
 * Of a metric of which less is better a gain g is a log-ratio and is told as the percentage by
 * which the metric falls, 100 (1 - exp(-g)); of the others it is told in the metric's own unit. */
#include "harness/render/report.h"

#include <math.h>
#include <string.h>

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

/* ---- estimates ---- */

const char *estimate_text(struct document *d, const struct estimate *e, int sign, bool plus,
                          int digits, const char *unit)
{
    double one = sign * e->interval.low, other = sign * e->interval.high;
    if (!e->n) return "";
    const char *centre = doc_text(d, plus ? "%+.*f%s" : "%.*f%s", digits, sign * e->centre, unit);
    if (e->n < 2) return centre;
    return doc_text(d, plus ? "%s [%+.*f, %+.*f]" : "%s [%.*f, %.*f]", centre, digits,
                    fmin(one, other), digits, fmax(one, other));
}

static struct estimate scaled_by(const struct estimate *e, double (*scale)(double))
{
    struct estimate told = *e;
    told.centre = scale(e->centre);
    told.interval.low = scale(e->interval.low);
    told.interval.high = scale(e->interval.high);
    return told;
}

static double time_of_gain(double gain) { return exp(-gain); }
static double percent_of_gain(double gain) { return -100 * expm1(-gain); }
static double unchanged(double gain) { return gain; }

static const char *ratios_text(struct document *d, const struct estimate *e,
                               double (*scale)(double))
{
    struct estimate ratio = scaled_by(e, scale);
    double most = fmax(ratio.interval.low, ratio.interval.high);
    bool useless = e->n > 1 && most > 100 * ratio.centre;
    if (useless) ratio.n = 1;
    return doc_text(
        d, "%s%s",
        estimate_text(d, &ratio, 1, false, ratio_digits(ratio.n > 1 ? most : ratio.centre), ""),
        useless ? " (interval too wide to use)" : "");
}

const char *time_ratio_text(struct document *d, const struct cost *c)
{
    return ratios_text(d, &c->log_time, exp);
}

const char *cost_text(struct document *d, const struct cost *c)
{
    const char *time = time_ratio_text(d, c), *parameters = ratio_text(d, c->parameters);
    return doc_text(d, "%s%s%s%s", *time ? "time " : "", time, *parameters ? "; parameters " : "",
                    parameters);
}

/* A gain of a margin's size gets three figures. */
static const char *trained_gain(struct document *d, const struct metric *m,
                                const struct estimate *g, int sign, bool plus)
{
    struct estimate e = scaled_by(g, m->higher_is_better ? unchanged : percent_of_gain);
    double size = fabs(e.centre);
    int digits = m->higher_is_better ? (size < 1 ? 4 : 2) : size < 10 ? 2 : 1;
    return estimate_text(d, &e, sign, plus, digits, m->higher_is_better ? "" : " %");
}

const char *gain_text(struct document *d, const struct metric *m, const struct estimate *g)
{
    return m ? trained_gain(d, m, g, 1, true) : ratios_text(d, g, time_of_gain);
}

const char *gain_words(struct document *d, const struct metric *m, const struct estimate *g)
{
    if (!m) return doc_text(d, "time %s", gain_text(d, m, g));
    bool up = m->higher_is_better ? g->centre >= 0 : g->centre < 0;
    return doc_text(d, "%s %s by %s", m->name, up ? "higher" : "lower",
                    trained_gain(d, m, g, g->centre < 0 ? -1 : 1, false));
}

/* ---- lists and names ---- */

void list_add(struct text *t, const char *separator, const char *item)
{
    text_add(t, "%s%s", t->length ? separator : "", item);
}

const char *counts_text(struct document *d, const int *counts, const char *const *names, int kinds)
{
    struct text out = {0};
    for (int i = 0; i < kinds; i++)
        if (counts[i] && *names[i]) list_add(&out, ", ", doc_text(d, "%d %s", counts[i], names[i]));
    return doc_keep(d, out.data);
}

const char *things(struct document *d, int count, const char *one, const char *many)
{
    return doc_text(d, "%d %s", count, count == 1 ? one : many);
}

const char *name_of(const struct page *p, int entry)
{
    return doc_keep(p->d, entry_name(p->a, entry));
}

const char *question_words(const struct question *q)
{
    return q->spec->question ? q->spec->question : q->spec->name;
}

const char *folder_name(const struct report *r)
{
    const char *slash = strrchr(r->run.path, '/');
    return slash ? slash + 1 : r->run.path;
}

const char *started_text(const struct report *r)
{
    const json_t *session = json_array_get(json_object_get(r->run.manifest, "sessions"), 0);
    const char *text = json_string_value(json_object_get(session, "started_utc"));
    return text ? text : "";
}
