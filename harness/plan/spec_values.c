/* SPDX-License-Identifier: MIT
 * Reading the values of keys: axes and their settings, formulas, words, conditions (spec_read.h).
 */
#include "base/door.h"
#include "base/nearest.h"
#include "base/utf8.h"
#include "harness/plan/spec_read.h"

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
    char *list = strchr(node->text, ',') ? xformat("; several values are a list: [%s]", node->text)
                                         : xstrdup("");
    diag_add(r->diags, node->place.file, node->place.line, node->place.column, "key %s: %s%s", key,
             error, list);
    free(list);
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
    bool number = strspn(e->key, "0123456789.eE+-") == strlen(e->key);
    text_add(&near, "the name of an axis (`attnlab list axes`)%s",
             number ? "; several values of one axis are a list: [1e-3, 3e-3]" : "");
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

int read_axis_name(struct reader *r, const struct yaml *node, const char *key)
{
    const char *name = node->kind == YAML_SCALAR ? node->text : "";
    struct text expected = {0};
    int axis = axes_find(r->axes, name);
    if (axis >= 0) return axis;
    text_add(&expected, "the name of an axis (`attnlab list axes`)");
    if (*name) axes_add_nearest(r->axes, name, &expected);
    reader_expected_node(r, node, key, expected.data);
    text_free(&expected);
    return -1;
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

/* ---- words, texts, maps of known keys ---- */

/* found: NULL if it is no word. */
static char *words_of(const char *const *list, const char *found)
{
    struct text all = {0};
    int count = 0;
    for (; list[count]; count++) text_add(&all, "%s%s", count ? ", " : "one of ", list[count]);
    if (found) add_nearest(&all, found, list, count);
    return all.data;
}

char *read_word(struct reader *r, const struct yaml_entry *e, const char *const *list)
{
    const char *found = e->value->kind == YAML_SCALAR ? e->value->text : NULL;
    for (int i = 0; found && list[i]; i++)
        if (!strcmp(found, list[i])) return xstrdup(list[i]);
    char *expected = words_of(list, found);
    reader_expected_node(r, e->value, e->key, expected);
    free(expected);
    return NULL;
}

char *read_line(struct reader *r, const struct yaml_entry *e)
{
    bool text = e->value->kind == YAML_SCALAR && *e->value->text;
    if (text && utf8_is_line(e->value->text)) return xstrdup(e->value->text);
    reader_expected_node(r, e->value, e->key, text ? "a text in one line" : "a text");
    return NULL;
}

void read_members(struct reader *r, const struct yaml *map, const char *key,
                  const struct member *members, void *to)
{
    struct text names = {0};
    int count = map->kind == YAML_MAP ? map->count : 0;
    for (const struct member *m = members; m->key; m++) {
        text_add(&names, "%s%s", names.length ? ", " : "", m->key);
        for (int i = 0; i < count; i++)
            if (!strcmp(map->entries[i].key, m->key)) m->read(r, &map->entries[i], to);
    }
    for (int i = 0; i < count; i++) {
        const struct member *m = members;
        while (m->key && strcmp(m->key, map->entries[i].key)) m++;
        if (!m->key) reader_unknown(r, &map->entries[i], key, names.data);
    }
    text_free(&names);
}

/* ---- conditions: {axis: values, arm: names} or "axis=value arm=name" ---- */

static void read_where_arm(struct reader *r, const struct yaml *item, const char *key, void *to)
{
    struct conditions *c = to;
    if (item->kind != YAML_SCALAR || !*item->text) {
        reader_expected_node(r, item, key, "the name of an arm");
        return;
    }
    c->arms = xgrow(c->arms, (size_t)c->arm_count + 1, sizeof *c->arms);
    c->arms[c->arm_count++] = xstrdup(item->text);
}

/* "n=64 n=128" is n: [64, 128]: two settings of an axis would have to hold at once. */
static void join_last(struct settings *set)
{
    struct setting last = set->list[set->count - 1];
    struct setting *first = settings_find(set, last.axis);
    if (first == &set->list[set->count - 1]) return;
    size_t count = (size_t)(first->value_count + last.value_count);
    first->values = xgrow(first->values, count, sizeof *first->values);
    for (int i = 0; i < last.value_count; i++) first->values[first->value_count++] = last.values[i];
    free(last.values);
    set->count--;
}

static void read_condition(struct reader *r, const struct yaml_entry *e, struct conditions *c)
{
    int before = c->set.count;
    if (!strcmp(e->key, "arm"))
        read_items(r, e, read_where_arm, c);
    else
        read_setting(r, "where", e, false, &c->set);
    if (c->set.count > before) join_last(&c->set);
}

/* One "axis=value" of a text. */
static void read_pair(struct reader *r, const struct yaml *item, const char *key, void *to)
{
    const char *equals = item->kind == YAML_SCALAR ? strchr(item->text, '=') : NULL;
    if (!equals) {
        reader_expected_node(r, item, key, "axis=value, or a map of axis: value");
        return;
    }
    char *axis = xformat("%.*s", (int)(equals - item->text), item->text);
    struct yaml value = *item;
    value.text = item->text + (equals + 1 - item->text);
    read_condition(r, &(struct yaml_entry){axis, item->place, &value}, to);
    free(axis);
}

static char *text_of(const struct conditions *c, const struct axes *axes)
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

void read_conditions(struct reader *r, const struct yaml_entry *e, struct conditions *c)
{
    const struct yaml *node = e->value;
    if (node->kind != YAML_MAP)
        read_items(r, e, read_pair, c);
    else
        for (int i = 0; i < node->count; i++) read_condition(r, &node->entries[i], c);
    c->text = text_of(c, r->axes);
}

bool setting_has(const struct setting *s, const char *value)
{
    for (int i = 0; i < s->value_count; i++)
        if (!strcmp(s->values[i], value)) return true;
    return false;
}

bool conditions_name(const struct conditions *c, const char *arm)
{
    for (int i = 0; i < c->arm_count; i++)
        if (!strcmp(c->arms[i], arm)) return true;
    return !c->arm_count;
}

void conditions_free(struct conditions *c)
{
    for (int i = 0; i < c->arm_count; i++) free(c->arms[i]);
    free(c->arms);
    free(c->text);
    settings_free(&c->set);
    *c = (struct conditions){0};
}
