/* SPDX-License-Identifier: MIT
 * Reading the values, formulas and axes of a specification (spec_read.h). */
#include "harness/plan/range.h"
#include "harness/plan/spec_read.h"
#include "base/door.h"

#include <stdlib.h>
#include <string.h>

void reader_expected(struct reader *r, struct yaml_place p, const char *key, const char *found,
                     const char *expected)
{
    diag_add(r->diags, p.file, p.line, p.column, "key %s: found %s, expected %s", key, found,
             expected);
}

void reader_expected_node(struct reader *r, const struct yaml *node, const char *key,
                          const char *expected)
{
    char *found = yaml_describe(node);
    reader_expected(r, node->place, key, found, expected);
    free(found);
}

void reader_unknown(struct reader *r, const struct yaml_entry *e, const char *what,
                    const char *expected)
{
    char *found = xformat("the key '%s'", e->key);
    reader_expected(r, e->place, what, found, expected);
    free(found);
}

bool reader_is(struct reader *r, const struct yaml_entry *e, enum yaml_kind kind)
{
    static const char *const names[] = {"one value", "a list", "a map of key: value"};
    if (e->value->kind == kind) return true;
    reader_expected_node(r, e->value, e->key, names[kind]);
    return false;
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

void setting_free(struct setting *s)
{
    for (int i = 0; i < s->value_count; i++) free(s->values[i]);
    free(s->values);
}

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

static void add_value(struct setting *s, char *value)
{
    s->values = xgrow(s->values, (size_t)s->value_count + 1, sizeof *s->values);
    s->values[s->value_count++] = value;
}

static bool add_canonical(struct setting *s, const struct axis *axis, const char *text,
                          char **error)
{
    char *value = axis_canonical(axis, NULL, text, error);
    if (value) add_value(s, value);
    return value;
}

bool setting_add_values(struct setting *s, const struct axis *axis, const char *text, char **error)
{
    bool good = true;
    int count;
    *error = door_fault((struct string){text, strlen(text)});
    if (*error) return false;
    if (axis->type == AXIS_CHOICE || axis->type == AXIS_TEXT)
        return add_canonical(s, axis, text, error);
    char **values = range_expand(text, &count, error);
    for (int i = 0; values && i < count; i++) {
        good = good && add_canonical(s, axis, values[i], error);
        free(values[i]);
    }
    free(values);
    return values && good;
}

static bool read_value(struct reader *r, const struct yaml *node, const char *key,
                       struct setting *s)
{
    char *error = NULL;
    if (node->kind != YAML_SCALAR || (node->plain && !*node->text)) {
        reader_expected_node(r, node, key, "a value");
        return false;
    }
    if (setting_add_values(s, &r->axes->list[s->axis], node->text, &error)) return true;
    diag_add(r->diags, node->place.file, node->place.line, node->place.column, "key %s: %s", key,
             error);
    free(error);
    return false;
}

bool read_values(struct reader *r, const struct yaml *node, const char *key, bool one,
                 struct setting *s)
{
    bool good = true;
    if (node->kind == YAML_LIST) {
        for (int i = 0; i < node->count; i++) good &= read_value(r, node->items[i], key, s);
    } else {
        good = read_value(r, node, key, s);
    }
    if (!good) return false;
    if (one ? s->value_count == 1 : s->value_count > 0) return true;
    char *found = xformat("%d values", s->value_count);
    reader_expected(r, node->place, key, found, one ? "one value" : "at least one value");
    free(found);
    return false;
}

void read_items(struct reader *r, const struct yaml_entry *e, read_item *read, void *to)
{
    const struct yaml *node = e->value;
    if (node->kind == YAML_LIST)
        for (int i = 0; i < node->count; i++) read(r, node->items[i], e->key, to);
    else if (node->kind == YAML_MAP || !*node->text)
        reader_expected_node(r, node, e->key, "a list, or words with blanks between them");
    else {
        char *copy = xstrdup(node->text), *rest = copy;
        for (char *word; (word = strsep(&rest, " ,"));) {
            struct yaml item = *node;
            item.place = yaml_place_in(node, (int)(word - copy));
            item.text = word;
            if (*word) read(r, &item, e->key, to);
        }
        free(copy);
    }
}

int read_axis(struct reader *r, const struct yaml_entry *e, const char *where)
{
    int axis = axes_find(r->axes, e->key);
    if (axis >= 0) return axis;
    struct text near = {0};
    text_add(&near, "the name of an axis (`attnlab list axes`)");
    axes_add_nearest(r->axes, e->key, &near);
    char *found = xformat("'%s'", e->key);
    reader_expected(r, e->place, where, found, near.data);
    free(found);
    text_free(&near);
    return -1;
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
    if (map->kind != YAML_MAP) {
        reader_expected_node(r, map, key, "a map of axis: value");
        return;
    }
    for (int i = 0; i < map->count; i++) read_setting(r, key, &map->entries[i], one, out);
}

/* ---- formulas ---- */

struct formula *read_formula(struct reader *r, const struct yaml *node, const char *key,
                             bool with_arm)
{
    char *error;
    int column;
    if (node->kind != YAML_SCALAR || !*node->text)
        return reader_expected_node(r, node, key, "a formula over axes"), NULL;
    struct formula *f = formula_parse(node->text, with_arm ? axes_or_arm_known : axes_known,
                                      (void *)r->axes, &error, &column);
    if (f) return f;
    struct yaml_place p = yaml_place_in(node, column - 1);
    char *found = yaml_describe(node);
    diag_add(r->diags, p.file, p.line, p.column, "key %s: in the formula %s: %s", key, found,
             error);
    free(found);
    free(error);
    return NULL;
}
