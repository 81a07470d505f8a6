/* SPDX-License-Identifier: MIT
 * Expands the grid of a question. The grid is the product of dimensions and arms. A dimension is a
 * factor or a zip group, whose axes advance together. Each point of the product is resolved to a
 * cell. */
#include "harness/plan/axes/axes.h"
#include "harness/plan/expand.h"

#include <stdlib.h>
#include <string.h>

/* The outer grid merged with one member of `grids`. */
struct product {
    struct setting **settings; /* one setting per axis; NULL if the axis is not set */
    int *dimension;            /* index of the dimension of each axis that has a setting */
    int *lengths, *at;         /* number of values and current value of each dimension */
    int dimension_count;
    struct derivation **derive;      /* derivation of each axis; NULL if the axis is not derived */
    const struct formula **formulas; /* parsed formula of each derivation */
    char **baselines; /* cell string of the baseline at each point; NULL if not yet resolved */
    struct grid_arm *arms;
    int arm_count;
    struct yaml_place place;
};
struct expansion {
    struct spec *spec;
    const struct axes *axes;
    const struct planning *planning;
    struct candidates all;
    struct product product;
    const char **values; /* value of each axis at the current point */
};

/* ---- a member of `grids` and the outer grid as one product ---- */

static void add_dimension(struct product *p, struct setting *settings, int count)
{
    for (int i = 0; i < count; i++) {
        int axis = settings[i].axis;
        p->settings[axis] = &settings[i];
        p->dimension[axis] = p->dimension_count;
        p->derive[axis] = NULL;
    }
    p->dimension_count++;
}

static void add_grid(struct product *p, struct grid *g)
{
    for (int i = 0; i < g->fixed.count; i++) add_dimension(p, &g->fixed.list[i], 1);
    for (int i = 0; i < g->factors.count; i++) add_dimension(p, &g->factors.list[i], 1);
    for (int z = 0; z < g->zip_count; z++) add_dimension(p, g->zips[z].list, g->zips[z].count);
    for (int i = 0; i < g->derive_count; i++) {
        p->settings[g->derive[i].axis] = NULL;
        p->derive[g->derive[i].axis] = &g->derive[i];
    }
    if (g->arm_count) p->arms = g->arms, p->arm_count = g->arm_count;
    p->place = g->place;
}

static void product_make(struct product *p, int axes, struct grid *outer, struct grid *inner)
{
    size_t count = (size_t)axes;
    *p = (struct product){.settings = xarray(count, sizeof *p->settings),
                          .dimension = xarray(count, sizeof *p->dimension),
                          .derive = xarray(count, sizeof *p->derive),
                          .formulas = xarray(count, sizeof *p->formulas)};
    add_grid(p, outer);
    if (inner) add_grid(p, inner);
    p->lengths = xarray((size_t)p->dimension_count, sizeof *p->lengths);
    p->at = xarray((size_t)p->dimension_count, sizeof *p->at);
    for (int d = 0; d < p->dimension_count; d++) p->lengths[d] = 1;
    for (int a = 0; a < axes; a++) {
        if (p->settings[a]) p->lengths[p->dimension[a]] = p->settings[a]->value_count;
        if (p->derive[a]) p->formulas[a] = p->derive[a]->formula;
    }
}

static void product_free(struct product *p)
{
    free(p->settings);
    free(p->dimension);
    free(p->lengths);
    free(p->at);
    free(p->derive);
    free(p->formulas);
    *p = (struct product){0};
}

/* ---- one point of the product ---- */

/* Returns the file location where an axis was set, for error messages. */
static struct yaml_place place_of(const struct product *p, const struct grid_arm *arm, int axis)
{
    const struct setting *s = arm ? settings_find(&arm->set, axis) : NULL;
    if (!s) s = p->settings[axis];
    if (s) return s->place;
    return p->derive[axis] ? p->derive[axis]->place : p->place;
}

static void assign(const char **values, const struct settings *s)
{
    for (int i = 0; i < s->count; i++) values[s->list[i].axis] = s->list[i].values[0];
}

static bool resolve_point(struct expansion *x, const struct grid_arm *arm, struct resolved *out)
{
    struct assignment given = {x->values, x->product.formulas};
    int axis;
    char *error;
    if (axes_resolve(x->axes, &given, out, &axis, &error)) return true;
    report_once(x->planning, place_of(&x->product, arm, axis), "key %s: %s",
                x->axes->list[axis].name, error);
    free(error);
    return false;
}

static void mark_settings(struct settings *s, const struct resolved *cell)
{
    for (int i = 0; i < s->count; i++) s->list[i].used |= cell->values[s->list[i].axis] != NULL;
}

static void mark_used(struct expansion *x, struct grid_arm *arm, const struct resolved *cell)
{
    struct product *p = &x->product;
    for (int axis = 0; axis < x->axes->count; axis++) {
        if (p->settings[axis]) p->settings[axis]->used |= cell->values[axis] != NULL;
        if (p->derive[axis]) p->derive[axis]->used |= cell->values[axis] != NULL;
    }
    if (arm) mark_settings(&arm->set, cell);
}

static const struct grid_arm *find_arm(const struct grid *g, const char *name)
{
    const struct grid_arm *found = NULL;
    for (int i = 0; i < g->arm_count; i++)
        if (!strcmp(g->arms[i].name, name)) return &g->arms[i];
    for (int i = 0; i < g->grid_count && !found; i++) found = find_arm(&g->grids[i], name);
    return found;
}

static const struct grid_arm *baseline_arm(const struct expansion *x)
{
    const struct product *p = &x->product;
    for (int i = 0; i < p->arm_count; i++)
        if (!strcmp(p->arms[i].name, x->spec->baseline)) return &p->arms[i];
    return find_arm(&x->spec->grid, x->spec->baseline);
}

/* Returns the baseline's cell string at the current point. x->values must not contain settings of
 * an arm. */
static char *resolve_baseline(struct expansion *x, const struct grid_arm *arm)
{
    struct spec *spec = x->spec;
    const struct grid_arm *other = spec->baseline_is_map ? arm : baseline_arm(x);
    if (other) assign(x->values, &other->set);
    if (spec->baseline_is_map) assign(x->values, &spec->baseline_set);
    struct resolved cell;
    char *string = NULL;
    if (resolve_point(x, other, &cell)) string = resolved_string(x->axes, &cell);
    mark_settings(&spec->baseline_set, &cell);
    resolved_free(&cell);
    return string;
}

/* Returns a copy of the baseline's cell string at a point. The baseline is resolved once per point,
 * not once per arm. */
static char *baseline_of(struct expansion *x, const struct grid_arm *arm, long index)
{
    if (!x->spec->baseline) return NULL;
    if (x->spec->baseline_is_map) return resolve_baseline(x, arm);
    char **known = &x->product.baselines[index];
    if (!*known) *known = resolve_baseline(x, arm);
    return *known ? xstrdup(*known) : NULL;
}

/* Sets x->values to point number i of the product. The last dimension varies fastest. */
static void set_point(struct expansion *x, long index)
{
    struct product *p = &x->product;
    for (int d = p->dimension_count - 1; d >= 0; index /= p->lengths[d--])
        p->at[d] = (int)(index % p->lengths[d]);
    for (int a = 0; a < x->axes->count; a++)
        x->values[a] = p->settings[a] ? p->settings[a]->values[p->at[p->dimension[a]]] : NULL;
}

/* Stores the assignment, because match_flops() changes the steps and resolves the cell again. */
static void keep_assignment(const struct expansion *x, struct candidate *c)
{
    size_t count = (size_t)x->axes->count;
    c->given = (struct assignment){xarray(count, sizeof *c->given.values),
                                   xarray(count, sizeof *c->given.formulas)};
    memcpy(c->given.values, x->values, count * sizeof *x->values);
    memcpy(c->given.formulas, x->product.formulas, count * sizeof *x->product.formulas);
}

static void add_candidate(struct expansion *x, struct grid_arm *arm, long index)
{
    struct candidate *c = xalloc(sizeof *c);
    c->arm = arm;
    c->kept = true;
    set_point(x, index);
    c->baseline = baseline_of(x, arm, index);
    set_point(x, index);
    if (arm) assign(x->values, &arm->set);
    if (resolve_point(x, arm, &c->values)) mark_used(x, arm, &c->values);
    if (arm && arm->match_flops) keep_assignment(x, c);
    c->string = resolved_string(x->axes, &c->values);
    x->all.list[x->all.count++] = c;
}

/* ---- the whole grid ---- */

static void expand_product(struct expansion *x)
{
    struct product *p = &x->product;
    int arms = p->arm_count ? p->arm_count : 1;
    long points = 1;
    for (int d = 0; d < p->dimension_count && points <= MAX_CANDIDATES; d++)
        points *= p->lengths[d];
    if (x->all.count + points * arms > MAX_CANDIDATES) {
        report_once(
            x->planning, p->place,
            "the grid has more than %d cells; use fewer values of a factor, or several files",
            MAX_CANDIDATES);
        return;
    }
    x->all.list = xgrow(x->all.list, (size_t)(x->all.count + points * arms), sizeof *x->all.list);
    p->baselines = xarray((size_t)points, sizeof *p->baselines);
    for (int a = 0; a < arms; a++)
        for (long i = 0; i < points; i++) add_candidate(x, p->arm_count ? &p->arms[a] : NULL, i);
    for (long i = 0; i < points; i++) free(p->baselines[i]);
    free(p->baselines);
}

/* Expands `outer` merged with `inner`, or `outer` alone if inner is NULL. `number` is the index of
 * `inner` in messages. */
static void expand_grid(struct expansion *x, struct grid *outer, struct grid *inner, int number)
{
    int first = x->all.count;
    product_make(&x->product, x->axes->count, outer, inner);
    expand_product(x);
    product_free(&x->product);
    char *what = inner ? xformat("product of grid %d", number) : xstrdup("product");
    planning_note(x->planning, what, first, x->all.count);
    free(what);
    if (inner) candidates_apply_rules(&x->all, x->planning, inner, first);
}

struct candidates spec_expand(struct spec *spec, const struct planning *planning)
{
    struct expansion x = {.spec = spec, .axes = planning->axes, .planning = planning};
    struct grid *g = &spec->grid;
    int before = planning->diags->count;
    x.values = xarray((size_t)x.axes->count, sizeof *x.values);
    if (!g->grid_count) expand_grid(&x, g, NULL, 0);
    for (int i = 0; i < g->grid_count; i++) expand_grid(&x, g, &g->grids[i], i + 1);
    int product = x.all.count;
    candidates_reduce(&x.all, spec, planning);
    free(x.values);
    if (!x.all.count && planning->diags->count == before)
        report_once(planning, g->place,
                    "the grid is empty: %d cell%s before the rules, no cells after the rules",
                    product, product == 1 ? "" : "s");
    return x.all;
}
