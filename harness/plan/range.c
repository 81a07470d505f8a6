/* SPDX-License-Identifier: MIT
 * Expands ranges of numbers. The last number is included if a step reaches it.
 *  1-4          1, 2, 3, 4
 *  2-10+2       2, 4, 6, 8, 10
 *  128-8192*2   128, 256, ..., 8192
 *  1-4*sqrt2    1, 1.41, 2, 2.83, 4 */
#include "harness/plan/spec_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_VALUES = 10000 };

struct range {
    double first, last, step;
    bool multiply, half_doublings; /* half_doublings: true if factor is sqrt(2) */
};

/* Parses "first-last", "first-last+step" or "first-last*factor". Also sets *is_range for
 * unsupported notations such as 1..3 and 1:3, which are then rejected. */
static bool scan(const char *text, struct range *r, bool *is_range)
{
    char *end;
    r->first = strtod(text, &end);
    bool foreign = *end == ':' || (*end == '.' && end != text && end[-1] == '.');
    *is_range =
        end != text && !strstr(text, "0x") && !strstr(text, "0X") && (*end == '-' || foreign);
    if (!*is_range || foreign) return false;
    const char *last = end + 1;
    r->last = strtod(last, &end);
    *r = (struct range){r->first, r->last, 1, *end == '*', !strcmp(end, "*sqrt2")};
    if (end == last) return false;
    if (!*end) return true;
    if (r->half_doublings) return r->step = sqrt(2), true;
    if (*end != '+' && *end != '*') return false;
    const char *step = end + 1;
    r->step = strtod(step, &end);
    return end != step && !*end;
}

/* Writes number i of a range as text, rounded to 14 digits so that 0.1 + 0.2 becomes 0.3. With
 * factor sqrt2, even i gives an exact power of two times `first`; odd i is rounded to three digits.
 */
static double value_at(const struct range *r, int i, char *digits, size_t size)
{
    double value = r->multiply ? r->first * pow(r->step, i) : r->first + i * r->step;
    if (r->half_doublings) value = r->first * ldexp(i % 2 ? r->step : 1, i / 2);
    snprintf(digits, size, "%.*g", r->half_doublings && i % 2 ? 3 : 14, value);
    return strtod(digits, NULL);
}

static const char *fault_of(const struct range *r)
{
    if (!isfinite(r->first) || !isfinite(r->last) || !isfinite(r->step))
        return "the numbers must be finite";
    if (r->first > r->last) return "the last number must not be below the first";
    if (r->multiply && (r->first <= 0 || r->step <= 1))
        return "*factor needs a positive first number and a factor above 1";
    return r->step <= 0 ? "the step after + must be positive" : NULL;
}

char **range_expand(const char *text, int *count, char **error)
{
    struct range r;
    char **list = NULL, digits[32];
    bool is_range, good = scan(text, &r, &is_range);
    const char *fault = good ? fault_of(&r) : NULL;
    *count = 0;
    *error = NULL;
    if (good && !fault) {
        while (value_at(&r, *count, digits, sizeof digits) <= r.last && *count <= MAX_VALUES) {
            list = xroom(list, (size_t)*count, sizeof *list);
            list[(*count)++] = xstrdup(digits);
        }
        if (*count && *count <= MAX_VALUES) return list;
        texts_free(list, *count);
        fault = *count ? "a range may have at most 10,000 values"
                       : "no value remains after rounding to 14 digits";
    }
    if (fault) return *error = xformat("found the range '%s', but %s", text, fault), NULL;
    if (is_range) {
        *error = xformat("found '%s', expected a range: first-last, first-last+step, "
                         "first-last*factor or first-last*sqrt2",
                         text);
        return NULL;
    }
    list = xarray(1, sizeof *list);
    list[(*count)++] = xstrdup(text);
    return list;
}
