/* SPDX-License-Identifier: MIT
 * Ranges of numbers as specifications write them: 1-4, 2-10+2, 128-8192*2, 0.001-0.064*sqrt2. */
#include "harness/plan/spec_read.h"
#include "base/mem.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VALUES = 10000 }; /* more is a slip of the finger */

struct range {
    double first, last, step;
    bool multiply, half_doublings; /* *sqrt2 */
};

/* 1..3 or 1:3, of which the number before two dots takes the first of them. */
static bool as_elsewhere(const char *end) { return *end == ':' || (*end == '.' && end[-1] == '.'); }

/* Reads "first-last", "first-last+step" or "first-last*factor"; *is_range: it begins like one, or
 * like those of other languages. */
static bool scan(const char *text, struct range *r, bool *is_range)
{
    char *end;
    r->first = strtod(text, &end);
    bool decimal = !strstr(text, "0x") && !strstr(text, "0X"); /* an axis takes no other either */
    *is_range = end != text && decimal && (*end == '-' || as_elsewhere(end));
    if (!*is_range || *end != '-') return false;
    const char *at = end + 1;
    r->last = strtod(at, &end);
    if (end == at) return false;
    *r = (struct range){r->first, r->last, 1, *end == '*', !strcmp(end, "*sqrt2")};
    if (!*end) return true;
    if (*end != '+' && *end != '*') return false;
    at = end + 1;
    if (r->half_doublings) return r->step = sqrt(2), true;
    r->step = strtod(at, &end);
    return end != at && !*end;
}

/* Value i as text, free of the dust that adding up steps leaves (0.1 + 0.2 is 0.3 here). In steps
 * of sqrt2 every other value is a doubling, and what lies between two is cut to three digits. */
static double value_at(const struct range *r, int i, char *digits, size_t size)
{
    double value = r->multiply ? r->first * pow(r->step, i) : r->first + i * r->step;
    if (r->half_doublings) value = r->first * ldexp(i % 2 ? r->step : 1, i / 2);
    snprintf(digits, size, "%.*g", r->half_doublings && i % 2 ? 3 : 14, value);
    return strtod(digits, NULL);
}

static char *complaint(const char *text, const struct range *r)
{
    const char *wrong = NULL;
    char digits[32];
    if (!isfinite(r->first) || !isfinite(r->last) || !isfinite(r->step))
        wrong = "its numbers must be finite";
    else if (r->first > r->last)
        wrong = "it must rise from first to last";
    else if (r->multiply && (r->first <= 0 || r->step <= 1))
        wrong = "a *factor needs a positive first value and a factor above 1";
    else if (r->step <= 0)
        wrong = "a +step must be positive";
    else if (value_at(r, 0, digits, sizeof digits) > r->last)
        wrong = "none of its values has 14 digits or fewer, which is all that is kept of one";
    return wrong ? xformat("found the range '%s', but %s", text, wrong) : NULL;
}

static char **append(char **list, int count, char *value)
{
    list = xgrow(list, (size_t)count + 1, sizeof *list);
    list[count] = value;
    return list;
}

char **range_expand(const char *text, int *count, char **error)
{
    struct range r;
    char **list = NULL, digits[32];
    bool is_range;
    *count = 0;
    *error = NULL;
    if (scan(text, &r, &is_range)) {
        if ((*error = complaint(text, &r))) return NULL;
        while (value_at(&r, *count, digits, sizeof digits) <= r.last && *count <= MAX_VALUES)
            list = append(list, (*count)++, xstrdup(digits));
        if (*count <= MAX_VALUES) return list;
        for (int i = 0; i < *count; i++) free(list[i]);
        free(list);
        *error = xformat("found the range '%s', which has more than %d values", text, MAX_VALUES);
        return NULL;
    }
    if (!is_range) return append(list, (*count)++, xstrdup(text));
    *error = xformat("found '%s', expected a range: first-last, first-last+step, "
                     "first-last*factor or first-last*sqrt2",
                     text);
    return NULL;
}
