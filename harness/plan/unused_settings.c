/* SPDX-License-Identifier: MIT
 * Finds settings that apply to no cell: most often a slip, such as
 * d_prime for scores that have none, which would leave a sweep without its factor. */
#include "harness/plan/expand.h"

#include <string.h>

/* The grid's lists of settings by number; NULL after the last. */
static const struct settings *nth_settings(const struct grid *g, int n)
{
    if (n == 0) return &g->fixed;
    if (n == 1) return &g->factors;
    n -= 2;
    if (n < g->zip_count) return &g->zips[n];
    n -= g->zip_count;
    return n < g->arm_count ? &g->arms[n].set : NULL;
}

static bool has_place(const struct grid *g, struct yaml_place p)
{
    const struct settings *s;
    for (int n = 0; (s = nth_settings(g, n)); n++)
        for (int i = 0; i < s->count; i++)
            if (s->list[i].place.line == p.line && s->list[i].place.column == p.column &&
                !strcmp(s->list[i].place.file, p.file))
                return true;
    for (int i = 0; i < g->grid_count; i++)
        if (has_place(&g->grids[i], p)) return true;
    return false;
}

static void unused(const struct axes *axes, int axis, struct yaml_place p, struct diags *diags)
{
    const struct axis *a = &axes->list[axis];
    struct text when = {0};
    for (int k = 0; k < a->case_count; k++)
        if (a->cases[k].when_axis >= 0)
            text_add(&when, "%s%s=%s", k ? " or " : "", axes->list[a->cases[k].when_axis].name,
                     a->cases[k].when_value);
    diag_add(diags, p.file, p.line, p.column,
             "key %s: found an axis that applies to no cell here, expected cells with %s", a->name,
             when.data ? when.data : "it");
    text_free(&when);
}

/* What a set-up says serves other questions too. */
static bool of_setup(const struct spec *spec, struct yaml_place p)
{
    return spec->setup_path && !strcmp(p.file, spec->setup_path);
}

static void check(const struct spec *spec, const struct grid *g, const struct spec *before,
                  const struct axes *axes, struct diags *diags)
{
    const struct settings *s;
    for (int n = 0; (s = nth_settings(g, n)); n++)
        for (int i = 0; i < s->count; i++) {
            const struct setting *one = &s->list[i];
            bool known = before && (!one->place.line || has_place(&before->grid, one->place));
            known |= of_setup(spec, one->place);
            if (!one->used && !known) unused(axes, one->axis, one->place, diags);
        }
    for (int i = 0; i < g->derive_count && !before; i++)
        if (!g->derive[i].used && !of_setup(spec, g->derive[i].place))
            unused(axes, g->derive[i].axis, g->derive[i].place, diags);
    for (int i = 0; i < g->grid_count; i++) check(spec, &g->grids[i], before, axes, diags);
}

void spec_check_unused(const struct spec *spec, const struct spec *before, const struct axes *axes,
                       struct diags *diags)
{
    check(spec, &spec->grid, before, axes, diags);
    for (int i = 0; i < spec->baseline_set.count && !before; i++) {
        const struct setting *s = &spec->baseline_set.list[i];
        if (!s->used) unused(axes, s->axis, s->place, diags);
    }
}
