/* SPDX-License-Identifier: MIT
 * Whether a figure can be drawn as it was asked for, said before anything is measured: its kind is
 * a script of such questions, and its options are what that script takes (figure_scripts.h). */
#include "base/nearest.h"
#include "harness/plan/figures/figure_scripts.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* What is being checked. */
struct checked {
    const struct spec *spec;
    const struct figure_scripts *scripts;
    struct diags *diags;
};

/* Names that one might have meant. */
struct names {
    const char **list;
    int count;
};

static void add_name(struct names *n, const char *name)
{
    n->list = xgrow(n->list, (size_t)n->count + 1, sizeof *n->list);
    n->list[n->count++] = name;
}

/* An error with the names there are and the nearest of them; the names are freed. */
static void refuse(const struct checked *c, struct yaml_place place, struct text *message,
                   const char *found, struct names *names, const char *of)
{
    text_add(message, ", expected one of");
    for (int i = 0; i < names->count; i++) text_add(message, " %s", names->list[i]);
    text_add(message, "%s", of);
    add_nearest(message, found, names->list, names->count);
    diag_add(c->diags, place.file, place.line, place.column, "%s", message->data);
    text_free(message);
    free(names->list);
}

/* ---- the kind ---- */

static void refuse_kind(const struct checked *c, const struct spec_figure *f)
{
    const struct figure_script *other = figure_scripts_find(c->scripts, f->kind);
    struct names kinds = {0};
    struct text message = {0};
    text_add(&message, "key kind: found '%s'", f->kind);
    if (other) text_add(&message, ", which is of questions that %s", figure_questions[other->kind]);
    for (int i = 0; i < c->scripts->count; i++)
        if (c->scripts->list[i].kind == c->spec->kind) add_name(&kinds, c->scripts->list[i].name);
    char *of =
        xformat(" (the scripts in plots/ of questions that %s)", figure_questions[c->spec->kind]);
    refuse(c, f->place, &message, f->kind, &kinds, of);
    free(of);
}

/* ---- options ---- */

/* An option that was given: its name and place. */
static void check_taken(const struct checked *c, const struct spec_figure *f,
                        const struct figure_script *s, const char *name, struct yaml_place place)
{
    struct names names = {0};
    struct text message = {0};
    for (const struct figure_common *o = figure_common; o->name; o++)
        if (!strcmp(o->name, name)) return;
    if (figure_script_option(s, name)) return;
    for (int i = 0; i < s->option_count; i++) add_name(&names, s->options[i].name);
    for (const struct figure_common *o = figure_common; o->name; o++) add_name(&names, o->name);
    text_add(&message, "key figures: found the option '%s' of %s", name, f->kind);
    refuse(c, place, &message, name, &names, "");
}

static void check_word(const struct checked *c, const struct spec_option *given,
                       const struct figure_option *o)
{
    struct names names = {0};
    struct text message = {0};
    for (int i = 0; i < o->word_count; i++)
        if (!strcmp(o->words[i], given->value)) return;
    for (int i = 0; i < o->word_count; i++) add_name(&names, o->words[i]);
    text_add(&message, "key %s: found '%s'", given->key, given->value);
    refuse(c, given->place, &message, given->value, &names, "");
}

static void check_words(const struct checked *c, const struct spec_figure *f,
                        const struct figure_script *s)
{
    for (int i = 0; i < f->option_count; i++) {
        const struct spec_option *given = &f->options[i];
        const struct figure_option *o = figure_script_option(s, given->key);
        check_taken(c, f, s, given->key, given->place);
        if (o) check_word(c, given, o);
    }
}

/* An axis that the kind must have, or may not. */
static void check_axis(const struct checked *c, const struct spec_figure *f,
                       const struct figure_script *s, const char *name, struct spec_axis given)
{
    const struct figure_option *o = figure_script_option(s, name);
    bool needed = o && o->word_count > 1 && !strcmp(o->words[1], "needed");
    if (given.place.line)
        check_taken(c, f, s, name, given.place);
    else if (needed)
        diag_add(c->diags, f->place.file, f->place.line, f->place.column,
                 "key figures: found %s without %s, expected %s: AXIS, along which it is drawn",
                 f->kind, name, name);
}

static void check_order(const struct checked *c, const struct spec_figure *f,
                        const struct figure_script *s, const char *name,
                        const struct setting *given)
{
    if (given->place.line) check_taken(c, f, s, name, given->place);
}

static void check_figure(const struct checked *c, const struct spec_figure *f)
{
    const struct figure_script *s = figure_scripts_find(c->scripts, f->kind);
    if (!s || s->kind != c->spec->kind) {
        refuse_kind(c, f);
        return;
    }
    if (figure_kind_is_filled && !figure_kind_is_filled(f->kind)) {
        char *message = figure_unfilled(f->kind);
        diag_add(c->diags, f->place.file, f->place.line, f->place.column, "key kind: %s", message);
        free(message);
        return;
    }
    check_axis(c, f, s, "x", f->x);
    check_axis(c, f, s, "y", f->y);
    if (f->x.axis >= 0 && f->x.axis == f->y.axis)
        diag_add(c->diags, f->y.place.file, f->y.place.line, f->y.place.column,
                 "key y: found the axis of x again, expected another: a place of %s is where two "
                 "axes meet",
                 f->kind);
    check_order(c, f, s, "x_order", &f->x_order);
    check_order(c, f, s, "y_order", &f->y_order);
    check_words(c, f, s);
}

void figures_check(const struct spec *spec, struct diags *diags)
{
    struct figure_scripts scripts;
    const struct checked c = {spec, &scripts, diags};
    if (figure_scripts_read(&scripts) && !spec->kind_refused)
        for (int i = 0; i < spec->figure_count; i++)
            if (spec->figures[i].kind) check_figure(&c, &spec->figures[i]);
    figure_scripts_free(&scripts);
}

void figures_need(const struct spec *spec, struct diags *diags)
{
    for (int i = 0; i < spec->figure_count; i++) {
        const struct spec_figure *f = &spec->figures[i];
        for (int k = 0; k < f->where.arm_count; k++)
            need_arm(spec, diags, f->place, "where", f->where.arms[k]);
    }
}
