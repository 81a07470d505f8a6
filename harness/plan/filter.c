/* SPDX-License-Identifier: MIT
 * Parses and applies the filters of the command line (expand.h). */
#include "base/door.h"
#include "base/nearest.h"
#include "harness/plan/plan_rows.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- parsing ---- */

/* Returns the length of the name in "name=value", or 0 for any other text. */
static size_t assignment_name(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_') length++;
    return text[length] == '=' && text[length + 1] != '=' ? length : 0;
}

static bool of_arms(const struct filter *f) { return !f->formula && f->allowed.axis < 0; }

/* Adds an axis value or an arm to a filter. On failure, returns false and sets *error. */
static bool add_value(struct setting *s, const struct axes *axes, const char *value, char **error)
{
    if (s->axis >= 0) return setting_add_values(s, &axes->list[s->axis], value, error);
    s->values = xgrow(s->values, (size_t)s->value_count + 1, sizeof *s->values);
    s->values[s->value_count++] = xstrdup(value);
    return true;
}

/* Adds comma-separated values. Text values and arm names may contain commas, so the whole text is
 * also added as one value. */
static void add_values(struct setting *s, const struct axes *axes, const char *values, char **error)
{
    char *list = xstrdup(values), *rest = list;
    bool good = true, text = s->axis < 0 || axes->list[s->axis].type == AXIS_TEXT;
    for (char *one; good && (one = strsep(&rest, ","));) good = add_value(s, axes, one, error);
    if (good && text && strchr(values, ',')) add_value(s, axes, values, error);
    free(list);
}

static bool parse_one(struct filter *f, const char *text, const struct planning *p)
{
    enum { MOST = 16384 }; /* maximum length of a filter in bytes; formulas have the same limit */
    size_t length = assignment_name(text);
    char *name = xformat("%.*s", (int)length, text);
    char *error = door_fault((struct string){text, strlen(text)});
    int column;
    *f = (struct filter){.text = text, .allowed.axis = length ? axes_find(p->axes, name) : -1};
    if (strlen(text) > MOST && !error)
        error = xformat("found %zu bytes, expected at most %d", strlen(text), MOST);
    if (!error && !length)
        f->formula = formula_parse(text, axes_or_arm_known, (void *)p->axes, &error, &column);
    else if (!error && f->allowed.axis < 0 && strcmp(name, "arm") != 0)
        error = axes_unknown(p->axes, name);
    else if (!error)
        add_values(&f->allowed, p->axes, text + length + 1, &error);
    if (error)
        diag_add(p->diags, "--filter", 0, 0,
                 "'%.*s': %s (expected axis=value, or a formula over axes and `arm`)",
                 (int)utf8_offset((struct string){text, strlen(text)}, 60), text, error);
    bool good = !error;
    free(error);
    free(name);
    return good;
}

bool filters_parse(struct filters *f, const char *const *texts, int count, const struct planning *p)
{
    bool good = true;
    *f = (struct filters){xarray((size_t)count, sizeof *f->list), count};
    for (int i = 0; i < count; i++) good &= parse_one(&f->list[i], texts[i], p);
    return good;
}

void filters_free(struct filters *f)
{
    for (int i = 0; i < f->count; i++) {
        setting_free(&f->list[i].allowed);
        listing_free(&f->list[i].found);
        formula_free(f->list[i].formula);
    }
    free(f->list);
    *f = (struct filters){0};
}

/* ---- filtering cells ---- */

static bool passes(struct filter *f, const struct candidate *c, const struct planning *p)
{
    struct candidate_values values = {p->axes, c};
    struct formula_value value;
    char *error;
    if (!f->formula) {
        const char *own = !of_arms(f) ? candidate_at(c, f->allowed.axis)
                          : c->arm    ? c->arm->name
                                      : NULL;
        if (own) listing_add_once(&f->found, own);
        return own && setting_has(&f->allowed, own);
    }
    if (formula_eval(f->formula, candidate_value, &values, &value, &error))
        return formula_true(value);
    if (value.type != FORMULA_ABSENT)
        report_once(p, (struct yaml_place){"--filter", 0, 0}, "'%s': %s", f->text, error);
    free(error);
    return false;
}

static bool pass_all(struct filters *f, const struct candidate *c, const struct planning *p)
{
    for (int i = 0; i < f->count; i++) {
        f->list[i].met++;
        if (!passes(&f->list[i], c, p)) return false;
        f->list[i].passed++;
    }
    return true;
}

void filters_apply(struct filters *f, struct candidates *all, const struct planning *p)
{
    int before = all->count;
    if (!f->count) return;
    json_t *index = candidates_by_string(all);
    for (int i = 0; i < all->count; i++) all->list[i]->kept = false;
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        if (!pass_all(f, c, p)) continue;
        c->kept = true;
        if (c->baseline)
            all->list[json_integer_value(json_object_get(index, c->baseline))]->kept = true;
    }
    json_decref(index);
    candidates_compact(all);
    planning_note(p, "filter (baselines are kept)", before, all->count);
}

void filters_apply_to_simple_baselines(struct filters *f, struct candidates *simple_baselines,
                                       const struct candidates *left, const struct planning *p)
{
    for (int y = 0; f->count && y < simple_baselines->count; y++) {
        struct candidate *c = simple_baselines->list[y];
        c->kept = pass_all(f, c, p);
        for (int i = 0; i < left->count && !c->kept; i++)
            c->kept = simple_baseline_shares_data(p->axes, c->values.values,
                                                  left->list[i]->values.values);
    }
    candidates_compact(simple_baselines);
}

/* ---- errors ---- */

void filters_check_arms(const struct filters *f, const struct spec *specs, int count,
                        struct diags *diags)
{
    struct listing arms = {0};
    for (int i = 0; i < count; i++) grid_add_arms(&specs[i].grid, &arms);
    char *names = listing_text(&arms);
    for (int i = 0; i < f->count; i++) {
        const struct filter *one = &f->list[i];
        if (!of_arms(one) || listing_has(&arms, one->text + strlen("arm="))) continue;
        int parts = one->allowed.value_count > 1 ? one->allowed.value_count - 1 : 1;
        for (int v = 0; v < parts; v++) {
            const char *arm = one->allowed.values[v];
            if (listing_has(&arms, arm)) continue;
            struct text near = {0};
            text_add(&near, "%s", names);
            add_nearest(&near, arm, (const char *const *)arms.names, arms.count);
            diag_add(diags, "--filter", 0, 0, "'%s': unknown arm '%s'; the arms are %s", one->text,
                     arm, near.data);
            text_free(&near);
        }
    }
    listing_free(&arms);
    free(names);
}

void filters_explain(const struct filters *f, struct diags *diags)
{
    int i = 0;
    while (i + 1 < f->count && f->list[i].passed) i++;
    const struct filter *one = &f->list[i];
    char *found = listing_text(&one->found);
    diag_add(diags, "--filter", 0, 0, "'%s': 0 of %d cells pass%s%s%s%s%s", one->text, one->met,
             i ? " (after '" : "", i ? f->list[i - 1].text : "", i ? "')" : "",
             *found ? "; the values are " : "", found);
    free(found);
}
