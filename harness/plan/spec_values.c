/* SPDX-License-Identifier: MIT
 * Reads values from YAML: axes with their settings, formulas, words, conditions (spec_read.h). */
#include "base/door.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "harness/plan/spec_read.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- nodes ---- */

void refuse_node(struct reader *r, const struct yaml *node, const char *key, const char *expected)
{
    char *found = yaml_describe(node);
    fault_at(r->diags, node->place, "key %s: found %s, expected %s", key, found, expected);
    free(found);
}

bool is_kind(struct reader *r, const struct yaml_entry *e, enum yaml_kind kind)
{
    static const char *const names[] = {"one value", "a list", "a map of key: value"};
    if (e->value->kind == kind) return true;
    refuse_node(r, e->value, e->key, names[kind]);
    return false;
}

const char *scalar_text(const struct yaml *node)
{
    return node->kind == YAML_SCALAR ? node->text : "";
}

void read_members(struct reader *r, const struct yaml *map, const char *key,
                  const struct member *members, void *to)
{
    struct text names = {0};
    int count = map->kind == YAML_MAP ? map->count : 0, known = 0;
    for (const struct member *m = members; m->key; m++) {
        text_add(&names, "%s%s", names.length ? ", " : "", m->key);
        for (int i = 0; i < count; i++)
            if (!strcmp(map->entries[i].key, m->key))
                m->read(r, &map->entries[i], (char *)to + m->offset), known++;
    }
    for (int i = 0; i < count && known < count; i++) {
        const struct member *m = members;
        while (m->key && strcmp(m->key, map->entries[i].key)) m++;
        if (!m->key)
            fault_at(r->diags, map->entries[i].place, "key %s: found the key '%s', expected %s",
                     key, map->entries[i].key, names.data);
    }
    text_free(&names);
}

/* ---- settings ---- */

struct setting *settings_find(const struct settings *s, int axis)
{
    for (int i = 0; i < s->count; i++)
        if (s->list[i].axis == axis) return &s->list[i];
    return NULL;
}

void settings_add(struct settings *s, struct setting setting)
{
    s->list = xgrow(s->list, (size_t)s->count + 1, sizeof *s->list);
    s->list[s->count++] = setting;
}

void setting_free(struct setting *s) { texts_free(s->values, s->value_count); }

void settings_remove(struct settings *s, int axis)
{
    struct setting *found = settings_find(s, axis);
    if (!found) return;
    setting_free(found);
    struct setting *end = s->list + s->count--;
    memmove(found, found + 1, (size_t)(end - found - 1) * sizeof *found);
}

void settings_free(struct settings *s)
{
    for (int i = 0; i < s->count; i++) setting_free(&s->list[i]);
    free(s->list);
    *s = (struct settings){0};
}

bool setting_has(const struct setting *s, const char *value)
{
    for (int i = 0; i < s->value_count; i++)
        if (!strcmp(s->values[i], value)) return true;
    return false;
}

static bool add_value(struct setting *s, const struct axis *axis, const char *text, char **error)
{
    char *value = axis_canonical(axis, NULL, text, error);
    if (!value) return false;
    s->values = xgrow(s->values, (size_t)s->value_count + 1, sizeof *s->values);
    s->values[s->value_count++] = value;
    return true;
}

bool setting_add_values(struct setting *s, const struct axis *axis, const char *text, char **error)
{
    bool good = true;
    int count;
    *error = door_fault((struct string){text, strlen(text)});
    if (*error) return false;
    if (axis->type == AXIS_CHOICE || axis->type == AXIS_TEXT)
        return add_value(s, axis, text, error);
    char **values = range_expand(text, &count, error);
    for (int i = 0; values && i < count && good; i++) good = add_value(s, axis, values[i], error);
    if (values) texts_free(values, count);
    return values && good;
}

static bool read_value(struct reader *r, const struct yaml *node, const char *key,
                       struct setting *s)
{
    char *error = NULL;
    if (node->kind != YAML_SCALAR || (node->plain && !*node->text))
        return refuse_node(r, node, key, "a value"), false;
    if (setting_add_values(s, &r->axes->list[s->axis], node->text, &error)) return true;
    bool list = strchr(node->text, ',');
    fault_at(r->diags, node->place, "key %s: %s%s%s%s", key, error,
             list ? "; write several values as a list: [" : "", list ? node->text : "",
             list ? "]" : "");
    free(error);
    return false;
}

bool read_values(struct reader *r, const struct yaml *node, const char *key, bool one,
                 struct setting *s)
{
    bool good = true, list = node->kind == YAML_LIST;
    for (int i = 0; i < (list ? node->count : 1); i++)
        good &= read_value(r, list ? node->items[i] : node, key, s);
    if (!good) return false;
    if (one ? s->value_count == 1 : s->value_count > 0) return true;
    fault_at(r->diags, node->place, "key %s: found %d values, expected %s", key, s->value_count,
             one ? "one value" : "at least one value");
    return false;
}

static int find_axis(struct reader *r, struct yaml_place place, const char *key, const char *name)
{
    int axis = axes_find(r->axes, name);
    struct text near = {0};
    if (axis >= 0) return axis;
    bool number = strspn(name, "0123456789.eE+-") == strlen(name);
    text_add(&near, "key %s: found '%s', expected the name of an axis (`attnlab list axes`)%s", key,
             name, number ? "; write several values of one axis as a list: [1e-3, 3e-3]" : "");
    axes_add_nearest(r->axes, name, &near);
    fault_at(r->diags, place, "%s", near.data);
    text_free(&near);
    return -1;
}

int read_axis(struct reader *r, const struct yaml_entry *e, const char *where)
{
    return find_axis(r, e->place, where, e->key);
}

int read_axis_name(struct reader *r, const struct yaml *node, const char *key)
{
    if (*scalar_text(node)) return find_axis(r, node->place, key, node->text);
    refuse_node(r, node, key, "the name of an axis (`attnlab list axes`)");
    return -1;
}

void read_axis_field(struct reader *r, const struct yaml_entry *e, void *to)
{
    *(struct spec_axis *)to =
        (struct spec_axis){read_axis_name(r, e->value, e->key), e->value->place};
}

void read_setting(struct reader *r, const char *key, const struct yaml_entry *e, bool one,
                  struct settings *out)
{
    struct setting s = {.axis = read_axis(r, e, key), .place = e->place};
    if (s.axis < 0) return;
    if (read_values(r, e->value, e->key, one, &s))
        settings_add(out, s);
    else
        setting_free(&s);
}

void read_settings(struct reader *r, const char *key, const struct yaml *map, bool one,
                   struct settings *out)
{
    if (map->kind != YAML_MAP) refuse_node(r, map, key, "a map of axis: value");
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++)
        read_setting(r, key, &map->entries[i], one, out);
}

/* ---- formulas, numbers, words, texts ---- */

struct formula *read_formula(struct reader *r, const struct yaml *node, const char *key,
                             bool with_arm)
{
    char *error;
    int column;
    if (!*scalar_text(node)) return refuse_node(r, node, key, "a formula over axes"), NULL;
    struct formula *f = formula_parse(node->text, with_arm ? axes_or_arm_known : axes_known,
                                      (void *)r->axes, &error, &column);
    if (f) return f;
    char *found = yaml_describe(node);
    fault_at(r->diags, yaml_place_in(node, column - 1), "key %s: in the formula %s: %s", key, found,
             error);
    free(found);
    free(error);
    return NULL;
}

bool read_number(struct reader *r, const struct yaml_entry *e, double min, double max,
                 bool integral, double *value)
{
    char *end = NULL;
    const char *text = scalar_text(e->value);
    bool good = *text && !strpbrk(text, "xX"); /* hexadecimal numbers are not accepted */
    *value = good ? strtod(text, &end) : 0;
    good = good && !*end && *value >= min && *value <= max;
    if (good && (!integral || *value == floor(*value))) return true;
    char *expected =
        xformat("%s from %.10g to %.10g", integral ? "an integer" : "a number", min, max);
    refuse_node(r, e->value, e->key, expected);
    free(expected);
    return false;
}

char *read_word(struct reader *r, const struct yaml_entry *e, const char *const *list)
{
    const char *found = scalar_text(e->value);
    struct text expected = {0};
    int count = 0;
    for (; list[count]; count++) {
        if (!strcmp(found, list[count])) return text_free(&expected), xstrdup(found);
        text_add(&expected, "%s%s", count ? ", " : "one of ", list[count]);
    }
    add_nearest(&expected, found, list, count);
    refuse_node(r, e->value, e->key, expected.data);
    text_free(&expected);
    return NULL;
}

char *read_line(struct reader *r, const struct yaml_entry *e)
{
    const char *text = scalar_text(e->value);
    if (*text && utf8_is_line(text)) return xstrdup(text);
    refuse_node(r, e->value, e->key, *text ? "text on one line" : "a text");
    return NULL;
}

void read_line_field(struct reader *r, const struct yaml_entry *e, void *to)
{
    *(char **)to = read_line(r, e);
}

void read_names(struct reader *r, const struct yaml_entry *e, char ***list, int *count)
{
    bool many = e->value->kind == YAML_LIST;
    int items = many ? e->value->count : 1;
    *list = xarray((size_t)items, sizeof **list);
    for (int i = 0; i < items; i++) {
        const struct yaml *name = many ? e->value->items[i] : e->value;
        if (*scalar_text(name))
            (*list)[(*count)++] = xstrdup(name->text);
        else
            refuse_node(r, name, e->key, "a name, or a list of names");
    }
    if (!items) refuse_node(r, e->value, e->key, "at least one name");
}

/* ---- conditions: {axis: values, arm: names} ---- */

static char *conditions_text(const struct conditions *c, const struct axes *axes)
{
    struct text out = {0};
    for (int i = 0; i < c->set.count; i++) {
        const struct setting *s = &c->set.list[i];
        text_add(&out, "%s%s=", out.length ? " " : "", axes->list[s->axis].name);
        for (int k = 0; k < s->value_count; k++) text_add(&out, "%s%s", k ? "," : "", s->values[k]);
    }
    for (int i = 0; i < c->arm_count; i++)
        text_add(&out, "%s%s", i ? "," : out.length ? " arm=" : "arm=", c->arms[i]);
    return out.data;
}

void read_conditions(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct conditions *c = to;
    if (!is_kind(r, e, YAML_MAP)) return;
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml_entry *item = &e->value->entries[i];
        if (!strcmp(item->key, "arm"))
            read_names(r, item, &c->arms, &c->arm_count);
        else
            read_setting(r, "where", item, false, &c->set);
    }
    c->text = conditions_text(c, r->axes);
}

bool conditions_include_arm(const struct conditions *c, const char *arm)
{
    for (int i = 0; i < c->arm_count; i++)
        if (!strcmp(c->arms[i], arm)) return true;
    return !c->arm_count;
}
