/* SPDX-License-Identifier: MIT
 * Reads and checks the key `figures` before the first measurement. Example:
 *
 *   figures: [{kind: gain, x: n, where: {mask: causal}, panel: [batch], reading: parameters}]
 *
 * The keys kind, x, where and panel are valid for all figures. All other keys are options of the
 * kind (figures.def). */
#include "base/nearest.h"
#include "harness/plan/figures/figure_list.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* ---- kinds ---- */

const char *const figure_questions[] = {
    [SPEC_OVERHEAD] = "time layers", [SPEC_QUALITY] = "train models"};

const struct figure_kind figure_kinds[] = {
#define FIGURE(name, of, writer, ...) {#name, of, __VA_ARGS__},
#include "harness/plan/figures/figures.def"
#undef FIGURE
    {0}};

const struct figure_kind *figure_kind_find(const char *name)
{
    for (const struct figure_kind *k = figure_kinds; k->name; k++)
        if (!strcmp(k->name, name)) return k;
    return NULL;
}

int figure_choice(const struct figure_kind *k, const char *word)
{
    int place = 0;
    for (const char *at = k->words; at && *at; place++) {
        size_t length = strcspn(at, " ");
        if (strlen(word) == length && !strncmp(at, word, length)) return place;
        at += length + strspn(at + length, " ");
    }
    return -1;
}

/* ---- reading ---- */

static void read_kind(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec_figure *f = to;
    f->kind = read_line(r, e);
    f->place = e->value->place;
}

static void read_panel(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec_figure *f = to;
    bool list = e->value->kind == YAML_LIST;
    int count = list ? e->value->count : 1;
    f->panel = xarray((size_t)count, sizeof *f->panel);
    for (int i = 0; i < count; i++) {
        const struct yaml *item = list ? e->value->items[i] : e->value;
        int axis = read_axis_name(r, item, e->key);
        if (axis >= 0) f->panel[f->panel_count++] = (struct spec_axis){axis, item->place};
    }
}

static void read_option(struct reader *r, const struct yaml_entry *e, struct spec_figure *f)
{
    if (!is_kind(r, e, YAML_SCALAR)) return;
    f->options = xgrow(f->options, (size_t)f->option_count + 1, sizeof *f->options);
    f->options[f->option_count++] =
        (struct spec_option){xstrdup(e->key), xstrdup(e->value->text), e->value->place};
}

static void read_figure(struct reader *r, const struct yaml *map, struct spec_figure *f)
{
    static const struct member members[] = {
        {"kind", read_kind, 0},
        {"x", read_axis_field, offsetof(struct spec_figure, x)},
        {"panel", read_panel, 0},
        {"where", read_conditions, offsetof(struct spec_figure, where)},
        {0}};
    *f = (struct spec_figure){.x.axis = -1};
    for (int i = 0; map->kind == YAML_MAP && i < map->count; i++) {
        const struct yaml_entry *e = &map->entries[i];
        const struct member *m = members;
        while (m->key && strcmp(m->key, e->key)) m++;
        if (m->key)
            m->read(r, e, (char *)f + m->offset);
        else
            read_option(r, e, f);
    }
    if (!yaml_get(map, "kind"))
        refuse_node(r, map, "figures", "a map with the key `kind`, such as {kind: dots}");
}

void read_figures(struct reader *r, const struct yaml_entry *e, void *to)
{
    struct spec *s = to;
    if (!is_kind(r, e, YAML_LIST)) return;
    s->figures = xarray((size_t)e->value->count, sizeof *s->figures);
    s->figure_count = e->value->count;
    for (int i = 0; i < s->figure_count; i++) read_figure(r, e->value->items[i], &s->figures[i]);
}

/* ---- checking ---- */

/* Reports "key K: found F, expected one of NAMES". `names` is a space-separated list. */
static void refuse(struct diags *diags, struct yaml_place place, const char *key, const char *found,
                   const char *names)
{
    char *copy = xstrdup(names), *rest = copy;
    const char **list = xarray(strlen(names) + 1, sizeof *list);
    struct text near = {0};
    int count = 0;
    for (char *name; (name = strsep(&rest, " "));)
        if (*name) list[count++] = name;
    text_add(&near, "%s", names);
    add_nearest(&near, found, list, count);
    fault_at(diags, place, "key %s: found '%s', expected one of %s", key, found, near.data);
    text_free(&near);
    free(list);
    free(copy);
}

static void refuse_kind(const struct spec *spec, struct diags *diags, const struct spec_figure *f)
{
    const struct figure_kind *other = figure_kind_find(f->kind);
    struct text kinds = {0};
    for (const struct figure_kind *k = figure_kinds; k->name; k++)
        if (k->of == spec->kind) text_add(&kinds, "%s%s", kinds.length ? " " : "", k->name);
    if (other)
        fault_at(diags, f->place,
                 "key kind: found '%s', which is for questions that %s, expected one of %s",
                 f->kind, figure_questions[other->of], kinds.data);
    else
        refuse(diags, f->place, "kind", f->kind, kinds.data);
    text_free(&kinds);
}

/* Reports an option that the kind of figure does not have. */
static void check_option(const struct figure_kind *k, struct diags *diags, const char *name,
                         struct yaml_place place)
{
    const char *const all[] = {k->x ? "x" : "", k->option ? k->option : "", "where", "panel"};
    struct text names = {0}, key = {0};
    bool accepted = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (*all[i]) text_add(&names, "%s%s", names.length ? " " : "", all[i]);
        accepted |= !strcmp(all[i], name);
    }
    text_add(&key, "figures: kind %s", k->name);
    if (!accepted) refuse(diags, place, key.data, name, names.data);
    text_free(&names);
    text_free(&key);
}

static void check_figure(const struct spec *spec, struct diags *diags, const struct spec_figure *f)
{
    const struct figure_kind *k = figure_kind_find(f->kind);
    if (!k || k->of != spec->kind) {
        refuse_kind(spec, diags, f);
        return;
    }
    if (f->x.place.line)
        check_option(k, diags, "x", f->x.place);
    else if (k->x && !*k->x)
        fault_at(diags, f->place, "key figures: found %s without the key `x`, expected `x: AXIS`",
                 f->kind);
    for (int i = 0; i < f->option_count; i++) {
        const struct spec_option *given = &f->options[i];
        check_option(k, diags, given->key, given->place);
        if (k->option && !strcmp(k->option, given->key) && figure_choice(k, given->value) < 0)
            refuse(diags, given->place, given->key, given->value, k->words);
    }
}

void figures_check(const struct spec *spec, struct diags *diags)
{
    for (int i = 0; i < spec->figure_count; i++) {
        const struct spec_figure *f = &spec->figures[i];
        if (f->kind && !spec->kind_refused) check_figure(spec, diags, f);
        for (int k = 0; k < f->where.arm_count; k++)
            need_arm(spec, diags, f->place, "where", f->where.arms[k]);
    }
}
