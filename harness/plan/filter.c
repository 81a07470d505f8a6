/* SPDX-License-Identifier: MIT
 * The filters of the command line. "axis=v1,v2" becomes the formula "axis in ['v1', 'v2']", so
 * there is one way only in which a filter is judged. */
#include "base/door.h"
#include "base/nearest.h"
#include "harness/plan/filter.h"
#include "harness/plan/plan_rows.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Length of the name in "name=value", 0 if the text is something else. */
static size_t assignment_name(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_') length++;
    return text[length] == '=' && text[length + 1] != '=' ? length : 0;
}

/* In the quotes that it does not hold itself: a formula's texts have no escapes. False with *error
 * where it holds both. */
static bool add_quoted(struct text *out, const char *word, char **error)
{
    char quote = strchr(word, '"') ? '\'' : '"';
    if (strchr(word, quote)) {
        *error = xformat("found ' and \" in one value, expected at most one of them");
        return false;
    }
    text_add(out, "%c%s%c", quote, word, quote);
    return true;
}

/* A name may have commas itself: it is met as a whole, too. */
static bool add_arm_names(struct text *out, const char *values, char **error)
{
    char *list = xstrdup(values), *rest = list;
    bool good = true, quotable = !strchr(values, '"') || !strchr(values, '\'');
    for (char *name; good && (name = strsep(&rest, ","));) {
        if (name != list) text_add(out, ", ");
        good = add_quoted(out, name, error);
    }
    if (good && quotable && strchr(values, ',')) {
        text_add(out, ", ");
        good = add_quoted(out, values, error);
    }
    free(list);
    return good;
}

/* Appends the axis's values as a list for `in`; false with *error. A text may have commas itself,
 * as `data` with its options: it is met as a whole, too. */
static bool add_values(struct text *out, const struct axis *axis, const char *values, char **error)
{
    struct setting s = {0};
    bool numeric = axis->type == AXIS_INT || axis->type == AXIS_REAL, good = true;
    char *list = xstrdup(values), *rest = list;
    for (char *one; good && (one = strsep(&rest, ","));)
        good = setting_add_values(&s, axis, one, error);
    if (good && axis->type == AXIS_TEXT && strchr(values, ','))
        good = setting_add_values(&s, axis, values, error);
    for (int i = 0; good && i < s.value_count; i++) {
        if (i) text_add(out, ", ");
        if (numeric)
            text_add(out, "%s", s.values[i]);
        else
            good = add_quoted(out, s.values[i], error);
    }
    free(list);
    struct settings all = {0};
    settings_add(&all, s);
    settings_free(&all);
    return good;
}

/* The formula that a filter means, to be freed; NULL with *error. */
static char *as_formula(const char *text, const struct axes *axes, char **error)
{
    struct text out = {0};
    size_t length = assignment_name(text);
    enum { MOST = 16384 }; /* bytes, as of a formula */
    if (strlen(text) > MOST) {
        *error = xformat("found a filter of %zu bytes, expected at most %d", strlen(text), MOST);
        return NULL;
    }
    *error = door_fault((struct string){text, strlen(text)});
    if (*error) return NULL;
    if (!length) return xstrdup(text);
    char *name = xformat("%.*s", (int)length, text);
    int axis = axes_find(axes, name);
    bool good = false;
    text_add(&out, "%s in [", name);
    if (!strcmp(name, "arm"))
        good = add_arm_names(&out, text + length + 1, error);
    else if (axis >= 0)
        good = add_values(&out, &axes->list[axis], text + length + 1, error);
    else {
        text_free(&out);
        text_add(&out, "there is no axis %s", name);
        axes_add_nearest(axes, name, &out);
        *error = xstrdup(out.data);
    }
    text_add(&out, "]");
    free(name);
    if (!good) text_free(&out);
    return out.data;
}

static struct formula *parse_one(const char *text, const struct planning *p)
{
    char *error = NULL, *formula = as_formula(text, p->axes, &error);
    struct formula *f = NULL;
    int column;
    if (formula) f = formula_parse(formula, axes_or_arm_known, (void *)p->axes, &error, &column);
    if (!f)
        diag_add(p->diags, "--filter", 0, 0,
                 "'%.*s': %s (a filter is axis=value, or a formula over axes and arm)",
                 (int)utf8_offset((struct string){text, strlen(text)}, 60), text, error);
    free(error);
    free(formula);
    return f;
}

bool filters_parse(struct filters *f, const char *const *texts, int count, const struct planning *p)
{
    bool good = true;
    *f = (struct filters){xarray((size_t)count, sizeof *f->list), count};
    for (int i = 0; i < count; i++) {
        size_t length = assignment_name(texts[i]);
        f->list[i] = (struct filter){.text = texts[i], .formula = parse_one(texts[i], p)};
        if (length) f->list[i].name = xformat("%.*s", (int)length, texts[i]);
        good &= f->list[i].formula != NULL;
    }
    return good;
}

/* ---- judging cells ---- */

/* What the candidate has for the filter's name; NULL: nothing. */
static const char *value_of(const struct filter *f, const struct candidate *c,
                            const struct planning *p)
{
    if (!f->name) return NULL;
    if (strcmp(f->name, "arm")) return axes_value(p->axes, c->values.values, f->name);
    return c->arm ? c->arm->name : NULL;
}

static void meet(struct filter *f, const char *value)
{
    f->met++;
    for (int i = 0; value && i < f->had_count; i++)
        if (!strcmp(f->had[i], value)) return;
    if (!value) return;
    f->had = xgrow(f->had, (size_t)f->had_count + 1, sizeof *f->had);
    f->had[f->had_count++] = xstrdup(value);
}

/* True if all hold. Counts what it has met. */
static bool pass(struct filters *f, const struct candidate *c, const struct planning *p)
{
    struct candidate_values values = {p->axes, c};
    for (int i = 0; i < f->count; i++) {
        struct filter *one = &f->list[i];
        struct formula_value value;
        char *error;
        meet(one, value_of(one, c, p));
        bool good = formula_eval(one->formula, candidate_value, &values, &value, &error);
        if (!good && value.type != FORMULA_ABSENT)
            report_once(p, (struct yaml_place){"--filter", 0, 0},
                        xformat("'%s': %s", one->text, error));
        free(error);
        if (!good || !formula_true(value)) return false;
        one->left++;
    }
    return true;
}

void filters_apply(struct filters *f, struct candidates *all, const struct planning *p)
{
    int before = all->count;
    if (!f->count) return;
    struct lookup by_name = lookup_make(all);
    for (int i = 0; i < all->count; i++) all->list[i]->kept = false;
    for (int i = 0; i < all->count; i++) {
        struct candidate *c = all->list[i];
        if (!pass(f, c, p)) continue;
        c->kept = true;
        if (c->baseline) all->list[lookup_find(&by_name, c->baseline)]->kept = true;
    }
    lookup_free(&by_name);
    candidates_compact(all);
    planning_note(p, "filter (baselines are kept)", before, all->count);
}

void filters_apply_beside(struct filters *f, struct candidates *simple_baselines,
                          const struct candidates *left, const struct planning *p)
{
    for (int y = 0; f->count && y < simple_baselines->count; y++) {
        struct candidate *c = simple_baselines->list[y];
        c->kept = pass(f, c, p);
        for (int i = 0; i < left->count && !c->kept; i++)
            c->kept =
                simple_baseline_is_beside(p->axes, c->values.values, left->list[i]->values.values);
    }
    candidates_compact(simple_baselines);
}

void filters_free(struct filters *f)
{
    for (int i = 0; i < f->count; i++) {
        struct filter *one = &f->list[i];
        for (int k = 0; k < one->had_count; k++) free(one->had[k]);
        formula_free(one->formula);
        free(one->had);
        free(one->name);
    }
    free(f->list);
    *f = (struct filters){0};
}

/* ==== What is said of filters that name an arm that is not, or leave no cell: which of them, of
 * how many cells, and what these have. ==== */

/* ---- names of arms ---- */

static void refuse_arm(const struct filter *f, const char *arm, const struct arm_names *arms,
                       struct diags *diags)
{
    struct text message = {0};
    text_add(&message, "'%s': there is no arm '%s'", f->text, arm);
    text_add(&message, arms->count ? "; the arms are" : "; the specification has no arms");
    for (int i = 0; i < arms->count; i++) text_add(&message, "%s %s", i ? "," : "", arms->list[i]);
    add_nearest(&message, arm, arms->list, arms->count);
    diag_add(diags, "--filter", 0, 0, "%s", message.data);
    text_free(&message);
}

void filters_check_arms(const struct filters *f, const struct spec *specs, int count,
                        struct diags *diags)
{
    struct arm_names arms = {0};
    for (int i = 0; i < count; i++) grid_add_arms(&specs[i].grid, &arms);
    for (int i = 0; i < f->count; i++) {
        const struct filter *one = &f->list[i];
        if (!one->name || strcmp(one->name, "arm")) continue;
        const char *names = one->text + strlen("arm=");
        if (arm_names_have(&arms, names))
            continue; /* one arm, with commas in its name or without */
        char *list = xstrdup(names), *rest = list;
        for (char *arm; (arm = strsep(&rest, ","));)
            if (!arm_names_have(&arms, arm)) refuse_arm(one, arm, &arms, diags);
        free(list);
    }
    free(arms.list);
}

/* ---- nothing left ---- */

static void add_had(struct text *out, const struct filter *f)
{
    if (!f->name) return;
    if (!f->had_count) {
        text_add(out, "; they have no %s", f->name);
        return;
    }
    text_add(out, "; %s is", f->name);
    for (int i = 0; i < f->had_count; i++)
        text_add(out, "%s %s", !i ? "" : i + 1 < f->had_count ? "," : " or", f->had[i]);
}

void filters_explain(const struct filters *f, struct diags *diags)
{
    int i = 0;
    while (i + 1 < f->count && f->list[i].left) i++;
    const struct filter *one = &f->list[i];
    struct text message = {0};
    text_add(&message, "'%s': none of %d cell%s", one->text, one->met, one->met == 1 ? "" : "s");
    if (i) text_add(&message, " that '%s' left", f->list[i - 1].text);
    text_add(&message, " meets it");
    add_had(&message, one);
    diag_add(diags, "--filter", 0, 0, "%s", message.data);
    text_free(&message);
}
