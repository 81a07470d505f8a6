/* SPDX-License-Identifier: MIT
 * Numbers of figures: a line for each unit says how its numbers are written. */
#include "harness/render/figures/figure_numbers.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>

struct value exactly(double v) { return (struct value){v, v, v, 0}; }

/* How numbers of a unit are written: sign, what follows, digits behind the point. */
static const struct style {
    bool sign;
    const char *after;
    int least, most; /* digits where there is an interval */
    int alone;       /* where there is none; -1: four significant ones */
    double fine;     /* what is less than this has at least two digits, below 0.1 three that
                      * are significant */
    double step;     /* from a prefix to the next; 0: there are none */
} styles[UNITS] = {
    [UNIT_PLAIN] = {false, "", 0, 4, -1, 0, 0},    [UNIT_GAIN] = {true, "", 2, 4, 3, 0, 0},
    [UNIT_CHANGE] = {true, " %", 1, 2, 1, 0, 0},   [UNIT_RATIO] = {false, "", 1, 3, 2, 2, 0},
    [UNIT_PERCENT] = {false, " %", 0, 3, 0, 0, 0}, [UNIT_SECONDS] = {false, "", 0, 0, 0, 0, 1000},
    [UNIT_BYTES] = {false, "", 0, 0, 0, 0, 1024},
};

static bool has_interval(struct value v) { return v.low < v.high; }

enum { MOST_DIGITS = 12 };

int small_ratio_digits(double ratio)
{
    int digits = ratio > 0 ? 2 - (int)floor(log10(ratio)) : 3;
    return digits < MOST_DIGITS ? digits : MOST_DIGITS;
}

/* Digits behind the point: those that half the interval's width still moves by two or more. */
static int digits_of(struct value v, const struct style *s)
{
    double half = (v.high - v.low) / 2;
    if (s->fine > 0 && v.at < 0.1) return small_ratio_digits(v.at);
    if (!has_interval(v) || !isfinite(half)) return s->alone;
    int digits = (int)-floor(log10(half / 2)), least = fabs(v.at) < s->fine ? 2 : s->least;
    return digits < least ? least : digits > s->most ? s->most : digits;
}

/* Without a minus before what is rounded to nothing. */
static char *fixed(double v, int digits, bool sign)
{
    if (digits < 0) return xformat("%.4g", v);
    double least = 0.5 * pow(10, -digits);
    if (fabs(v) < least) return xformat("%.*f", digits, 0.0);
    return xformat(sign ? "%+.*f" : "%.*f", digits, v);
}

/* Three significant digits and a prefix: the power of `step` that leaves 1 to step. */
static char *prefixed(double v, double step)
{
    static const char *const seconds[] = {"ns", "\xc2\xb5s", "ms", "s"};
    static const char *const bytes[] = {"B", "KiB", "MiB", "GiB"};
    const char *const *names = step == 1024 ? bytes : seconds;
    double rest = step == 1024 ? v : v * 1e9;
    int k = 0;
    while (k < 3 && rest >= 0.9995 * step) rest /= step, k++;
    int digits = rest < 9.995 ? 2 : rest < 99.95 ? 1 : 0;
    return xformat("%.*f %s", digits, rest, names[k]);
}

static char *written(double v, struct value whole, enum unit unit)
{
    const struct style *s = &styles[unit];
    return s->step > 0 ? prefixed(v, s->step) : fixed(v, digits_of(whole, s), s->sign);
}

char *value_text(struct value v, enum unit unit)
{
    char *number = written(v.at, v, unit), *text = xformat("%s%s", number, styles[unit].after);
    free(number);
    return text;
}

char *bound_text(struct value v, bool high, enum unit unit)
{
    return has_interval(v) ? written(high ? v.high : v.low, v, unit) : xstrdup("");
}

char *interval_text(struct value v, enum unit unit)
{
    if (!has_interval(v)) return xstrdup("");
    char *low = bound_text(v, false, unit), *high = bound_text(v, true, unit);
    char *text = xformat("[%s, %s]", low, high);
    free(low);
    free(high);
    return text;
}

char *value_with_interval(struct value v, enum unit unit)
{
    char *at = value_text(v, unit), *bounds = interval_text(v, unit);
    char *text = xformat("%s%s%s", at, *bounds ? " " : "", bounds);
    free(at);
    free(bounds);
    return text;
}

char *count_text(double count)
{
    if (isnan(count)) return xstrdup("an unknown number of");
    if (count >= 999.5e12) return xformat("%.0f trillion", count / 1e12);
    if (count >= 999.5e9) return xformat("%.3g trillion", count / 1e12);
    if (count >= 999.5e6) return xformat("%.3g billion", count / 1e9);
    if (count >= 999.5e3) return xformat("%.3g million", count / 1e6);
    if (count >= 9999.5) return xformat("%.0f thousand", count / 1e3);
    return xformat("%.0f", count);
}
