/* SPDX-License-Identifier: MIT
 * The key tune of a specification, {axis: lr, seeds: [1]} or {axis: lr, seeds: [101, 102, 103],
 * race: yes}: reading it, what it needs of the rest of the file, and the tuning seeds of a race,
 * which are added to those that the file judges by (spec_read.h; ablations/README.md). */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* Fewer cannot tell a value from its neighbour. More are dear, and the interval's share of tuning
 * counts all ways to draw them again (analysis/tuning_variance.c): 7^6 for seven. */
enum { RACE_LEAST_SEEDS = 3, RACE_MOST_SEEDS = 7 };

/* ---- reading ---- */

static void read_tune_axis(struct reader *r, const struct yaml_entry *e)
{
    const char *text = e->value->kind == YAML_SCALAR ? e->value->text : "";
    if (axes_find(r->axes, text) >= 0)
        r->spec->tune_axis = xstrdup(text);
    else
        reader_expected_node(r, e->value, "tune", "the name of an axis (`attnlab list axes`)");
}

static void read_tune_seeds(struct reader *r, const struct yaml_entry *e)
{
    struct setting s = {.axis = axes_find(r->axes, "seed")};
    if (s.axis < 0) return;
    read_values(r, e->value, "tune", false, &s); /* what came before a bad one is the file's, too */
    r->spec->tune_seeds = s.values;
    r->spec->tune_seed_count = s.value_count;
}

static void read_tune_race(struct reader *r, const struct yaml_entry *e)
{
    r->spec->tune_race = read_yes(r, e);
}

void read_tune(struct reader *r, const struct yaml_entry *e)
{
    static const struct {
        const char *key;
        void (*read)(struct reader *, const struct yaml_entry *);
    } keys[] = {{"axis", read_tune_axis},
                {"seeds", read_tune_seeds},
                {"race", read_tune_race},
                {"carry", read_carry}};
    enum { KEYS = sizeof keys / sizeof *keys };
    int before = r->diags->count;
    if (!reader_is(r, e, YAML_MAP)) return;
    r->spec->tune_place = e->place;
    for (int i = 0, k; i < e->value->count; i++) {
        const struct yaml_entry *entry = &e->value->entries[i];
        for (k = 0; k < KEYS && strcmp(entry->key, keys[k].key); k++) continue;
        if (k < KEYS)
            keys[k].read(r, entry);
        else
            reader_unknown(r, entry, "tune", "axis, seeds, race and carry");
    }
    bool whole = r->spec->tune_axis && r->spec->tune_seed_count;
    if (!whole && r->diags->count == before)
        reader_expected_node(r, e->value, "tune", "{axis: AXIS, seeds: [SEED, ...]}");
}

int spec_tuning_place(const struct spec *s, const char *seed)
{
    for (int i = 0; seed && i < s->tune_seed_count; i++)
        if (!strcmp(s->tune_seeds[i], seed)) return i;
    return -1;
}

/* ---- checking ---- */

static bool is_factor(const struct grid *g, int axis)
{
    bool found = settings_find(&g->factors, axis);
    for (int i = 0; i < g->grid_count; i++) found |= is_factor(&g->grids[i], axis);
    return found;
}

/* A tuning seed that judges too; NULL: none. */
static const char *common_seed(const struct spec *s, const struct grid *g, int axis)
{
    const struct setting *seeds = settings_find(&g->factors, axis);
    for (int i = 0; seeds && i < seeds->value_count; i++)
        for (int k = 0; k < s->tune_seed_count; k++)
            if (!strcmp(seeds->values[i], s->tune_seeds[k])) return s->tune_seeds[k];
    const char *found = NULL;
    for (int i = 0; i < g->grid_count && !found; i++) found = common_seed(s, &g->grids[i], axis);
    return found;
}

static void complain(const struct spec *s, struct diags *diags, char *message)
{
    diag_add(diags, s->tune_place.file, s->tune_place.line, s->tune_place.column, "key tune: %s",
             message);
    free(message);
}

/* Each once: the same training again tells nothing more. */
static int different_seeds(const struct spec *s)
{
    int count = 0;
    for (int i = 0; i < s->tune_seed_count; i++)
        count += spec_tuning_place(s, s->tune_seeds[i]) == i;
    return count;
}

static void race_check(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    int axis = axes_find(axes, "seed"), count = different_seeds(s);
    const char *common = common_seed(s, &s->grid, axis);
    if (count < RACE_LEAST_SEEDS || count > RACE_MOST_SEEDS)
        complain(s, diags,
                 xformat("found a race with %d tuning seed%s, expected %d to %d", count,
                         count == 1 ? "" : "s", RACE_LEAST_SEEDS, RACE_MOST_SEEDS));
    if (!is_factor(&s->grid, axis))
        complain(s, diags,
                 xformat("found a race without seeds that judge, expected `seeds: ...` in the "
                         "file: seeds that are not those of tuning"));
    if (common)
        complain(s, diags,
                 xformat("found seed %s, by which the arms are judged too, expected other seeds "
                         "for a race: what chose a value cannot judge it",
                         common));
}

void tune_check(const struct spec *s, const struct axes *axes, struct diags *diags)
{
    if (!s->tune_axis) return;
    if (!is_factor(&s->grid, axes_find(axes, s->tune_axis)))
        complain(
            s, diags,
            xformat("found the axis %s, which is no factor, expected it in factors", s->tune_axis));
    if (s->tune_race) race_check(s, axes, diags);
    carry_check(s, axes, diags);
}

/* ---- tiers, planning, freeing ---- */

static void add_seeds(const struct spec *s, struct grid *g, int axis)
{
    struct setting *seeds = settings_find(&g->factors, axis);
    size_t more = seeds ? (size_t)s->tune_seed_count : 0;
    if (more)
        seeds->values =
            xgrow(seeds->values, (size_t)seeds->value_count + more, sizeof *seeds->values);
    for (size_t i = 0; i < more; i++)
        seeds->values[seeds->value_count++] = xstrdup(s->tune_seeds[i]);
    for (int i = 0; i < g->grid_count; i++) add_seeds(s, &g->grids[i], axis);
}

void tune_add_seeds(struct spec *s, const struct axes *axes)
{
    if (s->tune_race) add_seeds(s, &s->grid, axes_find(axes, "seed"));
}

void tune_free(struct spec *s)
{
    for (int i = 0; i < s->tune_seed_count; i++) free(s->tune_seeds[i]);
    free(s->tune_seeds);
    free(s->tune_axis);
    carry_free(&s->carry);
    s->tune_axis = NULL;
    s->tune_seeds = NULL;
    s->tune_seed_count = 0;
}

void tune_tier(struct spec *over, struct spec *s)
{
    if (!over->tune_axis) return;
    tune_free(s);
    s->tune_axis = over->tune_axis;
    s->tune_seeds = over->tune_seeds;
    s->tune_seed_count = over->tune_seed_count;
    s->tune_race = over->tune_race;
    s->tune_place = over->tune_place;
    s->carry = over->carry;
    over->carry = (struct spec_carry){0};
    over->tune_axis = NULL;
    over->tune_seeds = NULL;
    over->tune_seed_count = 0;
}
