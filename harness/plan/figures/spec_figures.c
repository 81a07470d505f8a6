/* SPDX-License-Identifier: MIT
 * The key figures: what a specification wants drawn.
 *
 *   figures: [{kind: gain, x: n, where: {mask: causal}, panel: [batch], reading: parameters}]
 *
 * What names axes and values is read as such; the other options are words, of which the kind says
 * what it takes (figures.def). */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

static void read_kind(struct reader *r, const struct yaml_entry *e, struct spec_figure *f)
{
    if (!reader_is(r, e, YAML_SCALAR)) return;
    free(f->kind);
    f->kind = xstrdup(e->value->text);
    f->place = e->value->place;
}

static void read_one_axis(struct reader *r, const struct yaml_entry *e, struct spec_axis *to)
{
    *to = (struct spec_axis){read_axis_name(r, e->value, e->key), e->value->place};
}

static void read_x(struct reader *r, const struct yaml_entry *e, struct spec_figure *f)
{
    read_one_axis(r, e, &f->x);
}

static void read_y(struct reader *r, const struct yaml_entry *e, struct spec_figure *f)
{
    read_one_axis(r, e, &f->y);
}

static void add_panel_axis(struct reader *r, const struct yaml *item, const char *key, void *to)
{
    struct spec_figure *f = to;
    int axis = read_axis_name(r, item, key);
    if (axis < 0) return;
    f->panel = xgrow(f->panel, (size_t)f->panel_count + 1, sizeof *f->panel);
    f->panel[f->panel_count++] = (struct spec_axis){axis, item->place};
}

static void read_panel(struct reader *r, const struct yaml_entry *e, struct spec_figure *f)
{
    read_items(r, e, add_panel_axis, f);
}

static void read_where(struct reader *r, const struct yaml_entry *e, struct spec_figure *f)
{
    read_conditions(r, e, &f->where);
}

/* ---- a figure ---- */

static void read_option(struct reader *r, const struct yaml_entry *e, struct spec_figure *f)
{
    if (!reader_is(r, e, YAML_SCALAR)) return;
    f->options = xgrow(f->options, (size_t)f->option_count + 1, sizeof *f->options);
    f->options[f->option_count++] =
        (struct spec_option){xstrdup(e->key), xstrdup(e->value->text), e->value->place};
}

/* In the order in which they are read, wherever they stand. */
static const struct {
    const char *key;
    void (*read)(struct reader *, const struct yaml_entry *, struct spec_figure *);
} typed[] = {{"kind", read_kind},
             {"x", read_x},
             {"y", read_y},
             {"panel", read_panel},
             {"where", read_where}};
enum { TYPED = sizeof typed / sizeof *typed };

static bool is_typed(const char *key)
{
    for (int k = 0; k < TYPED; k++)
        if (!strcmp(typed[k].key, key)) return true;
    return false;
}

static void read_figure(struct reader *r, const struct yaml *map, struct spec_figure *f)
{
    int count = map->kind == YAML_MAP ? map->count : 0;
    *f = (struct spec_figure){.x.axis = -1, .y.axis = -1};
    for (int k = 0; k < TYPED; k++)
        for (int i = 0; i < count; i++)
            if (!strcmp(typed[k].key, map->entries[i].key)) typed[k].read(r, &map->entries[i], f);
    for (int i = 0; i < count; i++)
        if (!is_typed(map->entries[i].key)) read_option(r, &map->entries[i], f);
    if (!f->kind) reader_expected_node(r, map, "figures", "a map with a kind, {kind: ...}");
}

void read_figures(struct reader *r, const struct yaml_entry *e)
{
    struct spec *s = r->spec;
    if (!reader_is(r, e, YAML_LIST)) return;
    s->figures = xarray((size_t)e->value->count, sizeof *s->figures);
    s->figure_count = e->value->count;
    for (int i = 0; i < s->figure_count; i++) read_figure(r, e->value->items[i], &s->figures[i]);
}

void figure_free(struct spec_figure *f)
{
    for (int i = 0; i < f->option_count; i++) {
        free(f->options[i].key);
        free(f->options[i].value);
    }
    conditions_free(&f->where);
    free(f->panel);
    free(f->options);
    free(f->kind);
}
