/* SPDX-License-Identifier: MIT
 * Whether the axes of a figure tell anything of the cells there are: one that applies to none of
 * them, or has one value in all, gives a figure of nothing or of one place. */
#include "harness/plan/expand.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

struct checked {
    const struct spec *spec;
    const struct candidates *all;
    const struct axes *axes;
    struct diags *diags;
};

/* How many values an axis has, of which two are enough to know; *one: the first. */
static int count_values(const struct checked *c, int axis, const char **one)
{
    *one = NULL;
    for (int i = 0; i < c->all->count; i++) {
        const char *value = c->all->list[i]->values.values[axis];
        if (!value) continue;
        if (!*one) *one = value;
        if (strcmp(*one, value)) return 2;
    }
    return *one ? 1 : 0;
}

static void refuse(const struct checked *c, const char *key, struct spec_axis given, char *found)
{
    struct text expected = {0};
    for (int i = 0; i < c->spec->varied_count; i++)
        text_add(&expected, " %s", c->axes->list[c->spec->varied[i].axis].name);
    diag_add(c->diags, given.place.file, given.place.line, given.place.column,
             "key %s: found '%s', %s, expected an axis that %s%s", key,
             c->axes->list[given.axis].name, found,
             expected.length ? "varies here:" : "has several values",
             expected.length ? expected.data : "");
    text_free(&expected);
    free(found);
}

/* least: how many values it must have. */
static void check(const struct checked *c, const char *key, struct spec_axis given, int least)
{
    const char *one;
    if (!given.place.line || given.axis < 0) return;
    int values = count_values(c, given.axis, &one);
    if (values >= least) return;
    refuse(c, key, given,
           values ? xformat("which has one value here, %s", one)
                  : xstrdup("which applies to no cell of this question"));
}

void figures_check_axes(const struct spec *spec, const struct candidates *all,
                        const struct axes *axes, struct diags *diags)
{
    const struct checked c = {spec, all, axes, diags};
    for (int i = 0; i < spec->figure_count; i++) {
        const struct spec_figure *f = &spec->figures[i];
        check(&c, "x", f->x, 2);
        check(&c, "y", f->y, 2);
        for (int k = 0; k < f->panel_count; k++) check(&c, "panel", f->panel[k], 1);
    }
}
