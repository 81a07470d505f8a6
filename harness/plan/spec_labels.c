/* SPDX-License-Identifier: MIT
 * Labels of arms, and the axes that a question varies (spec.h).
 *
 * A label may contain axes in braces:
 *
 *   mlp: {q: mlp, label: "{q_depth}-layer {q_act} MLP"}
 *
 * If q_depth is 2 and q_act is relu, the label is "2-layer ReLU MLP". */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

/* Finds the next "{axis}" in a label. Returns a pointer to the brace, or NULL if there is none.
 * Sets *axis to the name, which the caller frees. */
static const char *next_brace(const char *label, char **axis)
{
    const char *open = strchr(label, '{'), *close = open ? strchr(open, '}') : NULL;
    *axis = close ? xformat("%.*s", (int)(close - open - 1), open + 1) : NULL;
    return close ? open : NULL;
}

void check_label(struct reader *r, const struct yaml_entry *e)
{
    char *axis;
    for (const char *at = e->value->text; (at = next_brace(at, &axis)); at++) {
        struct text hint = {0};
        text_add_bytes(&hint, "", 0);
        axes_add_nearest(r->axes, axis, &hint);
        if (axes_find(r->axes, axis) < 0)
            fault_at(r->diags, e->value->place,
                     "key label: found {%s}, expected the name of an axis in braces%s", axis,
                     hint.data);
        text_free(&hint);
        free(axis);
    }
}

bool label_names_axis(const char *label, const char *axis)
{
    char *name;
    bool found = false;
    for (const char *at = label; !found && (at = next_brace(at, &name)); at++) {
        found = !strcmp(name, axis);
        free(name);
    }
    return found;
}

char *spec_label(const struct axes *axes, const char *label, char *const *values)
{
    struct text out = {0};
    char *name;
    text_add_bytes(&out, "", 0);
    for (const char *at; (at = next_brace(label, &name)); label = strchr(at, '}') + 1) {
        int axis = axes_find(axes, name);
        const char *value = axis < 0 ? NULL : values[axis];
        bool number = value && axes->list[axis].type <= AXIS_REAL;
        char *text = !value   ? xstrdup("")
                     : number ? xstrdup(value)
                              : axes_value_label(axes, axis, values, value);
        text_add(&out, "%.*s%s", (int)(at - label), label, text);
        free(text);
        free(name);
    }
    text_add(&out, "%s", label);
    return out.data;
}

/* ---- varied axes ----
 *
 * An axis varies if it has several values, or if the members of `grids` set different values.
 *
 * If several axes change together, labels show only one of them, chosen in this order:
 *  1. axes of conditions before axes of arms
 *  2. texts (the data) before choices, choices before numbers
 *  3. axes that are earlier in the file
 *
 * Labels never show the tuned axis, `seed`, derived axes or defaults. The list of varied axes has
 * the order of the axis table. */

struct search {
    const struct spec *spec;
    const struct axes *axes;
    bool *varied; /* one flag per axis: true if the question varies the axis */
};

/* The index of an axis, or -1 for none, and the file location that sets the axis. */
struct written {
    int axis;
    struct yaml_place place;
};

/* Returns true if the question compares an axis: the role is variant, or the baseline is a map that
 * sets the axis. */
bool spec_compares(const struct spec *s, const struct axes *axes, int axis)
{
    return axes->list[axis].role == ROLE_VARIANT || settings_find(&s->baseline_set, axis);
}

bool spec_tunes(const struct spec *s, const struct axes *axes, int axis)
{
    return s->tune_axis && !strcmp(axes->list[axis].name, s->tune_axis);
}

static bool of_arm(const struct search *t, int axis)
{
    return spec_compares(t->spec, t->axes, axis);
}

static bool never(const struct search *t, int axis)
{
    return !strcmp(t->axes->list[axis].name, "seed") || spec_tunes(t->spec, t->axes, axis);
}

static bool written_before(struct yaml_place a, struct yaml_place b)
{
    return a.line < b.line || (a.line == b.line && a.column < b.column);
}

static void mark(struct search *t, int axis)
{
    if (axis >= 0 && !never(t, axis)) t->varied[axis] = true;
}

/* Rank of an axis among axes that change together. A label shows only the axis with the highest
 * rank. */
static int rank(const struct search *t, int axis)
{
    enum axis_type type = t->axes->list[axis].type;
    int kind = type == AXIS_TEXT ? 2 : type == AXIS_CHOICE ? 1 : 0;
    return of_arm(t, axis) ? kind : kind + 3;
}

static struct written better(const struct search *t, struct written a, struct written b)
{
    if (b.axis < 0 || never(t, b.axis)) return a;
    if (a.axis < 0 || rank(t, a.axis) != rank(t, b.axis))
        return a.axis < 0 || rank(t, a.axis) < rank(t, b.axis) ? b : a;
    return written_before(b.place, a.place) ? b : a;
}

/* ---- several values ---- */

static void mark_zip(struct search *t, const struct settings *zip)
{
    struct written best = {.axis = -1};
    for (int i = 0; i < zip->count; i++)
        if (zip->list[i].value_count > 1)
            best = better(t, best, (struct written){zip->list[i].axis, zip->list[i].place});
    mark(t, best.axis);
}

static void mark_grid(struct search *t, const struct grid *g)
{
    for (int i = 0; i < g->factors.count; i++)
        if (g->factors.list[i].value_count > 1) mark(t, g->factors.list[i].axis);
    for (int i = 0; i < g->zip_count; i++) mark_zip(t, &g->zips[i]);
    for (int i = 0; i < g->grid_count; i++) mark_grid(t, &g->grids[i]);
}

/* ---- different values in members of grids ---- */

/* Returns the setting of an axis in a grid, or NULL if the grid does not set the axis. */
static const struct setting *setting_of(const struct grid *g, int axis)
{
    const struct setting *s = settings_find(&g->fixed, axis);
    if (!s) s = settings_find(&g->factors, axis);
    for (int z = 0; z < g->zip_count && !s; z++) s = settings_find(&g->zips[z], axis);
    return s;
}

static bool derives(const struct grid *g, int axis)
{
    for (int i = 0; i < g->derive_count; i++)
        if (g->derive[i].axis == axis) return true;
    return false;
}

/* Compares two settings with one value each. NULL means that there is no setting. */
static bool same_setting(const struct setting *a, const struct setting *b)
{
    return a && b ? !strcmp(a->values[0], b->values[0]) : a == b;
}

/* Returns the axis if each member of `grids` sets one value and these values differ. Otherwise
 * returns axis -1. */
static struct written difference(const struct grid *outer, int axis)
{
    struct written found = {.axis = -1};
    const struct setting *around = setting_of(outer, axis), *first = NULL;
    bool differ = false;
    for (int i = 0; i < outer->grid_count; i++) {
        const struct grid *g = &outer->grids[i];
        const struct setting *own = setting_of(g, axis), *s = own ? own : around;
        if (derives(g, axis) || (s && s->value_count > 1)) return (struct written){.axis = -1};
        if (own && found.axis < 0) found = (struct written){axis, own->place};
        if (i) differ |= !same_setting(first, s);
        if (!i) first = s;
    }
    return differ ? found : (struct written){.axis = -1};
}

static void mark_members(struct search *t, const struct grid *outer)
{
    struct written best = {.axis = -1};
    for (int axis = 0; axis < t->axes->count; axis++)
        best = better(t, best, difference(outer, axis));
    mark(t, best.axis);
}

void spec_find_varied(struct spec *spec, const struct axes *axes)
{
    struct search t = {spec, axes, xarray((size_t)axes->count, sizeof *t.varied)};
    mark_grid(&t, &spec->grid);
    mark_members(&t, &spec->grid);
    spec->varied = xgrow(spec->varied, (size_t)axes->count, sizeof *spec->varied);
    spec->varied_count = 0;
    for (int axis = 0; axis < axes->count; axis++)
        if (t.varied[axis])
            spec->varied[spec->varied_count++] = (struct varied_axis){axis, of_arm(&t, axis)};
    free(t.varied);
}
