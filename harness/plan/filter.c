/* SPDX-License-Identifier: MIT
 * Parses and applies the filters of the command line (filter.h). */
#include "base/door.h"
#include "base/nearest.h"
#include "harness/plan/filter.h"
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

static bool of_arms(const struct filter *f) { return !f->formula && f->axis < 0; }

/* Adds an axis value or the name of an arm to a filter. On failure, returns false and sets *error.
 */
static bool add_value(struct filter *f, const struct axes *axes, const char *value, char **error)
{
    struct setting s = {.values = f->values, .value_count = f->value_count};
    bool good = true;
    if (f->axis >= 0)
        good = setting_add_values(&s, &axes->list[f->axis], value, error);
    else {
        s.values = xgrow(s.values, (size_t)s.value_count + 1, sizeof *s.values);
        s.values[s.value_count++] = xstrdup(value);
    }
    f->values = s.values;
    f->value_count = s.value_count;
    return good;
}

/* Adds comma-separated values. Text values and names of arms may contain commas, so the whole text
 * is also added as one value. */
static void add_values(struct filter *f, const struct axes *axes, const char *values, char **error)
{
    char *list = xstrdup(values), *rest = list;
    bool good = true, text = f->axis < 0 || axes->list[f->axis].type == AXIS_TEXT;
    for (char *one; good && (one = strsep(&rest, ","));) good = add_value(f, axes, one, error);
    if (good && text && strchr(values, ',')) add_value(f, axes, values, error);
    free(list);
}

static bool parse_one(struct filter *f, const char *text, const struct planning *p)
{
    enum { MOST = 16384 }; /* maximum size of a filter in bytes; equal to the limit for a formula */
    size_t length = assignment_name(text);
    char *name = xformat("%.*s", (int)length, text);
    char *error = door_fault((struct string){text, strlen(text)});
    int column;
    *f = (struct filter){.text = text, .axis = length ? axes_find(p->axes, name) : -1};
    if (strlen(text) > MOST && !error)
        error = xformat("found %zu bytes, expected at most %d", strlen(text), MOST);
    if (!error && !length)
        f->formula = formula_parse(text, axes_or_arm_known, (void *)p->axes, &error, &column);
    else if (!error && f->axis < 0 && strcmp(name, "arm") != 0)
        error = axes_unknown(p->axes, name);
    else if (!error)
        add_values(f, p->axes, text + length + 1, &error);
    if (error)
        diag_add(p->diags, "--filter", 0, 0,
                 "'%.*s': %s (a filter is axis=value, or a formula over axes and arm)",
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
        texts_free(f->list[i].values, f->list[i].value_count);
        texts_free(f->list[i].found, f->list[i].found_count);
        formula_free(f->list[i].formula);
    }
    free(f->list);
    *f = (struct filters){0};
}

/* ---- filtering cells ---- */

static void note_found(struct filter *f, const char *value)
{
    for (int i = 0; value && i < f->found_count; i++)
        if (!strcmp(f->found[i], value)) return;
    if (!value) return;
    f->found = xgrow(f->found, (size_t)f->found_count + 1, sizeof *f->found);
    f->found[f->found_count++] = xstrdup(value);
}

static bool passes(struct filter *f, const struct candidate *c, const struct planning *p)
{
    struct candidate_values values = {p->axes, c};
    struct formula_value value;
    char *error;
    if (!f->formula) {
        const char *own = f->axis >= 0 ? candidate_at(c, f->axis) : c->arm ? c->arm->name : NULL;
        note_found(f, own);
        return own &&
               setting_has(&(struct setting){.values = f->values, .value_count = f->value_count},
                           own);
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
    struct arm_names arms = {0};
    for (int i = 0; i < count; i++) grid_add_arms(&specs[i].grid, &arms);
    for (int i = 0; i < f->count; i++) {
        const struct filter *one = &f->list[i];
        if (!of_arms(one) || arm_names_have(&arms, one->text + strlen("arm="))) continue;
        int parts = one->value_count > 1 ? one->value_count - 1 : 1;
        for (int v = 0; v < parts; v++) {
            if (arm_names_have(&arms, one->values[v])) continue;
            struct text message = {0};
            text_add(&message, "'%s': unknown arm '%s'; the arms are", one->text, one->values[v]);
            for (int k = 0; k < arms.count; k++)
                text_add(&message, "%s %s", k ? "," : "", arms.list[k]);
            add_nearest(&message, one->values[v], arms.list, arms.count);
            diag_add(diags, "--filter", 0, 0, "%s", message.data);
            text_free(&message);
        }
    }
    free(arms.list);
}

void filters_explain(const struct filters *f, struct diags *diags)
{
    int i = 0;
    while (i + 1 < f->count && f->list[i].passed) i++;
    const struct filter *one = &f->list[i];
    struct text message = {0};
    text_add(&message, "'%s': 0 of %d cells pass", one->text, one->met);
    if (i) text_add(&message, " (after '%s')", f->list[i - 1].text);
    for (int k = 0; k < one->found_count; k++)
        text_add(&message, "%s %s", k ? "," : "; the values are", one->found[k]);
    diag_add(diags, "--filter", 0, 0, "%s", message.data);
    text_free(&message);
}
