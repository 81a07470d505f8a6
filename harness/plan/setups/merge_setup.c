/* SPDX-License-Identifier: MIT
 * The tree of a question laid over that of its set-up (setups.h). */
#include "harness/plan/setups/setups.h"
#include "harness/plan/spec_read.h"

#include <string.h>

static const char *const axis_maps[] = {"fixed", "factors", "derive"};
static const char *const merged_maps[] = {"fixed", "factors", "derive", "words", "arms", "tiers"};
enum { AXIS_MAPS = 3, MERGED_MAPS = 6 };

static bool is_merged(const char *key)
{
    for (int i = 0; i < MERGED_MAPS; i++)
        if (!strcmp(merged_maps[i], key)) return true;
    return false;
}

static bool is_none(const struct yaml *value)
{
    return value->kind == YAML_SCALAR && value->plain && !strcmp(value->text, "none");
}

/* A map inside a copy, which is a copy itself; NULL: there is none. */
static struct yaml *map_of(const struct yaml *copy, const char *key)
{
    struct yaml *map = (struct yaml *)yaml_get(copy, key);
    return map && map->kind == YAML_MAP ? map : NULL;
}

/* ---- the set-up's tree, as one that may be changed ---- */

static void copy_inside(struct yaml_document *owner, struct yaml *copy)
{
    for (int i = 0; i < copy->count; i++) {
        struct yaml_entry *e = &copy->entries[i];
        if (e->value->kind == YAML_MAP && is_merged(e->key))
            e->value = yaml_copy_map(owner, e->value);
    }
}

static struct yaml *copy_setup(struct yaml_document *owner, const struct yaml *setup)
{
    struct yaml *copy = yaml_copy_map(owner, setup);
    for (int i = 0; i < setup->count; i++)
        if (!key_is_passed_on(setup->entries[i].key)) yaml_drop(copy, setup->entries[i].key);
    copy_inside(owner, copy);
    struct yaml *tiers = map_of(copy, "tiers");
    for (int i = 0; tiers && i < tiers->count; i++) {
        if (tiers->entries[i].value->kind != YAML_MAP) continue;
        tiers->entries[i].value = yaml_copy_map(owner, tiers->entries[i].value);
        copy_inside(owner, tiers->entries[i].value);
    }
    return copy;
}

/* ---- what the question says itself ---- */

/* In one map of keys: the set-up's root, or a tier of it. */
static void forget_axis(struct yaml *in, const char *axis)
{
    for (int i = 0; i < AXIS_MAPS; i++) {
        struct yaml *map = map_of(in, axis_maps[i]);
        if (map) yaml_drop(map, axis);
    }
    if (!strcmp(axis, "seed")) yaml_drop(in, "seeds"); /* short for the factor seed */
}

static void forget_axes(struct yaml *in, const struct yaml *map)
{
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++)
        forget_axis(in, map->entries[i].key);
}

/* Every axis that these keys of a question, or of a tier of it, set for all arms. */
static void forget_what_is_said(struct yaml *in, const struct yaml *question)
{
    const struct yaml *zip = yaml_get(question, "zip");
    for (int i = 0; i < AXIS_MAPS; i++) {
        const struct yaml *map = yaml_get(question, axis_maps[i]);
        if (map) forget_axes(in, map);
    }
    for (int i = 0; zip && zip->kind == YAML_LIST && i < zip->count; i++)
        forget_axes(in, zip->items[i]);
    if (yaml_get(question, "seeds")) forget_axis(in, "seed");
}

/* Whether the question takes an arm of the set-up away. */
static bool drops_arm(const struct yaml *question, const struct yaml *name)
{
    const struct yaml *arms = yaml_get(question, "arms");
    const struct yaml *own = arms && name->kind == YAML_SCALAR ? yaml_get(arms, name->text) : NULL;
    return own && is_none(own);
}

/* An arm that is not wanted here is no damaged control either, alone or in a list of them. */
static void forget_damaged(struct yaml_document *owner, struct yaml *copy,
                           const struct yaml *question)
{
    const struct yaml *damaged = yaml_get(copy, "damaged");
    bool gone = damaged && drops_arm(question, damaged);
    if (damaged && damaged->kind == YAML_LIST && damaged->count) {
        struct yaml *left = yaml_copy_list(owner, damaged);
        for (int i = left->count - 1; i >= 0; i--)
            if (drops_arm(question, left->items[i])) yaml_drop_item(left, i);
        yaml_give(copy, "damaged", left);
        gone = !left->count;
    }
    if (gone) yaml_drop(copy, "damaged");
}

/* ---- laying one over the other ---- */

static void lay_keys(struct yaml *onto, const struct yaml *keys);

/* A tier with `use: none`: the set-up's is not to be under it. */
static bool starts_anew(const struct yaml *tier)
{
    const struct yaml *use = yaml_get(tier, "use");
    return use && is_none(use);
}

static void lay_entry(const char *map, struct yaml *onto, const struct yaml_entry *e)
{
    bool arms = !strcmp(map, "arms"), tiers = !strcmp(map, "tiers");
    struct yaml *tier = tiers ? map_of(onto, e->key) : NULL;
    if ((arms || tiers) && is_none(e->value))
        yaml_drop(onto, e->key);
    else if (tier && e->value->kind == YAML_MAP && !starts_anew(e->value))
        lay_keys(tier, e->value);
    else
        yaml_put(onto, e, e->value);
}

static void lay_key(struct yaml *onto, const struct yaml_entry *e)
{
    struct yaml *map = is_merged(e->key) ? map_of(onto, e->key) : NULL;
    bool own_none = !strcmp(e->key, "yardsticks"); /* none of them is an answer */
    if (map && e->value->kind == YAML_MAP)
        for (int i = 0; i < e->value->count; i++) lay_entry(e->key, map, &e->value->entries[i]);
    else if (is_none(e->value) && !own_none && yaml_get(onto, e->key))
        yaml_drop(onto, e->key);
    else
        yaml_put(onto, e, e->value);
}

static void lay_keys(struct yaml *onto, const struct yaml *keys)
{
    forget_what_is_said(onto, keys);
    for (int i = 0; i < keys->count; i++) lay_key(onto, &keys->entries[i]);
}

/* How a setup's trainings are tuned says nothing of their steps' time. */
static bool is_of_other_kind(const struct yaml *setup, const struct yaml *question)
{
    const struct yaml *own = yaml_get(setup, "kind"), *asked = yaml_get(question, "kind");
    return own && asked && own->kind == YAML_SCALAR && asked->kind == YAML_SCALAR &&
           strcmp(own->text, asked->text);
}

static void forget_other_kind(struct yaml *in, const struct yaml *question)
{
    for (int i = in->count - 1; i >= 0; i--) {
        const char *key = in->entries[i].key;
        if (key_is_of_its_kind(key) && !yaml_get(question, key)) yaml_drop(in, key);
    }
}

/* What the question says at any tier is not to be changed by the set-up's tiers. */
static void forget_in_tiers(struct yaml *copy, const struct yaml *question, bool other_kind)
{
    struct yaml *tiers = map_of(copy, "tiers");
    for (int t = 0; tiers && t < tiers->count; t++) {
        struct yaml *tier = tiers->entries[t].value;
        if (tier->kind != YAML_MAP) continue;
        if (other_kind) forget_other_kind(tier, question);
        forget_what_is_said(tier, question);
        for (int i = 0; i < question->count; i++)
            if (!is_merged(question->entries[i].key)) yaml_drop(tier, question->entries[i].key);
    }
}

struct yaml *merge_setup(struct yaml_document *owner, const struct yaml *setup,
                         const struct yaml *question)
{
    struct yaml *copy = copy_setup(owner, setup);
    copy->place = question->place;
    bool other_kind = is_of_other_kind(setup, question);
    if (other_kind) forget_other_kind(copy, question);
    forget_in_tiers(copy, question, other_kind);
    forget_damaged(owner, copy, question);
    lay_keys(copy, question);
    return copy;
}

/* ---- a question whose set-up is not found ---- */

static void drop_none(struct yaml *copy)
{
    for (int i = copy->count - 1; i >= 0; i--)
        if (is_none(copy->entries[i].value)) yaml_drop(copy, copy->entries[i].key);
}

struct yaml *without_setup(struct yaml_document *owner, const struct yaml *question)
{
    struct yaml *copy = yaml_copy_map(owner, question);
    yaml_drop(copy, "figures");
    drop_none(copy);
    copy_inside(owner, copy);
    for (int i = 0; i < MERGED_MAPS; i++) {
        struct yaml *map = map_of(copy, merged_maps[i]);
        int said = map ? map->count : 0;
        if (map) drop_none(map);
        if (map && map->count < said && !map->count) yaml_drop(copy, merged_maps[i]);
    }
    return copy;
}
