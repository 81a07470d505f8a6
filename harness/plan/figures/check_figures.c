/* SPDX-License-Identifier: MIT
 * Whether a figure can be drawn as it was asked for, said before anything is measured: its kind and
 * its options are those of figures.def. */
#include "base/nearest.h"
#include "harness/plan/figures/figure_list.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

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
