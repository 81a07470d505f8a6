/* SPDX-License-Identifier: MIT
 * The keys of a question of quality: by which metric and margin its arms are compared, what was
 * claimed (spec_read.h; ablations/README.md). How they are tuned is in tuning/spec_tune.c. */
#include "harness/plan/spec_read.h"
#include "base/metric_names.h"

#include <stdlib.h>
#include <string.h>

const char *const spec_expectations[] = {"better", "worse", "equal", NULL};
const char *const spec_readings[] = {"steps", "parameters", NULL};
const char *const spec_changes[] = {"gains more", "gains less", "equal", NULL};

static char *words_of(const char *const *list)
{
    struct text all = {0};
    for (int i = 0; list[i]; i++) text_add(&all, "%s%s", i ? ", " : "one of ", list[i]);
    return all.data;
}

/* One of a list; NULL after an error. To be freed. */
static char *read_word(struct reader *r, const struct yaml_entry *e, const char *const *list)
{
    for (int i = 0; e->value->kind == YAML_SCALAR && list[i]; i++)
        if (!strcmp(e->value->text, list[i])) return xstrdup(list[i]);
    char *expected = words_of(list);
    reader_expected_node(r, e->value, e->key, expected);
    free(expected);
    return NULL;
}

static char *read_line(struct reader *r, const struct yaml_entry *e)
{
    if (e->value->kind == YAML_SCALAR && *e->value->text) return xstrdup(e->value->text);
    reader_expected_node(r, e->value, e->key, "a text");
    return NULL;
}

/* ---- metric, split, margin ---- */

void read_metric(struct reader *r, const struct yaml_entry *e)
{
    const char *names[64] = {NULL}; /* more than there are metrics */
    for (int i = 0; metrics[i].name && i < 63; i++) names[i] = metrics[i].name;
    r->spec->metric = read_word(r, e, names);
}

void read_split(struct reader *r, const struct yaml_entry *e)
{
    static const char *const splits[] = {"valid", "test", NULL};
    r->spec->split = read_word(r, e, splits);
}

void read_margin(struct reader *r, const struct yaml_entry *e)
{
    read_number(r, e, 1e-6, 100, false, &r->spec->margin);
}

/* ---- factorial: [axis, ...], interactions: [axis, ...] ---- */

/* Index of the axis that a node names, -1 after an error. */
static int read_axis_name(struct reader *r, const struct yaml *node, const char *key)
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

static struct spec_axis *read_axis_names(struct reader *r, const struct yaml_entry *e, int *count)
{
    if (!reader_is(r, e, YAML_LIST)) return NULL;
    struct spec_axis *list = xarray((size_t)e->value->count, sizeof *list);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml *node = e->value->items[i];
        int axis = read_axis_name(r, node, e->key);
        if (axis >= 0) list[(*count)++] = (struct spec_axis){axis, node->place};
    }
    return list;
}

void read_factorial(struct reader *r, const struct yaml_entry *e)
{
    r->spec->factorial = read_axis_names(r, e, &r->spec->factorial_count);
}

void read_interactions(struct reader *r, const struct yaml_entry *e)
{
    r->spec->interactions = read_axis_names(r, e, &r->spec->interaction_count);
}

/* ---- claims: [{arm:, axis:, expects:, published:, source:, where:}], expectations: likewise ----
 */

static void read_claim(struct reader *r, const struct yaml *map, const char *key,
                       struct spec_claim *c)
{
    const struct yaml_entry *expects = NULL; /* what it may be, the axis says */
    const struct {
        const char *key;
        char **to;
    } texts[] = {{"arm", &c->arm},
                 {"axis", &c->axis},
                 {"where", &c->where},
                 {c->own ? "because" : "published", c->own ? &c->because : &c->published},
                 {c->own ? "" : "source", &c->source}};
    enum { TEXTS = sizeof texts / sizeof *texts };
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++) {
        const struct yaml_entry *e = &map->entries[i];
        int k = 0;
        while (k < TEXTS && strcmp(e->key, texts[k].key)) k++;
        if (!strcmp(e->key, "reading"))
            c->reading = read_word(r, e, spec_readings);
        else if (k < TEXTS)
            *texts[k].to = read_line(r, e);
        else if (!strcmp(e->key, "expects"))
            expects = e;
        else
            reader_unknown(r, e, key,
                           c->own ? "arm, axis, expects, because, reading, where"
                                  : "arm, axis, expects, published, reading, source, where");
    }
    if (expects) c->expects = read_word(r, expects, c->axis ? spec_changes : spec_expectations);
    if (!c->arm || !expects) reader_expected_node(r, map, key, "a map with arm and expects");
}

static void read_list_of_claims(struct reader *r, const struct yaml_entry *e, bool own)
{
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->claims = xgrow(s->claims, (size_t)(s->claim_count + e->value->count), sizeof *s->claims);
    for (int i = 0; i < e->value->count; i++) {
        struct spec_claim *c = &s->claims[s->claim_count++];
        *c = (struct spec_claim){.own = own, .place = e->value->items[i]->place};
        read_claim(r, e->value->items[i], e->key, c);
    }
}

void read_claims(struct reader *r, const struct yaml_entry *e) { read_list_of_claims(r, e, false); }

void read_expectations(struct reader *r, const struct yaml_entry *e)
{
    read_list_of_claims(r, e, true);
}

bool claim_is_published(const struct spec_claim *c)
{
    return !c->own && c->published && strncmp(c->published, "none", strlen("none"));
}

void claims_check(const struct spec *s, struct diags *diags)
{
    for (const struct spec_claim *c = s->claims; c < s->claims + s->claim_count; c++)
        if (!c->own && (!claim_is_published(c) || !c->source))
            diag_add(diags, c->place.file, c->place.line, c->place.column,
                     "key claims: found no `%s`, expected a source's own words and numbers as "
                     "`published`, and where they stand as `source`; what nobody published "
                     "belongs in `expectations`",
                     claim_is_published(c) ? "source" : "published");
}

/* ---- controls: {arm: arm} ---- */

void read_controls(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_MAP)) return;
    s->controls = xarray((size_t)e->value->count, sizeof *s->controls);
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml_entry *entry = &e->value->entries[i];
        char *control = read_line(r, entry);
        if (control)
            s->controls[s->control_count++] =
                (struct spec_control){xstrdup(entry->key), control, entry->place};
    }
}

/* ---- checking, tiers, freeing ---- */

static const char *key_of(const struct spec_claim *c) { return c->own ? "expectations" : "claims"; }

/* A claim that an axis changes a gain needs that change. */
static void need_interaction(const struct spec *s, const struct axes *axes, struct diags *diags,
                             const struct spec_claim *c)
{
    bool asked = !c->axis;
    for (int i = 0; i < s->interaction_count; i++)
        asked |= !strcmp(axes->list[s->interactions[i].axis].name, c->axis ? c->axis : "");
    if (!asked)
        diag_add(diags, c->place.file, c->place.line, c->place.column,
                 "key %s: found the axis '%s', expected one that `interactions` names", key_of(c),
                 c->axis);
}

void quality_check(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        if (c->arm) need_arm(s, diags, c->place, key_of(c), c->arm);
        need_interaction(s, axes, diags, c);
    }
    for (int i = 0; i < s->control_count; i++) {
        need_arm(s, diags, s->controls[i].place, "controls", s->controls[i].arm);
        need_arm(s, diags, s->controls[i].place, "controls", s->controls[i].control);
    }
    tune_check(s, axes, diags);
    gate_keys_check(s, diags);
}

void quality_free(struct spec *s)
{
    tune_free(s);
    gate_keys_free(s);
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        char *const owned[] = {c->arm,    c->axis,    c->expects, c->published,
                               c->source, c->because, c->where,   c->reading};
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) free(owned[k]);
    }
    for (int i = 0; i < s->control_count; i++) {
        free(s->controls[i].arm);
        free(s->controls[i].control);
    }
    free(s->factorial);
    free(s->interactions);
    free(s->claims);
    free(s->controls);
    free(s->metric);
    free(s->split);
}
