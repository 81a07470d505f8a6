/* SPDX-License-Identifier: MIT
 * The table of all keys of a question: name, where the key is allowed, and the function that reads
 * the value (spec_read.h). */
#include "base/nearest.h"
#include "harness/plan/spec_read.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LAST_TIER = 2 }; /* index of the last tier; every question must have this tier */
const char *const spec_tiers[] = {"smoke", "quick", "full", NULL};

bool spec_tier_known(const char *tier)
{
    for (int i = 0; spec_tiers[i]; i++)
        if (!strcmp(spec_tiers[i], tier)) return true;
    return false;
}

/* ---- plain fields ---- */

static void read_text(struct reader *r, const struct yaml_entry *e, void *to)
{
    if (*scalar_text(e->value))
        *(char **)to = xstrdup(e->value->text);
    else
        refuse_node(r, e->value, e->key, "a text");
}

/* Reads the question's name, which is used in CSV files and file names. */
static void read_name(struct reader *r, const struct yaml_entry *e, void *to)
{
    enum { MOST = 100 };
    const char *text = scalar_text(e->value);
    bool good = *text && *text != '.' && strlen(text) <= MOST;
    for (const char *c = text; *c; c++) good &= isalnum((unsigned char)*c) || strchr("._-", *c);
    if (good)
        *(char **)to = xstrdup(text);
    else
        refuse_node(r, e->value, e->key,
                    "a name of at most 100 letters, digits, '.', '_' and '-' that does not begin "
                    "with '.'");
}

static void read_count(struct reader *r, const struct yaml_entry *e, void *to)
{
    double value;
    if (read_number(r, e, 1, 1e6, true, &value)) *(int *)to = (int)value;
}

static void read_seconds(struct reader *r, const struct yaml_entry *e, void *to)
{
    double value;
    if (read_number(r, e, 0.001, 1e6, false, &value)) *(double *)to = value;
}

static void read_kind(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    const char *text = scalar_text(e->value);
    const struct kind_entry *k = cell_kinds;
    while (k->name && (strcmp(text, k->name) || !(k->traits & KIND_OF_QUESTION))) k++;
    struct setting kind = {.axis = axes_find(r->axes, e->key), .place = e->place, .used = true};
    char *error = NULL;
    if (!k->name) {
        char *expected = question_kinds();
        refuse_node(r, e->value, e->key, expected);
        free(expected);
        s->kind_refused = true;
        return;
    }
    s->kind = k->traits & KIND_TRAINS ? SPEC_QUALITY : SPEC_OVERHEAD;
    if (k == cell_kinds || kind.axis < 0) return;
    if (setting_add_values(&kind, &r->axes->list[kind.axis], text, &error))
        settings_add(&s->grid.fixed, kind);
    else
        refuse_node(r, e->value, e->key, "a kind that this attnlab-worker supports");
    free(error);
}

static void read_baseline(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    s->baseline_place = e->value->place;
    s->baseline_is_map = e->value->kind == YAML_MAP;
    if (!s->baseline_is_map) {
        read_text(r, e, &s->baseline);
        return;
    }
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    read_settings(r, e->key, e->value, true, &s->baseline_set);
    for (int i = 0; i < s->baseline_set.count; i++) {
        const struct setting *set = &s->baseline_set.list[i];
        text_add(&out, "%s%s=%s", i ? "," : "", r->axes->list[set->axis].name, set->values[0]);
    }
    s->baseline = out.data;
}

/* ---- keys that contain keys ---- */

static void read_grids(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct grid *outer = to;
    if (!is_kind(r, e, YAML_LIST)) return;
    outer->grids = xarray((size_t)e->value->count, sizeof *outer->grids);
    outer->grid_count = e->value->count;
    for (int i = 0; i < outer->grid_count; i++) {
        r->grid = &outer->grids[i];
        r->grid->place = e->value->items[i]->place;
        read_keys(r, e->value->items[i], IN_GRID, "a member of grids");
    }
    r->grid = outer;
}

static void read_tier(struct reader *r, const struct yaml_entry *e)
{
    int index = 0;
    while (spec_tiers[index] && strcmp(spec_tiers[index], e->key)) index++;
    if (!spec_tiers[index]) {
        fault_at(r->diags, e->place, "key tiers: found '%s', expected smoke, quick or full",
                 e->key);
        return;
    }
    struct spec *spec = r->spec;
    struct tier *tier = &r->tiers[r->tier_count++];
    tier->name = spec_tiers[index];
    tier->none = index < LAST_TIER && yaml_is_none(e->value);
    if (tier->none) return;
    tier->has_zip = yaml_get(e->value, "zip");
    tier->has_grids = yaml_get(e->value, "grids");
    r->spec = &tier->over;
    r->grid = &tier->over.grid;
    r->grid->place = e->place;
    read_keys(r, e->value, IN_TIER, "a tier");
    r->spec = spec;
    r->grid = &spec->grid;
}

static void read_tiers(struct reader *r, const struct yaml_entry *e, void *to)
{
    (void)to;
    if (!is_kind(r, e, YAML_MAP)) return;
    for (int i = 0; i < e->value->count; i++) read_tier(r, &e->value->entries[i]);
}

/* Does nothing: setups.c reads the key `use` before all other keys. */
static void read_use(struct reader *r, const struct yaml_entry *e, void *to)
{
    (void)r, (void)e, (void)to;
}

static void read_use_of_tier(struct reader *r, const struct yaml_entry *e, void *to)
{
    (void)to;
    if (!yaml_is_none(e->value))
        refuse_node(r, e->value, e->key, "none, which ignores the tier of the setup");
}

/* ---- the table ---- */

struct key {
    const char *name;
    int where;
    read_field *read;
    size_t offset; /* offset in struct grid if OF_GRID is set, otherwise in struct spec */
};

#define OF_GRID     256 /* flag: the field is in struct grid */
#define SPEC(field) offsetof(struct spec, field)
#define GRID(field) offsetof(struct grid, field)
#define AND_TIERS   (IN_SPEC | IN_TIER | IN_SETUP | IN_SETUP_TIER)
static const struct key keys[] = {
    {"use", IN_SPEC, read_use, 0},
    {"use", IN_TIER, read_use_of_tier, 0},
    {"name", IN_SPEC, read_name, SPEC(name)},
    {"title", IN_SPEC | OF_SETUP, read_text, SPEC(title)},
    {"question", IN_SPEC | OF_SETUP, read_text, SPEC(question)},
    {"source", IN_SPEC | OF_SETUP, read_text, SPEC(source)},
    {"claim", IN_SPEC | OF_SETUP, read_text, SPEC(claim)},
    {"kind", IN_SPEC | IN_SETUP, read_kind, 0},
    {"baseline", IN_SPEC | IN_SETUP, read_baseline, 0},
    {"fixed", OF_GRID | IN_GRID | AND_TIERS, read_fixed, GRID(fixed)},
    {"arms", OF_GRID | IN_SPEC | IN_GRID | IN_SETUP, read_arms, 0},
    {"arms", IN_TIER, read_keep_arms, 0},
    {"factors", OF_GRID | IN_GRID | AND_TIERS, read_factors, GRID(factors)},
    {"zip", OF_GRID | IN_SPEC | IN_GRID | IN_TIER, read_zip, 0},
    {"grids", OF_GRID | IN_SPEC | IN_TIER, read_grids, 0},
    {"derive", OF_GRID | IN_SPEC | IN_GRID | IN_SETUP, read_derive, 0},
    {"rules", OF_GRID | IN_SPEC | IN_GRID | IN_TIER, read_rules, 0},
    {"seeds", OF_GRID | AND_TIERS, read_seeds, GRID(factors)},
    {"rounds", AND_TIERS | IN_SET, read_count, SPEC(rounds)},
    {"timeout_s", AND_TIERS | IN_SET, read_seconds, SPEC(timeout_s)},
    {"memory_mib", AND_TIERS | IN_SET, read_count, SPEC(memory_mib)},
    {"tune", AND_TIERS | OF_ITS_KIND, read_tune, 0},
    {"metric", IN_SPEC | IN_SETUP, read_metric, 0},
    {"split", IN_SPEC | IN_SETUP, read_split, 0},
    {"margin", IN_SPEC | IN_SETUP, read_margin, SPEC(margin)},
    {"factorial", IN_SPEC, read_factorial, 0},
    {"scaling", IN_SPEC, read_scaling, SPEC(scaling)},
    {"claims", IN_SPEC, read_claims, 0},
    {"controls", IN_SPEC, read_controls, 0},
    {"simple_baselines", IN_SPEC | IN_SETUP, read_simple_baselines, 0},
    {"simple_baseline", IN_SPEC | IN_SETUP, read_simple_baseline, 0},
    {"negative_control", IN_SPEC | IN_SETUP, read_negative_control, 0},
    {"tiers", IN_SPEC | IN_SETUP, read_tiers, 0},
    {"figures", IN_SPEC | OF_SETUP, read_figures, 0},
};
enum { KEYS = sizeof keys / sizeof *keys };

static const struct key *find_key(const char *name, int where)
{
    for (const struct key *key = keys; key < keys + KEYS; key++)
        if ((key->where & where) && !strcmp(key->name, name)) return key;
    return NULL;
}

static void unknown_key(struct diags *diags, const struct yaml_entry *e, int where,
                        const char *what)
{
    const char *accepted[KEYS];
    int count = 0;
    struct text message = {0};
    for (int i = 0; i < KEYS; i++)
        if (keys[i].where & where) accepted[count++] = keys[i].name;
    text_add(&message, "key %s: unknown key in %s, expected one of", e->key, what);
    for (int i = 0; i < count; i++) text_add(&message, " %s", accepted[i]);
    add_nearest(&message, e->key, accepted, count);
    fault_at(diags, e->place, "%s", message.data);
    text_free(&message);
}

void check_keys(const struct yaml *map, int where, const char *what, struct diags *diags)
{
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++)
        if (!find_key(map->entries[i].key, where))
            unknown_key(diags, &map->entries[i], where, what);
}

bool key_is_in(const char *name, int where) { return find_key(name, where); }

static void read_key(struct reader *r, const struct key *key, const struct yaml_entry *e)
{
    char *base = key->where & OF_GRID ? (char *)r->grid : (char *)r->spec;
    key->read(r, e, base + key->offset);
}

void read_keys(struct reader *r, const struct yaml *map, int where, const char *what)
{
    if (map->kind != YAML_MAP) {
        char *found = yaml_describe(map);
        fault_at(r->diags, map->place, "found %s in place of %s, expected a map of key: value",
                 found, what);
        free(found);
        return;
    }
    check_keys(map, where, what, r->diags);
    for (int i = 0; i < map->count; i++) {
        const struct key *key = find_key(map->entries[i].key, where);
        if (key) read_key(r, key, &map->entries[i]);
    }
}

bool read_set_key(struct reader *r, const char *name, const char *value)
{
    const struct key *key = find_key(name, IN_SET);
    const struct yaml_place place = {"--set", 0, 0};
    if (!key) return false;
    struct yaml scalar = {.place = place, .text = (char *)value, .plain = true, .verbatim = -1};
    read_key(r, key, &(struct yaml_entry){(char *)name, place, &scalar});
    return true;
}
