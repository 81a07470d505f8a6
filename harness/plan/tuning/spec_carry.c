/* SPDX-License-Identifier: MIT
 * The key carry of tune, {along: d_model, from: [32, 64, 96], neighbours: [192]}: reading it, and
 * what it needs of the rest of the file (carried.h; ablations/README.md). */
#include "harness/plan/plan_rows.h"
#include "harness/plan/spec_read.h"
#include "harness/plan/tuning/carried.h"

#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

static const struct yaml_entry *entry_of(const struct yaml *map, const char *key)
{
    for (int i = 0; i < map->count; i++)
        if (!strcmp(map->entries[i].key, key)) return &map->entries[i];
    return NULL;
}

/* Its values need it: it is read first, wherever it stands. */
static bool read_along(struct reader *r, const struct yaml_entry *e, int *axis)
{
    const struct yaml_entry *along = entry_of(e->value, "along");
    const char *text = along && along->value->kind == YAML_SCALAR ? along->value->text : "";
    *axis = axes_find(r->axes, text);
    if (*axis >= 0 && r->axes->list[*axis].type != AXIS_CHOICE &&
        r->axes->list[*axis].type != AXIS_TEXT)
        return true;
    reader_expected_node(r, along ? along->value : e->value, along ? "along" : "carry",
                         along ? "an axis of numbers (`attnlab list axes`)"
                               : "{along: AXIS, from: [SIZE, SIZE, ...]}");
    return false;
}

static void read_sizes(struct reader *r, const struct yaml_entry *e, struct setting *out)
{
    struct setting s = {.axis = r->spec->carry.axis, .place = e->place};
    if (read_values(r, e->value, e->key, false, &s))
        *out = s;
    else
        setting_free(&s);
}

void read_carry(struct reader *r, const struct yaml_entry *e)
{
    struct spec_carry *c = &r->spec->carry;
    int before = r->diags->count;
    if (!reader_is(r, e, YAML_MAP) || !read_along(r, e, &c->axis)) return;
    c->place = e->place;
    for (int i = 0; i < e->value->count; i++) {
        const struct yaml_entry *entry = &e->value->entries[i];
        if (!strcmp(entry->key, "from"))
            read_sizes(r, entry, &c->from);
        else if (!strcmp(entry->key, "neighbours"))
            read_sizes(r, entry, &c->neighbours);
        else if (strcmp(entry->key, "along"))
            reader_unknown(r, entry, "carry", "along, from and neighbours");
    }
    if (c->from.value_count < CARRY_LEAST_SIZES && r->diags->count == before)
        reader_expected_node(
            r, entry_of(e->value, "from") ? entry_of(e->value, "from")->value : e->value, "from",
            "at least two sizes at which races are run");
}

void carry_free(struct spec_carry *c)
{
    setting_free(&c->from);
    setting_free(&c->neighbours);
    *c = (struct spec_carry){0};
}

/* ---- checking ---- */

static void complain(struct yaml_place p, struct diags *diags, const char *key, char *message)
{
    diag_add(diags, p.file, p.line, p.column, "key %s: %s", key, message);
    free(message);
}

static void check_apart(const struct spec_carry *c, struct diags *diags)
{
    for (int i = 0; i < c->neighbours.value_count; i++)
        for (int k = 0; k < c->from.value_count; k++)
            if (!strcmp(c->neighbours.values[i], c->from.values[k]))
                complain(c->neighbours.place, diags, "neighbours",
                         xformat("found %s, which is raced too, expected sizes that are not in "
                                 "`from`",
                                 c->from.values[k]));
}

/* The line is one of logarithms. */
static void check_positive(const struct spec *s, const struct grid *g, int axis,
                           struct diags *diags)
{
    const struct setting *values = settings_find(&g->factors, axis);
    for (int i = 0; values && i < values->value_count; i++)
        if (!(strtod(values->values[i], NULL) > 0))
            complain(s->carry.place, diags, "carry",
                     xformat("found %s=%s to carry, expected numbers greater than 0, of which a "
                             "power of the size can be fitted",
                             s->tune_axis, values->values[i]));
    for (int i = 0; i < g->grid_count; i++) check_positive(s, &g->grids[i], axis, diags);
}

void carry_check(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    const struct spec_carry *c = &s->carry;
    if (!c->from.value_count) return;
    if (!s->tune_race)
        complain(c->place, diags, "carry",
                 xstrdup("found no race to carry from, expected `race: yes` beside it"));
    if (!strcmp(axes->list[c->axis].name, s->tune_axis))
        complain(c->place, diags, "along",
                 xformat("found %s, which is what is tuned, expected another axis", s->tune_axis));
    check_apart(c, diags);
    check_positive(s, &s->grid, axes_find(axes, s->tune_axis), diags);
}

static void check_there(const struct setting *sizes, const char *key, const struct candidates *all,
                        const struct axes *axes, struct diags *diags)
{
    for (int i = 0; i < sizes->value_count; i++) {
        bool found = false;
        for (int k = 0; k < all->count && !found; k++) {
            const char *value = all->list[k]->values.values[sizes->axis];
            found = value && !strcmp(value, sizes->values[i]);
        }
        if (!found)
            complain(sizes->place, diags, key,
                     xformat("found %s, which no cell has as %s, expected sizes of the grid",
                             sizes->values[i], axes->list[sizes->axis].name));
    }
}

void carry_check_sizes(const struct spec *s, const struct candidates *all, const struct axes *axes,
                       struct diags *diags)
{
    check_there(&s->carry.from, "from", all, axes, diags);
    check_there(&s->carry.neighbours, "neighbours", all, axes, diags);
}
