/* SPDX-License-Identifier: MIT
 * Formats numbers and names for pages. If a smaller metric is better, its gain g is the logarithm
 * of a ratio. Pages show such a gain as a reduction in percent, 100 (1 - exp(-g)). Other gains are
 * shown in the metric's unit. */
#include "base/rounded.h"
#include "harness/report/report.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Formats a value with three significant digits and the largest suitable unit, without an exponent.
 */
static const char *scaled(const struct page *p, double value, double step, const char *const *units)
{
    if (isnan(value)) return "";
    while (fabs(value) >= step * (step == 1000 ? 0.9995 : 0.9999) && units[1]) {
        value /= step;
        units++;
    }
    int digits = fabs(value) < 9.995 ? 2 : fabs(value) < 99.95 ? 1 : 0;
    return words(p, "%.*f %s", digits, value, *units);
}

const char *time_text(const struct page *p, double ns)
{
    return scaled(p, ns, 1000, (const char *const[]){"ns", "µs", "ms", "s", NULL});
}

const char *bytes_text(const struct page *p, double bytes)
{
    return scaled(p, bytes, 1024, (const char *const[]){"B", "KiB", "MiB", "GiB", "TiB", NULL});
}

const char *count_text(const struct page *p, double count)
{
    return isnan(count) ? "" : keep(p->w, rounded_count(count));
}

/* Returns the number of decimals of a ratio. */
static int ratio_digits(double ratio)
{
    if (ratio < 0.1) return small_ratio_digits(ratio);
    return ratio < 1.0995 && ratio > 0.9005 ? 3 : ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0;
}

const char *ratio_text(const struct page *p, double ratio)
{
    return isnan(ratio) ? "" : words(p, "%.*f", ratio_digits(ratio), ratio);
}

/* Formats a value. A value that rounds to 0 has no sign. */
static const char *fixed(const struct page *p, double v, int digits, bool plus)
{
    if (fabs(v) < 0.5 * pow(10, -digits)) return words(p, "%.*f", digits, 0.0);
    return words(p, plus ? "%+.*f" : "%.*f", digits, v);
}

/* Formats an estimate, multiplied by `sign`, such as "+0.21 [+0.04, +0.38]". With n = 1 there is no
 * interval. An interval below the page's confidence level is marked. */
static const char *estimate_text(const struct page *p, const struct estimate *e, int sign,
                                 bool plus, int digits, const char *unit)
{
    double one = sign * e->interval.low, other = sign * e->interval.high;
    if (!e->n) return "";
    const char *centre = words(p, "%s%s", fixed(p, sign * e->centre, digits, plus), unit);
    if (e->n < 2) return centre;
    const char *of = e->interval.enough ? "" : words(p, " of %.3g %%", 100 * e->interval.level);
    return words(p, "%s [%s, %s]%s", centre, fixed(p, fmin(one, other), digits, plus),
                 fixed(p, fmax(one, other), digits, plus), of);
}

/* Returns the distance between 0 and the interval, or 0 if the interval includes 0. */
static double nearest_bound(const struct estimate *e)
{
    double low = e->interval.low, high = e->interval.high;
    return e->n > 1 && low * high > 0 ? fmin(fabs(low), fabs(high)) : 0;
}

/* Returns the number of decimals for a gain. Half of the interval's width has one or two
 * significant digits, and a bound other than 0 is not printed as 0. */
static int gain_digits(const struct metric *m, const struct estimate *e)
{
    bool share = metric_span(m) < 100; /* metrics from 0 to 1, such as accuracy */
    double reach = e->n > 1 ? fabs(e->interval.high - e->interval.low) / 2 : 0;
    if (share) reach *= 100;
    int digits = (reach >= 9.5 ? 0 : reach >= 0.95 ? 1 : 2) + 2 * share;
    double nearest = nearest_bound(e);
    while (nearest > 0 && digits < 4 && nearest < 0.5 * pow(10, -digits)) digits++;
    return digits;
}

static double as_shown(const struct metric *m, double gain)
{
    return m ? gain_shown(m, gain) : exp(-gain);
}

static const char *shown_text(const struct page *p, const struct metric *m,
                              const struct estimate *g, int sign, bool plus)
{
    struct estimate e = *g;
    e.centre = as_shown(m, g->centre);
    e.interval.low = as_shown(m, g->interval.low);
    e.interval.high = as_shown(m, g->interval.high);
    double size = fabs(e.centre), most = fmax(e.interval.low, e.interval.high);
    bool useless = !m && e.n > 1 && most > 100 * size;
    if (useless) e.n = 1;
    int digits = m ? gain_digits(m, &e) : ratio_digits(e.n > 1 && size >= 0.1 ? most : size);
    const char *unit = m && !m->higher_is_better ? " %" : "";
    return estimate_text(p, &e, sign, plus, digits, useless ? " (interval too wide to use)" : unit);
}

const char *gain_text(const struct page *p, const struct metric *m, const struct estimate *g)
{
    return shown_text(p, m, g, 1, m);
}

/* Returns the size and direction of a gain, such as "2.1 % better [0.4, 3.8]". */
static const char *sided(const struct page *p, const struct metric *m, const struct estimate *g,
                         const char *side)
{
    const char *size = shown_text(p, m, g, g->centre < 0 ? -1 : 1, false);
    int length = (int)strcspn(size, "[");
    bool bracket = size[length];
    return words(p, "%.*s%s%s%s%s", length, size, bracket ? "" : " ", side, bracket ? " " : "",
                 size + length);
}

const char *gain_words(const struct page *p, const struct metric *m, const struct estimate *g)
{
    bool up = m->higher_is_better ? g->centre >= 0 : g->centre < 0;
    return words(p, "%s %s", metric_said(m), sided(p, m, g, up ? "higher" : "lower"));
}

const char *cell_text(const struct page *p, const struct effect *e)
{
    const struct metric *m = entry_question(p->a, e->entry)->metric;
    if (e->outcome == OUTCOME_NOT_JUDGED) return "∅ not judged";
    if (!e->gain.n) return no_gain_words(p, e);
    return words(p, "%s %s", outcome_mark(e->outcome, e->gain.centre),
                 sided(p, m, &e->gain, e->gain.centre < 0 ? "worse" : "better"));
}

const char marks_legend[] =
    "▲ better, ▼ worse; △ ▽ suggestive (the interval excludes 0, but the test is not "
    "significant after correction within the question); = equivalent; ? inconclusive; ∅ not "
    "judged.";

const char *outcome_mark(enum outcome outcome, double gain)
{
    static const char *const marks[OUTCOMES] = {
        [OUTCOME_NONE] = "",       [OUTCOME_BETTER] = "▲",       [OUTCOME_EQUIVALENT] = "=",
        [OUTCOME_WORSE] = "▼",     [OUTCOME_INCONCLUSIVE] = "?", [OUTCOME_BY_FORMULA] = "",
        [OUTCOME_NOT_JUDGED] = "∅"};
    return outcome != OUTCOME_SUGGESTIVE ? marks[outcome] : gain > 0 ? "△" : "▽";
}

const char *verdict_text(const struct page *p, const struct effect *e)
{
    bool timed = !entry_question(p->a, e->entry)->trains;
    return (timed ? outcome_names_of_time : outcome_names)[e->outcome];
}

const char *capital(const struct page *p, const char *text)
{
    return words(p, "%c%s", toupper((unsigned char)*text), text + 1);
}

const char *name_of(const struct page *p, int entry)
{
    return plain(p, keep(p->w, entry_name(p->a, entry)));
}

const char *label_of(const struct page *p, int entry)
{
    return plain(p, p->a->entries[entry].label);
}

const char *quoted(const struct page *p, const char *label)
{
    const char *mark = quote_mark(label);
    return words(p, "%s%s%s", mark, label, mark);
}

const char *quoted_name(const struct page *p, int entry)
{
    const char *label = label_of(p, entry);
    return words(p, "%s%s", quoted(p, label), name_of(p, entry) + strlen(label));
}
