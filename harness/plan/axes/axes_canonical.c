/* SPDX-License-Identifier: MIT
 * One value of an axis: checking it, and its canonical text (axes.h). */
#include "base/nearest.h"
#include "harness/plan/axes/axes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A decimal number and nothing else; no hexadecimal, no names. */
static bool decimal(const char *text, double *value)
{
    char *end;
    if (!*text || strspn(text, "+-.0123456789eE") != strlen(text)) return false;
    *value = strtod(text, &end);
    return !*end && isfinite(*value);
}

static char *fit(const struct axis *axis, const struct axis_case *c, const char *text)
{
    double value;
    char digits[32];
    if (axis->type == AXIS_TEXT) return *text || !*c->default_text ? xstrdup(text) : NULL;
    if (axis->type == AXIS_CHOICE) {
        for (int i = 0; i < c->choice_count; i++)
            if (!strcmp(c->choices[i], text)) return xstrdup(text);
        return NULL;
    }
    if (!decimal(text, &value) || value < c->min || value > c->max) return NULL;
    if (axis->type == AXIS_REAL) return xstrdup(number_text(value == 0 ? 0 : value, digits));
    /* Beyond 2^53 a double no longer tells integers apart. */
    return value == trunc(value) && fabs(value) <= 0x1p53 ? xformat("%.0f", value + 0.0) : NULL;
}

static void add_choices(struct text *out, const struct axis *axis, const struct axis_case *only,
                        const char *found)
{
    const char **names = NULL;
    int count = 0;
    for (int k = 0; k < axis->case_count; k++) {
        const struct axis_case *c = &axis->cases[k];
        for (int i = 0; (!only || c == only) && i < c->choice_count; i++) {
            bool seen = false;
            for (int j = 0; j < count; j++) seen |= !strcmp(names[j], c->choices[i]);
            if (seen) continue;
            names = xgrow(names, (size_t)count + 1, sizeof *names);
            names[count++] = c->choices[i];
        }
    }
    text_add(out, "one of");
    for (int i = 0; i < count; i++) text_add(out, " %s", names[i]);
    add_nearest(out, found, names, count);
    free(names);
}

static char *misfit(const struct axis *axis, const struct axis_case *only, const char *text)
{
    struct text out = {0};
    double min = HUGE_VAL, max = -HUGE_VAL;
    text_add(&out, "found '%s', expected ", text);
    for (int k = 0; k < axis->case_count; k++) {
        const struct axis_case *c = &axis->cases[k];
        if (only && c != only) continue;
        min = fmin(min, c->min);
        max = fmax(max, c->max);
    }
    if (axis->type == AXIS_CHOICE)
        add_choices(&out, axis, only, text);
    else if (axis->type == AXIS_TEXT)
        text_add(&out, "a text: %s", (only ? only : axis->cases)->doc);
    else
        text_add(&out, "%s from %.15g to %.15g", axis->type == AXIS_INT ? "an integer" : "a number",
                 min, max);
    return out.data;
}

char *axis_canonical(const struct axis *axis, const struct axis_case *only, const char *text,
                     char **error)
{
    char *value = NULL;
    for (int k = 0; k < axis->case_count && !value; k++)
        if (!only || only == &axis->cases[k]) value = fit(axis, &axis->cases[k], text);
    *error = value ? NULL : misfit(axis, only, text);
    return value;
}
