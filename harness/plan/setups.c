/* SPDX-License-Identifier: MIT
 * Reads the key `use` (ablations/README.md). The file setups/NAME.yaml contains a setup: data,
 * model, schedule, tuning, tiers. The question is merged over the setup:
 *  - A key of the question replaces the same key of the setup and of the setup's tiers. The value
 *    `none` removes the key.
 *  - Maps of axes, arms and tiers are merged entry by entry.
 *  - If the question sets an axis, all settings of this axis in the setup are removed.
 *  - An arm of the question replaces the setup's arm of the same name.
 *  - A tier with the value `none` skips the question. A tier with `use: none` replaces the setup's
 *    tier.
 * Values keep their file, line and column for error messages. */
#include "base/listing.h"
#include "base/nearest.h"
#include "base/paths.h"
#include "harness/plan/spec_read.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *const merged_maps[] = {"fixed", "factors", "derive", "arms", "tiers"};
enum {
    AXIS_MAPS = 3,
    MERGED_MAPS = 5
}; /* the first AXIS_MAPS entries of merged_maps are maps of axes */

static bool is_merged(const char *key)
{
    for (int i = 0; i < MERGED_MAPS; i++)
        if (!strcmp(merged_maps[i], key)) return true;
    return false;
}

/* Returns the map stored under this key, or NULL if there is none. */
static struct yaml *map_in(const struct yaml *in, const char *key)
{
    struct yaml *map = yaml_get(in, key);
    return map && map->kind == YAML_MAP ? map : NULL;
}

/* ---- keys that the question sets ---- */

/* Removes axes from the top level or one tier of a setup. */
static void drop_axes(struct yaml *from, const struct yaml *axes)
{
    for (int i = 0; axes->kind == YAML_MAP && i < axes->count; i++) {
        const char *axis = axes->entries[i].key;
        for (int k = 0; k < AXIS_MAPS; k++)
            if (map_in(from, merged_maps[k])) yaml_drop(map_in(from, merged_maps[k]), axis);
        if (!strcmp(axis, "seed"))
            yaml_drop(from, "seeds"); /* the key `seeds` sets the axis seed */
    }
}

/* Removes from the setup every axis that the question or its tier sets. */
static void drop_set_axes(struct yaml *from, const struct yaml *keys)
{
    const struct yaml *zip = yaml_get(keys, "zip"), *axes;
    for (int i = 0; i < AXIS_MAPS; i++)
        if ((axes = yaml_get(keys, merged_maps[i]))) drop_axes(from, axes);
    for (int i = 0; zip && zip->kind == YAML_LIST && i < zip->count; i++)
        drop_axes(from, zip->items[i]);
    if (yaml_get(keys, "seeds") && map_in(from, "factors"))
        yaml_drop(map_in(from, "factors"), "seed");
}

static bool removes_arm(const struct yaml *question, const struct yaml *name)
{
    const struct yaml *arms = yaml_get(question, "arms");
    const struct yaml *own = arms ? yaml_get(arms, scalar_text(name)) : NULL;
    return own && yaml_is_none(own);
}

/* Removes an arm from the setup's negative controls if the question removes that arm. */
static void drop_negative_control(struct yaml *setup, const struct yaml *question)
{
    struct yaml *control = yaml_get(setup, "negative_control");
    int left = 0;
    for (int i = 0; control && control->kind == YAML_LIST && i < control->count; i++)
        if (!removes_arm(question, control->items[i])) control->items[left++] = control->items[i];
    if (control && control->kind == YAML_LIST) control->count = left;
    if (control && (control->kind == YAML_LIST ? !left : removes_arm(question, control)))
        yaml_drop(setup, "negative_control");
}

/* ---- merging the question over the setup ---- */

static void lay_keys(struct yaml *onto, const struct yaml *keys);

/* Merges one entry into a map. A tier is merged key by key. An arm or axis is replaced; an arm with
 * the value `none` is removed. */
static void lay_entry(struct yaml *map, const char *key, const struct yaml_entry *e)
{
    bool arms = !strcmp(key, "arms"), tiers = !strcmp(key, "tiers");
    struct yaml *tier = tiers ? map_in(map, e->key) : NULL;
    const struct yaml *use = yaml_get(e->value, "use");
    if (arms && yaml_is_none(e->value))
        yaml_drop(map, e->key);
    else if (tier && e->value->kind == YAML_MAP && !(use && yaml_is_none(use)))
        lay_keys(tier, e->value);
    else
        yaml_put(map, e, e->value);
}

static void lay_keys(struct yaml *onto, const struct yaml *keys)
{
    drop_set_axes(onto, keys);
    for (int i = 0; i < keys->count; i++) {
        const struct yaml_entry *e = &keys->entries[i];
        struct yaml *map = is_merged(e->key) ? map_in(onto, e->key) : NULL;
        bool none_is_value = !strcmp(e->key, "simple_baselines");
        if (map && e->value->kind == YAML_MAP)
            for (int k = 0; k < e->value->count; k++) lay_entry(map, e->key, &e->value->entries[k]);
        else if (yaml_is_none(e->value) && !none_is_value && yaml_get(onto, e->key))
            yaml_drop(onto, e->key);
        else
            yaml_put(onto, e, e->value);
    }
}

/* Returns true if the setup and the question have different values of `kind`. For example, a
 * question that times training steps may use the setup of a training question. The question then
 * ignores the setup's tuning. */
static bool is_of_other_kind(const struct yaml *setup, const struct yaml *question)
{
    const struct yaml *own = yaml_get(setup, "kind"), *other = yaml_get(question, "kind");
    return own && other && strcmp(scalar_text(own), scalar_text(other));
}

/* Removes tiers with the value `none`. A timed question runs a tier even if its training setup
 * skips the tier. */
static void drop_absent_tiers(struct yaml *tiers)
{
    for (int i = tiers->count - 1; i >= 0; i--)
        if (yaml_is_none(tiers->entries[i].value)) yaml_drop(tiers, tiers->entries[i].key);
}

/* Removes the keys that do not apply to the question, from a setup or from one of its tiers. */
static void drop_keys(struct yaml *from, const struct yaml *question, bool other_kind, bool tier)
{
    for (int i = from->count - 1; i >= 0; i--) {
        const char *key = from->entries[i].key;
        bool own = yaml_get(question, key);
        if ((other_kind && key_is_in(key, OF_ITS_KIND) && !own) || !key_is_in(key, IN_SETUP) ||
            (tier && own && !is_merged(key)))
            yaml_drop(from, key);
    }
}

static const struct yaml *merge(struct yaml_document *setup, const struct yaml *question)
{
    struct yaml *all = yaml_copy(setup, setup->root), *tiers = map_in(all, "tiers");
    bool other_kind = is_of_other_kind(all, question);
    all->place = question->place;
    drop_keys(all, question, other_kind, false);
    if (tiers && other_kind) drop_absent_tiers(tiers);
    for (int i = 0; tiers && i < tiers->count; i++) {
        if (tiers->entries[i].value->kind != YAML_MAP) continue;
        drop_keys(tiers->entries[i].value, question, other_kind, true);
        drop_set_axes(tiers->entries[i].value, question);
    }
    drop_negative_control(all, question);
    lay_keys(all, question);
    return all;
}

/* ---- finding a setup: next to the file, one folder above, in ablations/setups ---- */

enum { FOLDERS = 3 };
static void folders_of(const char *spec_path, char *folders[FOLDERS])
{
    const char *slash = strrchr(spec_path, '/');
    int length = slash ? (int)(slash - spec_path) + 1 : 0;
    folders[0] = xformat("%.*ssetups", length, spec_path);
    folders[1] = xformat("%.*s../setups", length, spec_path);
    folders[2] = path_in_home("ablations/setups");
}

static void not_found(const struct spec *s, const struct yaml *node, struct diags *diags)
{
    char *folders[FOLDERS], *found = yaml_describe(node);
    struct text expected = {0};
    struct listing all = {0};
    folders_of(s->path, folders);
    for (int i = 0; i < FOLDERS; i++) {
        if (!all.count && folders[i]) listing_free(&all), all = listing_of(folders[i], ".yaml");
        free(folders[i]);
    }
    char *names = listing_text(&all);
    text_add(&expected, "%s%s", all.count ? "one of " : "a file setups/NAME.yaml", names);
    add_nearest(&expected, scalar_text(node), (const char *const *)all.names, all.count);
    fault_at(diags, node->place,
             "key use: found %s, expected the name of a setup or a list of names, %s", found,
             expected.data);
    text_free(&expected);
    listing_free(&all);
    free(names);
    free(found);
}

/* Reads the setup's file and sets s->setup_path. On failure, returns NULL and adds an error to
 * diags. */
static char *read_setup(struct spec *s, const struct yaml *name, struct diags *diags)
{
    char *folders[FOLDERS], *text = NULL;
    folders_of(s->path, folders);
    for (int i = 0; i < FOLDERS; i++) {
        if (folders[i] && !s->setup_path) {
            s->setup_path = xformat("%s/%s.yaml", folders[i], name->text);
            text = read_text_file(s->setup_path, YAML_BYTES);
            if (!text && errno == ENOENT) free(s->setup_path), s->setup_path = NULL;
        }
        free(folders[i]);
    }
    if (!s->setup_path)
        not_found(s, name, diags);
    else if (!text)
        diag_add(diags, s->setup_path, 0, 0, "cannot be read: %s", file_fault(errno));
    return text;
}

/* ---- which setup ---- */

static bool is_name(const struct yaml *node)
{
    const char *text = scalar_text(node);
    bool good = *text;
    for (const char *c = text; *c; c++) good &= isalnum((unsigned char)*c) || strchr("_-", *c);
    return good;
}

/* Returns entry number `which` of the key `use`, which is a name or a list of names. On failure,
 * returns NULL and adds an error to diags. */
static const struct yaml *name_in(struct spec *s, const struct yaml *use, int which,
                                  struct diags *diags)
{
    bool list = use->kind == YAML_LIST && use->count;
    s->setup_count = list ? use->count : 1;
    for (int i = 0; i < s->setup_count; i++) {
        const struct yaml *name = list ? use->items[i] : use;
        if (!is_name(name)) return not_found(s, name, diags), NULL;
        for (int k = 0; k < i; k++)
            if (!strcmp(use->items[k]->text, name->text))
                return fault_at(diags, name->place, "key use: found '%s' twice, expected it once",
                                name->text),
                       NULL;
    }
    require(which < s->setup_count);
    return list ? use->items[which] : use;
}

/* ---- the text and the tree ---- */

static void append_text(struct spec *s, const char *setup)
{
    size_t own = strlen(s->text), length = strlen(setup);
    char *all = xformat("%s%s---\n" SETUP_HEAD "%s\n%s%s", s->text,
                        own && s->text[own - 1] == '\n' ? "" : "\n", s->setup_path, setup,
                        length && setup[length - 1] == '\n' ? "" : "\n");
    free(s->text);
    s->text = all;
}

static void check_setup(const struct yaml *root, struct diags *diags)
{
    const struct yaml *tiers = yaml_get(root, "tiers");
    if (root->kind != YAML_MAP) fault_at(diags, root->place, "a setup must be a map of key: value");
    check_keys(root, IN_SETUP | OF_SETUP, "a setup", diags);
    for (int i = 0; tiers && tiers->kind == YAML_MAP && i < tiers->count; i++)
        check_keys(tiers->entries[i].value, IN_SETUP_TIER, "a tier of a setup", diags);
}

const struct yaml *spec_use(struct spec *s, int which, const struct yaml *question,
                            struct yaml_document *setup, struct diags *diags)
{
    const struct yaml *use = yaml_get(question, "use"), *merged = NULL;
    if (!use) return question;
    const struct yaml *name = name_in(s, use, which, diags);
    char *text = name ? read_setup(s, name, diags) : NULL;
    if (!text) return NULL;
    append_text(s, text);
    if (yaml_parse(setup, s->setup_path, text, strlen(text), diags)) {
        check_setup(setup->root, diags);
        if (setup->root->kind == YAML_MAP) merged = merge(setup, question);
    }
    free(text);
    return merged;
}
