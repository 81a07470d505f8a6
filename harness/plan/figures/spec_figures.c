/* SPDX-License-Identifier: MIT
 * The key figures: what a question draws. Kinds and options are checked before anything is
 * measured.
 *
 *   figures: [{kind: gain, x: n, where: {mask: causal}, panel: [batch], reading: parameters}]
 *
 * What names axes and values is read as such; the other options are words, of which the kind says
 * what it takes (figures.def). */
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

/* ---- checking ---- */

/* Adds the names that are expected, the nearest of them, and the error. `names`: words with blanks
 * between them. Takes the message over. */
static void refuse(struct diags *diags, struct yaml_place place, char *message, const char *found,
                   const char *names)
{
    char *copy = xstrdup(names), *rest = copy;
    const char **list = xarray(strlen(names) + 1, sizeof *list);
    struct text all = {0};
    int count = 0;
    for (char *name; (name = strsep(&rest, " "));)
        if (*name) list[count++] = name;
    text_add(&all, "%s, expected one of %s", message, names);
    add_nearest(&all, found, list, count);
    diag_add(diags, place.file, place.line, place.column, "%s", all.data);
    text_free(&all);
    free(list);
    free(copy);
    free(message);
}

static void refuse_kind(const struct spec *spec, struct diags *diags, const struct spec_figure *f)
{
    const struct figure_kind *other = figure_kind_find(f->kind);
    struct text kinds = {0};
    for (const struct figure_kind *k = figure_kinds; k->name; k++)
        if (k->of == spec->kind) text_add(&kinds, "%s%s", kinds.length ? " " : "", k->name);
    char *of = other ? xformat(", which is of questions that %s", figure_questions[other->of])
                     : xstrdup("");
    refuse(diags, f->place, xformat("key kind: found '%s'%s", f->kind, of), f->kind, kinds.data);
    text_free(&kinds);
    free(of);
}

/* Refuses an option that the kind does not take. */
static void check_taken(const struct figure_kind *k, struct diags *diags, const char *name,
                        struct yaml_place place)
{
    const char *const all[] = {k->x ? "x" : "", k->y ? "y" : "", k->option ? k->option : "",
                               "where", "panel"};
    struct text names = {0};
    bool taken = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        if (*all[i]) text_add(&names, "%s%s", names.length ? " " : "", all[i]);
        taken |= !strcmp(all[i], name);
    }
    if (!taken)
        refuse(diags, place, xformat("key figures: found the option '%s' of %s", name, k->name),
               name, names.data);
    text_free(&names);
}

static void check_axis(const struct figure_kind *k, struct diags *diags,
                       const struct spec_figure *f, const char *name, const char *own,
                       struct spec_axis given)
{
    if (given.place.line)
        check_taken(k, diags, name, given.place);
    else if (own && !*own)
        diag_add(diags, f->place.file, f->place.line, f->place.column,
                 "key figures: found %s without %s, expected %s: AXIS, along which it is drawn",
                 f->kind, name, name);
}

static void check_options(const struct figure_kind *k, struct diags *diags,
                          const struct spec_figure *f)
{
    for (int i = 0; i < f->option_count; i++) {
        const struct spec_option *given = &f->options[i];
        check_taken(k, diags, given->key, given->place);
        if (k->option && !strcmp(k->option, given->key) && figure_choice(k, given->value) < 0)
            refuse(diags, given->place, xformat("key %s: found '%s'", given->key, given->value),
                   given->value, k->words);
    }
}

static void check_figure(const struct spec *spec, struct diags *diags, const struct spec_figure *f)
{
    const struct figure_kind *k = figure_kind_find(f->kind);
    if (!k || k->of != spec->kind) {
        refuse_kind(spec, diags, f);
        return;
    }
    check_axis(k, diags, f, "x", k->x, f->x);
    check_axis(k, diags, f, "y", k->y, f->y);
    if (f->x.axis >= 0 && f->x.axis == f->y.axis)
        diag_add(diags, f->y.place.file, f->y.place.line, f->y.place.column,
                 "key y: found the axis of x again, expected another: a place of %s is where two "
                 "axes meet",
                 f->kind);
    check_options(k, diags, f);
}

void figures_check(const struct spec *spec, struct diags *diags)
{
    for (int i = 0; i < spec->figure_count && !spec->kind_refused; i++)
        if (spec->figures[i].kind) check_figure(spec, diags, &spec->figures[i]);
}

void figures_need(const struct spec *spec, struct diags *diags)
{
    for (int i = 0; i < spec->figure_count; i++) {
        const struct spec_figure *f = &spec->figures[i];
        for (int k = 0; k < f->where.arm_count; k++)
            need_arm(spec, diags, f->place, "where", f->where.arms[k]);
    }
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
