/* SPDX-License-Identifier: MIT
 * The key where, of claims and of figures (spec_read.h): which of all that was run is meant.
 *
 *   where: {q_act: relu, d_model: [64, 128], arm: mlp}
 *   where: q_act=relu d_model=64
 *
 * Both say the same; the map takes several values of an axis. */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

static void read_arm(struct reader *r, const struct yaml *item, const char *key, void *to)
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
        read_items(r, e, read_arm, c);
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
