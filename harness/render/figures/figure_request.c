/* SPDX-License-Identifier: MIT
 * What a figure was asked for: its options, and numbers of the entries it shows. */
#include "base/statistics/stats.h"
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

int request_axis(const struct request *r, struct spec_axis of, const char *otherwise)
{
    if (!otherwise) return -1;
    return of.axis >= 0 ? of.axis : axes_find(&r->analysis->run->axes, otherwise);
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

/* ---- which entries ---- */

void request_keep(struct request *r, const struct conditions *c)
{
    int kept = 0;
    for (int i = 0; i < r->count; i++)
        if (entry_meets(r->analysis, r->entries[i], c)) r->entries[kept++] = r->entries[i];
    r->count = kept;
}

bool request_has_panel(const struct request *r, int entry)
{
    for (int i = 0; i < r->figure->panel_count; i++)
        if (!*entry_value(r->analysis, entry, r->figure->panel[i].axis)) return false;
    return true;
}

bool request_same_panel(const struct request *r, int entry, int other)
{
    for (int i = 0; i < r->figure->panel_count; i++) {
        int axis = r->figure->panel[i].axis;
        if (strcmp(entry_value(r->analysis, entry, axis), entry_value(r->analysis, other, axis)))
            return false;
    }
    return true;
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

static void add_said(struct text *out, char *said)
{
    text_add(out, "%s%s", out->length ? ", " : "", said);
    free(said);
}

char *said_held(const struct request *r)
{
    const struct conditions *where = &r->figure->where;
    struct text out = {0};
    text_add(&out, "%s", "");
    for (int i = 0; i < where->set.count && r->count; i++)
        if (where->set.list[i].value_count == 1)
            add_said(&out, said_value(r, r->entries[0], where->set.list[i].axis));
    if (where->arm_count == 1 && r->count) add_said(&out, name_of_arm(r, r->entries[0]));
    for (int i = 0; i < r->figure->panel_count && r->count; i++)
        add_said(&out, said_value(r, r->entries[0], r->figure->panel[i].axis));
    return out.data;
}

char *request_panel(const struct request *r, int entry)
{
    const struct axes *axes = &r->analysis->run->axes;
    struct text panel = {0};
    text_add(&panel, "%s", "");
    for (int i = 0; i < r->figure->panel_count; i++) {
        int axis = r->figure->panel[i].axis;
        text_add(&panel, "%s%s=%s", i ? " " : "", axes->list[axis].name,
                 entry_value(r->analysis, entry, axis));
    }
    return panel.data;
}
