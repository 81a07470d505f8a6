/* SPDX-License-Identifier: MIT
 * What a figure was asked for: its options, and numbers of the entries it shows. */
#include "base/stats.h"
#include "harness/render/figures/figure_kinds.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *request_option(const struct request *r, const char *key, const char *otherwise)
{
    for (int i = 0; i < r->figure->option_count; i++)
        if (!strcmp(r->figure->options[i].key, key)) return r->figure->options[i].value;
    return otherwise;
}

int request_choice(const struct request *r, const char *key, const char *const *names, int count,
                   char **fault)
{
    const char *value = request_option(r, key, names[0]);
    struct text expected = {0};
    for (int i = 0; i < count; i++)
        if (!strcmp(names[i], value)) return i;
    for (int i = 0; i < count; i++) text_add(&expected, " %s", names[i]);
    *fault = xformat("option %s: \"%s\" is none of%s", key, value, expected.data);
    text_free(&expected);
    return -1;
}

double entry_number(const struct analysis *a, int entry, int axis)
{
    const char *text = axis < 0 ? "" : entry_value(a, entry, axis);
    char *end;
    double value = strtod(text, &end);
    return *text && !*end ? value : (double)NAN;
}

double entry_median(const struct analysis *a, int entry, const char *column)
{
    int winner = a->entries[entry].winner, n = 0;
    if (winner < 0) return NAN;
    const struct candidate *c = &a->candidates[winner];
    double *values = xarray((size_t)(c->last - c->first), sizeof *values);
    for (int i = c->first; i < c->last; i++) {
        const char *text = trial_text(a->run, a->members[i], column);
        if (a->members[i]->state == TRIAL_OK && *text) values[n++] = strtod(text, NULL);
    }
    double median = stats_median(values, n);
    free(values);
    return median;
}

/* ---- conditions: "axis=value axis=value", of which a panel has only the names ---- */

/* Cuts off the next word; *value: behind its '=', or NULL. */
static char *next_condition(char **rest, char **value)
{
    char *word;
    while ((word = strsep(rest, " ,")) && !*word) continue;
    if (!word) return NULL;
    *value = strchr(word, '=');
    if (*value) *(*value)++ = '\0';
    return word;
}

static const char *value_of(const struct request *r, int entry, const char *axis)
{
    if (!strcmp(axis, "arm")) return r->question->spec->arms[r->analysis->entries[entry].arm].name;
    return entry_value(r->analysis, entry, axes_find(&r->analysis->run->axes, axis));
}

void request_keep(struct request *r, const char *conditions)
{
    char *copy = xstrdup(conditions), *rest = copy, *axis, *value;
    while ((axis = next_condition(&rest, &value))) {
        int kept = 0;
        for (int i = 0; i < r->count; i++)
            if (!value || !strcmp(value_of(r, r->entries[i], axis), value))
                r->entries[kept++] = r->entries[i];
        r->count = kept;
    }
    free(copy);
}

/* ---- words ---- */

static char *const *values_of(const struct request *r, int entry)
{
    const struct candidate *c = &r->analysis->candidates[r->analysis->entries[entry].first];
    return r->analysis->members[c->first]->cell->values;
}

char *name_of_arm(const struct request *r, int entry)
{
    int arm = r->analysis->entries[entry].arm, all = 0, formulas = 0;
    for (int i = 0; i < r->count; i++) {
        const struct entry *e = &r->analysis->entries[r->entries[i]];
        all += e->arm == arm;
        formulas += e->arm == arm && e->by_formula;
    }
    const char *mark = !formulas ? "" : formulas < all ? " (in part by formula)" : " (by formula)";
    const struct spec *spec = r->question->spec;
    char *label =
        spec_label(spec, &r->analysis->run->axes, spec->arms[arm].label, values_of(r, entry));
    char *name = xformat("%s%s", label, mark);
    free(label);
    return name;
}

char *said_value(const struct request *r, int entry, int axis)
{
    return spec_said(r->question->spec, &r->analysis->run->axes, axis, values_of(r, entry),
                     entry_value(r->analysis, entry, axis));
}

char *said_place(const struct request *r, int entry, int axis)
{
    enum axis_type type = r->analysis->run->axes.list[axis].type;
    bool number = type == AXIS_INT || type == AXIS_REAL;
    return number ? xstrdup(entry_value(r->analysis, entry, axis)) : said_value(r, entry, axis);
}

char *said_conditions(const struct request *r, const char *conditions)
{
    char *copy = xstrdup(conditions), *rest = copy, *axis, *value;
    struct text out = {0};
    text_add(&out, "%s", "");
    while (r->count && (axis = next_condition(&rest, &value))) {
        bool arm = !strcmp(axis, "arm");
        char *said = arm ? name_of_arm(r, r->entries[0])
                         : said_value(r, r->entries[0], axes_find(&r->analysis->run->axes, axis));
        text_add(&out, "%s%s", out.length ? ", " : "", said);
        free(said);
    }
    free(copy);
    return out.data;
}

char *request_panel(const struct request *r, int entry)
{
    char *copy = xstrdup(request_option(r, "panel", "")), *rest = copy, *axis, *value;
    struct text panel = {0};
    text_add(&panel, "%s", "");
    while ((axis = next_condition(&rest, &value)) && *value_of(r, entry, axis))
        text_add(&panel, "%s%s=%s", panel.length ? " " : "", axis, value_of(r, entry, axis));
    if (axis) panel.data[0] = '\0';
    free(copy);
    return panel.data;
}

char *request_fault(const struct request *r)
{
    static const char *const options[] = {"x", "y", "panel", "where"};
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        char *copy = xstrdup(request_option(r, options[i], "")), *rest = copy, *axis, *value;
        char *fault = NULL;
        while (!fault && (axis = next_condition(&rest, &value)))
            if (strcmp(axis, "arm") && axes_find(&r->analysis->run->axes, axis) < 0)
                fault = xformat("option %s: \"%s\" is no axis of this run", options[i], axis);
        free(copy);
        if (fault) return fault;
    }
    return NULL;
}
