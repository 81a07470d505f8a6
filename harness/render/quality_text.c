/* SPDX-License-Identifier: MIT
 * Gains in words and figures. See report.h.
 *
 * Of a metric of which less is better a gain g is a log-ratio and is told as the percentage by
 * which the metric falls, 100 (1 - exp(-g)); of the others it is told in the metric's own unit. */
#include "harness/render/report.h"

#include <math.h>
#include <stdlib.h>

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

char *gain_text(const struct metric *m, const struct paired *g)
{
    const char *unit = m->higher_is_better ? "" : " %";
    double mean = told(m, g->mean), low = told(m, g->interval.low),
           high = told(m, g->interval.high);
    int digits = digits_of(m, mean);
    if (!g->n) return xstrdup("");
    if (!g->interval.enough) return xformat("%+.*f%s", digits, mean, unit);
    return xformat("%+.*f%s [%+.*f, %+.*f]", digits, mean, unit, digits, low, digits, high);
}

char *gain_words(const struct metric *m, const struct paired *g)
{
    const char *unit = m->higher_is_better ? "" : " %";
    bool up = m->higher_is_better ? g->mean >= 0 : g->mean < 0;
    double sign = g->mean < 0 ? -1 : 1;
    double mean = sign * told(m, g->mean);
    double low = sign * told(m, sign > 0 ? g->interval.low : g->interval.high);
    double high = sign * told(m, sign > 0 ? g->interval.high : g->interval.low);
    int digits = digits_of(m, mean);
    const char *name = m->name, *way = up ? "higher" : "lower";
    if (!g->interval.enough) return xformat("%s %s by %.*f%s", name, way, digits, mean, unit);
    return xformat("%s %s by %.*f%s [%.*f, %.*f]", name, way, digits, mean, unit, digits, low,
                   digits, high);
}

/* "1.25 [1.20, 1.31]" */
char *time_ratio_text(const struct cost *c)
{
    const struct paired *p = &c->log_time;
    double reach = exp(p->interval.high - p->mean);
    if (!p->n) return xstrdup("");
    char *ratio = ratio_text(exp(p->mean));
    if (!p->interval.enough) return ratio;
    char *low = ratio_text(exp(p->interval.low)), *high = ratio_text(exp(p->interval.high));
    char *text = reach > 100 ? xformat("%s (interval too wide to use)", ratio)
                             : xformat("%s [%s, %s]", ratio, low, high);
    free(ratio);
    free(low);
    free(high);
    return text;
}

/* The label, with its condition where there are several. */
char *contender_name(const struct study *s, int contender)
{
    const struct contender *c = &s->contenders[contender];
    return *c->shape ? xformat("%s (%s)", c->label, c->shape) : xstrdup(c->label);
}
