/* SPDX-License-Identifier: MIT
 * Numbers and small phrases of the report.
 *
 * Of a metric of which less is better a gain g is a log-ratio and is given as the percentage by
 * which the metric falls, 100 (1 - exp(-g)); of the others it is given in the metric's own unit. */
#include "harness/render/rounded_words.h"
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

/* Digits after the point that a ratio of this size deserves. */
static int ratio_digits(double ratio)
{
    if (ratio < 0.1) return small_ratio_digits(ratio);
    return ratio < 1.9995 ? 3 : ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0;
}

const char *ratio_text(struct document *d, double ratio)
{
    return number(d, ratio_digits(ratio), ratio);
}

/* Without a sign before what is rounded to nothing. */
static const char *fixed(struct document *d, double v, int digits, bool plus)
{
    if (fabs(v) < 0.5 * pow(10, -digits)) return doc_text(d, "%.*f", digits, 0.0);
    return doc_text(d, plus ? "%+.*f" : "%.*f", digits, v);
}

/* "+0.21 [+0.04, +0.38]", times a sign; n = 1: no interval. */
static const char *estimate_text(struct document *d, const struct estimate *e, int sign, bool plus,
                                 int digits, const char *unit)
{
    double one = sign * e->interval.low, other = sign * e->interval.high;
    if (!e->n) return "";
    const char *centre = doc_text(d, "%s%s", fixed(d, sign * e->centre, digits, plus), unit);
    if (e->n < 2) return centre;
    /* A bracket of less than the level of the page says so itself. */
    const char *of = e->interval.enough ? "" : doc_text(d, " of %.3g %%", 100 * e->interval.level);
    return doc_text(d, "%s [%s, %s]%s", centre, fixed(d, fmin(one, other), digits, plus),
                    fixed(d, fmax(one, other), digits, plus), of);
}

/* A gain as people read it; without a metric the ratio of times. */
static double told(const struct metric *m, double gain)
{
    return m ? gain_told(m, gain) : exp(-gain);
}

/* How near the interval comes to 0, if it leaves it outside; else 0. */
static double nearest_bound(const struct estimate *e)
{
    double low = e->interval.low, high = e->interval.high;
    return e->n > 1 && low * high > 0 ? fmin(fabs(low), fabs(high)) : 0;
}

/* As many as the interval allows: half of its width has one or two figures. A bound that leaves 0
 * outside is not rounded to it, since a verdict may hang on it. */
static int gain_digits(const struct metric *m, const struct estimate *e)
{
    bool share = metric_span(m) < 100; /* as accuracy; else as BLEU, or in per cent */
    double reach = e->n > 1 ? fabs(e->interval.high - e->interval.low) / 2 : 0;
    if (share) reach *= 100;
    int digits = (reach >= 9.5 ? 0 : reach >= 0.95 ? 1 : 2) + 2 * share;
    double nearest = nearest_bound(e);
    while (nearest > 0 && digits < 4 && nearest < 0.5 * pow(10, -digits)) digits++;
    return digits;
}

static const char *told_text(struct document *d, const struct metric *m, const struct estimate *g,
                             int sign, bool plus)
{
    struct estimate e = *g;
    e.centre = told(m, g->centre);
    e.interval.low = told(m, g->interval.low);
    e.interval.high = told(m, g->interval.high);
    double size = fabs(e.centre), most = fmax(e.interval.low, e.interval.high);
    bool useless = !m && e.n > 1 && most > 100 * size;
    if (useless) e.n = 1;
    int digits = m ? gain_digits(m, &e) : ratio_digits(e.n > 1 && size >= 0.1 ? most : size);
    const char *unit = m && !m->higher_is_better ? " %" : "";
    return estimate_text(d, &e, sign, plus, digits, useless ? " (interval too wide to use)" : unit);
}

const char *gain_text(struct document *d, const struct metric *m, const struct estimate *g)
{
    return told_text(d, m, g, 1, m);
}

const char *gain_size_text(struct document *d, const struct metric *m, const struct estimate *g)
{
    return told_text(d, m, g, g->centre < 0 ? -1 : 1, false);
}

const char *gain_words(struct document *d, const struct metric *m, const struct estimate *g)
{
    if (!m) return doc_text(d, "time %s", gain_text(d, m, g));
    bool up = m->higher_is_better ? g->centre >= 0 : g->centre < 0;
    return doc_text(d, "%s %s by %s", metric_said(m), up ? "higher" : "lower",
                    gain_size_text(d, m, g));
}

const char *time_ratio_text(struct document *d, const struct cost *c)
{
    struct estimate gain = c->log_time;
    gain.centre *= -1;
    gain.interval.low *= -1;
    gain.interval.high *= -1;
    const char *text = gain_text(d, NULL, &gain);
    return *text ? doc_text(d, "%s%s", text, by_formula_mark(c)) : "";
}

const char *cost_text(struct document *d, const struct cost *c)
{
    const char *time = time_ratio_text(d, c), *parameters = ratio_text(d, c->parameters);
    const char *between = *time && *parameters ? "; " : "";
    return doc_text(d, "%s%s%s%s%s", *time ? "time " : "", time, between,
                    *parameters ? "parameters " : "", parameters);
}

static enum tone tone_by(enum outcome outcome, double centre)
{
    static const enum tone tones[OUTCOMES] = {[OUTCOME_BETTER] = TONE_BETTER,
                                              [OUTCOME_EQUIVALENT] = TONE_EQUIVALENT,
                                              [OUTCOME_WORSE] = TONE_WORSE,
                                              [OUTCOME_UNRESOLVED] = TONE_UNRESOLVED,
                                              [OUTCOME_NOT_ASSESSABLE] = TONE_NOT_ASSESSABLE};
    if (outcome != OUTCOME_SUGGESTIVE) return tones[outcome];
    return centre > 0 ? TONE_SUGGESTIVE_BETTER : TONE_SUGGESTIVE_WORSE;
}

enum tone tone_of(const struct effect *e) { return tone_by(e->outcome, e->gain.centre); }

enum tone tone_of_change(const struct interaction *x)
{
    return tone_by(x->outcome, x->gain.centre);
}

const char *legend_of_tones(struct document *d)
{
    struct text out = {0};
    for (enum tone t = TONE_NONE + 1; t < TONES; t++)
        list_add(&out, ", ", doc_text(d, "%s %s", tone_looks[t].mark, tone_looks[t].name));
    return doc_keep(d, out.data);
}

const char *counts_text(struct document *d, const int *counts, const char *const *names, int kinds)
{
    struct text out = {0};
    for (int i = 0; i < kinds; i++)
        if (counts[i] && *names[i]) list_add(&out, ", ", doc_text(d, "%d %s", counts[i], names[i]));
    return doc_keep(d, out.data);
}
