/* SPDX-License-Identifier: MIT
 * The filters of the command line. "axis=v1,v2" becomes the formula "axis in ['v1', 'v2']", so
 * there is one way only in which a filter is judged. */
#include "harness/plan/filter.h"

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

static bool add_arm_names(struct text *out, const char *values)
{
    char *list = xstrdup(values), *rest = list;
    for (char *name; (name = strsep(&rest, ","));)
        text_add(out, "%s\"%s\"", name == list ? "" : ", ", name);
    free(list);
    return true;
}

/* Appends the axis's values as a list for `in`; false with *error. */
static bool add_values(struct text *out, const struct axis *axis, const char *values, char **error)
{
    struct setting s = {0};
    bool numeric = axis->type == AXIS_INT || axis->type == AXIS_REAL, good = true;
    char *list = xstrdup(values), *rest = list;
    for (char *one; good && (one = strsep(&rest, ","));)
        good = setting_add_values(&s, axis, one, error);
    for (int i = 0; i < s.value_count; i++)
        text_add(out, numeric ? "%s%s" : "%s\"%s\"", i ? ", " : "", s.values[i]);
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
    if (!length) return xstrdup(text);
    char *name = xformat("%.*s", (int)length, text);
    int axis = axes_find(axes, name);
    bool good = false;
    text_add(&out, "%s in [", name);
    if (!strcmp(name, "arm"))
        good = add_arm_names(&out, text + length + 1);
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

static bool known(void *axes, const char *name)
{
    return !strcmp(name, "arm") || axes_known(axes, name);
}

static struct formula *parse_one(const char *text, const struct planning *p)
{
    char *error = NULL, *formula = as_formula(text, p->axes, &error);
    struct formula *f = NULL;
    int column;
    if (formula) f = formula_parse(formula, known, (void *)p->axes, &error, &column);
    if (!f)
        diag_add(p->diags, "--filter", 0, 0,
                 "'%s': %s; expected axis=value, or a formula over axes and arm", text, error);
    free(error);
    free(formula);
    return f;
}

bool filters_parse(struct filters *f, const char *const *texts, int count, const struct planning *p)
{
    bool good = true;
    *f = (struct filters){xarray((size_t)count, sizeof *f->list),
                          xarray((size_t)count, sizeof *f->texts), count};
    for (int i = 0; i < count; i++) {
        f->texts[i] = texts[i];
        f->list[i] = parse_one(texts[i], p);
        good &= f->list[i] != NULL;
    }
    return good;
}

bool filters_pass(const struct filters *f, const struct candidate *c, const struct planning *p)
{
    struct candidate_values values = {p->axes, c};
    for (int i = 0; i < f->count; i++) {
        struct formula_value value;
        char *error;
        bool good = formula_eval(f->list[i], candidate_value, &values, &value, &error);
        if (!good && value.type != FORMULA_ABSENT)
            report_once(p, (struct yaml_place){"--filter", 0, 0},
                        xformat("'%s': %s", f->texts[i], error));
        free(error);
        if (!good || !formula_true(value)) return false;
    }
    return true;
}

void filters_free(struct filters *f)
{
    for (int i = 0; i < f->count; i++) formula_free(f->list[i]);
    free(f->list);
    free(f->texts);
    *f = (struct filters){0};
}
