/* SPDX-License-Identifier: MIT
 * The key claims of a specification (spec_read.h; ablations/README.md):
 *
 *   claims: [{arm:, expects:, published:, source:, axis:, reading:, where:, primary:, same_scale:}]
 */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

const char *const spec_expectations[] = {"better", "worse", "equal", "no worse", NULL};
const char *const spec_readings[] = {"steps", "parameters", NULL};
const char *const spec_changes[] = {"gains more", "gains less", "equal", NULL};

/* ---- reading ---- */

static void read_claim(struct reader *r, const struct yaml *map, const char *key,
                       struct spec_claim *c)
{
    const struct yaml_entry *expects = NULL; /* what it may be, the axis says */
    const struct {
        const char *key;
        char **to;
    } texts[] = {{"arm", &c->arm},
                 {"axis", &c->axis},
                 {"published", &c->published},
                 {"source", &c->source},
                 {"same_scale", &c->same_scale}};
    enum { TEXTS = sizeof texts / sizeof *texts };
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++) {
        const struct yaml_entry *e = &map->entries[i];
        int k = 0;
        while (k < TEXTS && strcmp(e->key, texts[k].key)) k++;
        if (!strcmp(e->key, "where"))
            read_conditions(r, e, &c->where);
        else if (!strcmp(e->key, "reading"))
            c->reading = read_word(r, e, spec_readings);
        else if (k < TEXTS)
            *texts[k].to = read_line(r, e);
        else if (!strcmp(e->key, "expects"))
            expects = e;
        else if (!strcmp(e->key, "primary"))
            c->primary = read_yes(r, e);
        else
            reader_unknown(
                r, e, key,
                "arm, axis, expects, primary, published, reading, same_scale, source, where");
    }
    if (expects) c->expects = read_word(r, expects, c->axis ? spec_changes : spec_expectations);
    if (!c->arm || !expects) reader_expected_node(r, map, key, "a map with arm and expects");
}

void read_claims(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->claims = xgrow(s->claims, (size_t)(s->claim_count + e->value->count), sizeof *s->claims);
    for (int i = 0; i < e->value->count; i++) {
        struct spec_claim *c = &s->claims[s->claim_count++];
        *c = (struct spec_claim){.place = e->value->items[i]->place};
        read_claim(r, e->value->items[i], e->key, c);
    }
}

/* What is read at equal parameters is held against the arm's control: without one, never. */
static void need_control(const struct spec *s, const struct spec_claim *c, struct diags *diags)
{
    bool found = !c->reading || !c->arm || strcmp(c->reading, "parameters") != 0;
    for (int i = 0; i < s->control_count && !found; i++)
        found = !strcmp(s->controls[i].arm, c->arm);
    if (!found)
        diag_add(
            diags, c->place.file, c->place.line, c->place.column,
            "key claims: found `reading: parameters` of %s, which has no control, expected one "
            "in `controls`: {%s: ARM}",
            c->arm, c->arm);
}

void claims_check(const struct spec *s, struct diags *diags)
{
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        need_control(s, c, diags);
        if (!c->published || !c->source)
            diag_add(diags, c->place.file, c->place.line, c->place.column,
                     "key claims: found no `%s`, expected a source's own words and numbers as "
                     "`published`, and where they stand as `source`",
                     c->published ? "source" : "published");
    }
}

/* ---- checking ---- */

/* A claim that an axis changes a gain needs that change. */
static void need_interaction(const struct spec *s, const struct axes *axes, struct diags *diags,
                             const struct spec_claim *c)
{
    bool asked = !c->axis;
    for (int i = 0; i < s->interaction_count; i++)
        asked |= !strcmp(axes->list[s->interactions[i].axis].name, c->axis ? c->axis : "");
    if (!asked)
        diag_add(diags, c->place.file, c->place.line, c->place.column,
                 "key claims: found the axis '%s', expected one that `interactions` names",
                 c->axis);
}

/* Two would be two chances to be right. A change of a gain stands in a family of its own. */
static void check_primary(const struct spec *s, struct diags *diags)
{
    const struct spec_claim *first = NULL;
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        if (!c->primary) continue;
        if (c->axis)
            diag_add(diags, c->place.file, c->place.line, c->place.column,
                     "key primary: found it beside `axis`, expected a claim of a gain itself");
        if (first)
            diag_add(diags, c->place.file, c->place.line, c->place.column,
                     "key primary: found a second one, expected the claim of line %d alone: a "
                     "question has one claim by which it stands or falls",
                     first->place.line);
        else
            first = c;
    }
}

void claims_need(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    for (int i = 0; i < s->claim_count; i++) {
        const struct spec_claim *c = &s->claims[i];
        if (c->arm) need_arm(s, diags, c->place, "claims", c->arm);
        for (int k = 0; k < c->where.arm_count; k++)
            need_arm(s, diags, c->place, "where", c->where.arms[k]);
        need_interaction(s, axes, diags, c);
    }
    check_primary(s, diags);
}

void claims_free(struct spec *s)
{
    for (int i = 0; i < s->claim_count; i++) {
        struct spec_claim *c = &s->claims[i];
        char *const owned[] = {c->arm,    c->axis,    c->expects,   c->published,
                               c->source, c->reading, c->same_scale};
        conditions_free(&c->where);
        for (size_t k = 0; k < sizeof owned / sizeof *owned; k++) free(owned[k]);
    }
    free(s->claims);
}
