/* SPDX-License-Identifier: MIT
 * The keys of a specification: one table says which there are, where each may stand, and what
 * reads it (spec_read.h). */
#include "base/nearest.h"
#include "harness/plan/axes/kinds.h"
#include "harness/plan/spec_read.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LAST_TIER = 2 }; /* which no question leaves out */
const char *const spec_tiers[] = {"smoke", "quick", "full", NULL};

bool spec_tier_known(const char *tier)
{
    for (int i = 0; spec_tiers[i]; i++)
        if (!strcmp(spec_tiers[i], tier)) return true;
    return false;
}

/* ---- plain fields ---- */

static void *field(struct reader *r) { return (char *)r->spec + r->offset; }

static void read_text(struct reader *r, const struct yaml_entry *e)
{
    if (e->value->kind == YAML_SCALAR && *e->value->text)
        *(char **)field(r) = xstrdup(e->value->text);
    else
        reader_expected_node(r, e->value, e->key, "a text");
}

/* The name is a CSV value and part of file names, which end behind it and whose lengths are
 * bounded.
 */
static void read_name(struct reader *r, const struct yaml_entry *e)
{
    enum { MOST = 100 };
    const char *text = e->value->kind == YAML_SCALAR ? e->value->text : "";
    bool good = *text && *text != '.' && strlen(text) <= MOST;
    for (const char *c = text; *c; c++) good &= isalnum((unsigned char)*c) || strchr("._-", *c);
    if (good)
        r->spec->name = xstrdup(text);
    else
        reader_expected_node(
            r, e->value, e->key,
            "a name of at most 100 letters, digits, '.', '_' and '-' that does not "
            "begin with '.'");
}

bool read_number(struct reader *r, const struct yaml_entry *e, double min, double max,
                 bool integral, double *value)
{
    char *end = NULL, *expected;
    bool good = e->value->kind == YAML_SCALAR && *e->value->text;
    good = good && !strpbrk(e->value->text, "xX"); /* decimal, as values of axes are */
    *value = good ? strtod(e->value->text, &end) : 0;
    good = good && !*end && *value >= min && *value <= max;
    if (good && (!integral || *value == floor(*value))) return true;
    expected = xformat("%s from %.10g to %.10g", integral ? "an integer" : "a number", min, max);
    reader_expected_node(r, e->value, e->key, expected);
    free(expected);
    return false;
}

static void read_count(struct reader *r, const struct yaml_entry *e)
{
    double value;
    if (read_number(r, e, 1, 1e6, true, &value)) *(int *)field(r) = (int)value;
}

static void read_seconds(struct reader *r, const struct yaml_entry *e)
{
    double value;
    if (read_number(r, e, 0.001, 1e6, false, &value)) *(double *)field(r) = value;
}

static void read_kind(struct reader *r, const struct yaml_entry *e)
{
    const char *text = e->value->kind == YAML_SCALAR ? e->value->text : "";
    const struct cell_kind *k = cell_kinds;
    while (k->name && (strcmp(text, k->name) || !(k->traits & KIND_ASKED))) k++;
    int axis = axes_find(r->axes, e->key);
    struct setting kind = {.axis = axis, .place = e->place, .used = true};
    char *error = NULL;
    if (!k->name) {
        char *expected = kinds_asked();
        reader_expected_node(r, e->value, e->key, expected);
        free(expected);
        r->spec->kind_refused = true;
        return;
    }
    r->spec->kind = k->traits & KIND_TRAINS ? SPEC_QUALITY : SPEC_OVERHEAD;
    if (k == cell_kinds || axis < 0) return;
    if (setting_add_values(&kind, &r->axes->list[axis], text, &error)) {
        settings_add(&r->spec->grid.fixed, kind);
        return;
    }
    free(error);
    reader_expected_node(r, e->value, e->key, "a kind that this attnlab-worker knows");
}

static char *settings_text(const struct settings *s, const struct axes *axes)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (int i = 0; i < s->count; i++)
        text_add(&out, "%s%s=%s", i ? "," : "", axes->list[s->list[i].axis].name,
                 s->list[i].values[0]);
    return out.data;
}

static void read_baseline(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    s->baseline_place = e->value->place;
    if (e->value->kind == YAML_LIST)
        reader_expected_node(r, e->value, e->key, "the name of an arm, or a map of axis: value");
    else if (e->value->kind == YAML_SCALAR)
        read_text(r, e);
    else {
        s->baseline_is_map = true;
        read_settings(r, e->key, e->value, true, &s->baseline_set);
        s->baseline = settings_text(&s->baseline_set, r->axes);
    }
}

/* ---- what holds keys itself ---- */

static void read_grids(struct reader *r, const struct yaml_entry *e)
{
    struct grid *outer = r->grid;
    if (!reader_is(r, e, YAML_LIST)) return;
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
        char *found = xformat("'%s'", e->key);
        reader_expected(r, e->place, "tiers", found, "smoke, quick or full");
        free(found);
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

static void read_tiers(struct reader *r, const struct yaml_entry *e)
{
    if (!reader_is(r, e, YAML_MAP)) return;
    for (int i = 0; i < e->value->count; i++) read_tier(r, &e->value->entries[i]);
}

/* Read before all other keys (setups.c). */
static void read_use(struct reader *r, const struct yaml_entry *e) { (void)r, (void)e; }

static void read_use_of_tier(struct reader *r, const struct yaml_entry *e)
{
    if (!yaml_is_none(e->value))
        reader_expected_node(r, e->value, e->key, "none: without the setup's tier");
}

/* ---- the table ---- */

struct key {
    const char *name;
    int where;
    void (*read)(struct reader *, const struct yaml_entry *);
    size_t offset; /* in struct spec, for fields of their own */
};

#define AT(field) offsetof(struct spec, field)
#define AND_TIERS (IN_SPEC | IN_TIER | IN_SETUP | IN_SETUP_TIER)
static const struct key keys[] = {
    {"use", IN_SPEC, read_use, 0},
    {"use", IN_TIER, read_use_of_tier, 0},
    {"name", IN_SPEC, read_name, 0},
    {"title", IN_SPEC | OF_SETUP, read_text, AT(title)},
    {"question", IN_SPEC | OF_SETUP, read_text, AT(question)},
    {"source", IN_SPEC | OF_SETUP, read_text, AT(source)},
    {"claim", IN_SPEC | OF_SETUP, read_text, AT(claim)},
    {"kind", IN_SPEC | IN_SETUP, read_kind, 0},
    {"baseline", IN_SPEC | IN_SETUP, read_baseline, AT(baseline)},
    {"fixed", IN_GRID | AND_TIERS, read_fixed, 0},
    {"arms", IN_SPEC | IN_GRID | IN_SETUP, read_arms, 0},
    {"arms", IN_TIER, read_keep_arms, 0},
    {"factors", IN_GRID | AND_TIERS, read_factors, 0},
    {"zip", IN_SPEC | IN_GRID | IN_TIER, read_zip, 0},
    {"grids", IN_SPEC | IN_TIER, read_grids, 0},
    {"derive", IN_SPEC | IN_GRID | IN_SETUP, read_derive, 0},
    {"rules", IN_SPEC | IN_GRID | IN_TIER, read_rules, 0},
    {"seeds", AND_TIERS, read_seeds, 0},
    {"rounds", AND_TIERS | IN_SET, read_count, AT(rounds)},
    {"timeout_s", AND_TIERS | IN_SET, read_seconds, AT(timeout_s)},
    {"memory_mib", AND_TIERS | IN_SET, read_count, AT(memory_mib)},
    {"tune", AND_TIERS | OF_ITS_KIND, read_tune, 0},
    {"metric", IN_SPEC | IN_SETUP, read_metric, 0},
    {"split", IN_SPEC | IN_SETUP, read_split, 0},
    {"margin", IN_SPEC | IN_SETUP, read_margin, 0},
    {"factorial", IN_SPEC, read_factorial, 0},
    {"scaling", IN_SPEC, read_scaling, 0},
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
    text_add(&message, "key %s: unknown in %s, expected one of", e->key, what);
    for (int i = 0; i < count; i++) text_add(&message, " %s", accepted[i]);
    add_nearest(&message, e->key, accepted, count);
    diag_add(diags, e->place.file, e->place.line, e->place.column, "%s", message.data);
    text_free(&message);
}

void check_keys(const struct yaml *map, int where, const char *what, struct diags *diags)
{
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++)
        if (!find_key(map->entries[i].key, where))
            unknown_key(diags, &map->entries[i], where, what);
}

bool key_is_known(const char *name) { return find_key(name, IN_SPEC); }

bool key_is_passed_on(const char *name) { return find_key(name, IN_SETUP); }

bool key_is_of_its_kind(const char *name) { return find_key(name, OF_ITS_KIND); }

void read_keys(struct reader *r, const struct yaml *map, int where, const char *what)
{
    if (map->kind != YAML_MAP) {
        char *found = yaml_describe(map);
        diag_add(r->diags, map->place.file, map->place.line, map->place.column,
                 "found %s in place of %s, expected a map of key: value", found, what);
        free(found);
        return;
    }
    check_keys(map, where, what, r->diags);
    for (int i = 0; i < map->count; i++) {
        const struct yaml_entry *e = &map->entries[i];
        const struct key *key = find_key(e->key, where);
        if (!key) continue;
        r->offset = key->offset;
        key->read(r, e);
    }
}

bool read_set_key(struct reader *r, const char *name, const char *value)
{
    const struct key *key = find_key(name, IN_SET);
    const struct yaml_place place = {"--set", 0, 0};
    if (!key) return false;
    struct yaml scalar = {.place = place, .text = xstrdup(value), .plain = true, .verbatim = -1};
    struct yaml_entry entry = {xstrdup(name), place, &scalar};
    r->offset = key->offset;
    key->read(r, &entry);
    free(scalar.text);
    free(entry.key);
    return true;
}
