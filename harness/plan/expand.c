/* SPDX-License-Identifier: MIT
 * From the grid of a specification to its points. A grid is a list of dimensions (a factor, or a
 * zip group whose axes advance together) and a list of arms; each point of the product is resolved
 * to a cell. */
#include "harness/plan/axes/axes.h"
#include "harness/plan/expand.h"

#include <stdlib.h>
#include <string.h>

/* Settings that advance together; all have the same number of values. */
struct dimension {
    struct setting **settings;
    int count;
};
/* One grid with what surrounds it. */
struct product {
    struct dimension *dimensions;
    int dimension_count;
    struct grid_arm *arms;
    int arm_count;
    struct derivation **derive; /* one an axis, NULL: none */
    const struct formula **formulas;
    struct yaml_place place;
};
struct expansion {
    struct spec *spec;
    const struct axes *axes;
    const struct planning *planning;
    struct candidates all;
    struct product product; /* the one in work */
    const char **values;    /* axes.count: the point in work */
    /* Of the point before, with its arm and with that of the baseline. */
    struct axes_memory *own, *compared;
};

/* ---- a grid and its surroundings as one product ---- */

static void drop_axis(struct product *p, int axis)
{
    for (int d = 0; d < p->dimension_count; d++) {
        struct dimension *dim = &p->dimensions[d];
        int kept = 0;
        for (int i = 0; i < dim->count; i++)
            if (dim->settings[i]->axis != axis) dim->settings[kept++] = dim->settings[i];
        dim->count = kept;
    }
    p->derive[axis] = NULL;
}

static struct dimension *add_dimension(struct product *p)
{
    size_t count = (size_t)p->dimension_count + 1;
    p->dimensions = xgrow(p->dimensions, count, sizeof *p->dimensions);
    p->dimensions[p->dimension_count] = (struct dimension){0};
    return &p->dimensions[p->dimension_count++];
}

static void extend(struct dimension *d, struct setting *s)
{
    d->settings = xgrow(d->settings, (size_t)d->count + 1, sizeof *d->settings);
    d->settings[d->count++] = s;
}

static void drop_settings(struct product *p, const struct settings *s)
{
    for (int i = 0; i < s->count; i++) drop_axis(p, s->list[i].axis);
}

static void add_grid(struct product *p, struct grid *g)
{
    drop_settings(p, &g->fixed);
    drop_settings(p, &g->factors);
    for (int z = 0; z < g->zip_count; z++) drop_settings(p, &g->zips[z]);
    for (int i = 0; i < g->fixed.count; i++) extend(add_dimension(p), &g->fixed.list[i]);
    for (int i = 0; i < g->factors.count; i++) extend(add_dimension(p), &g->factors.list[i]);
    for (int z = 0; z < g->zip_count; z++) {
        struct dimension *d = add_dimension(p);
        for (int i = 0; i < g->zips[z].count; i++) extend(d, &g->zips[z].list[i]);
    }
    for (int i = 0; i < g->derive_count; i++) {
        drop_axis(p, g->derive[i].axis);
        p->derive[g->derive[i].axis] = &g->derive[i];
    }
    if (g->arm_count) p->arms = g->arms, p->arm_count = g->arm_count;
    p->place = g->place;
}

static void product_free(struct product *p)
{
    for (int d = 0; d < p->dimension_count; d++) free(p->dimensions[d].settings);
    free(p->dimensions);
    free(p->derive);
    free(p->formulas);
    *p = (struct product){0};
}

static int length(const struct dimension *d) { return d->count ? d->settings[0]->value_count : 1; }

/* ---- errors at the place of the setting that caused them, each once ---- */

static struct yaml_place place_of(const struct product *p, const struct grid_arm *arm, int axis)
{
    const struct setting *s = arm ? settings_find(&arm->set, axis) : NULL;
    for (int d = 0; d < p->dimension_count && !s; d++)
        for (int i = 0; i < p->dimensions[d].count; i++)
            if (p->dimensions[d].settings[i]->axis == axis) s = p->dimensions[d].settings[i];
    if (s) return s->place;
    return p->derive[axis] ? p->derive[axis]->place : p->place;
}

/* ---- one point of the product ---- */

static void assign(const char **values, const struct settings *s)
{
    for (int i = 0; i < s->count; i++) values[s->list[i].axis] = s->list[i].values[0];
}

static bool resolve_point(struct expansion *x, const struct grid_arm *arm,
                          struct axes_memory *memory, struct resolved *out)
{
    struct assignment given = {x->values, x->product.formulas, memory};
    int axis;
    char *error;
    if (axes_resolve(x->axes, &given, out, &axis, &error)) return true;
    report_once(x->planning, place_of(&x->product, arm, axis),
                xformat("key %s: %s", x->axes->list[axis].name, error));
    free(error);
    return false;
}

static void mark_used(struct expansion *x, struct grid_arm *arm, const struct resolved *cell)
{
    struct product *p = &x->product;
    for (int d = 0; d < p->dimension_count; d++)
        for (int i = 0; i < p->dimensions[d].count; i++) {
            struct setting *s = p->dimensions[d].settings[i];
            s->used |= cell->values[s->axis] != NULL;
        }
    for (int i = 0; arm && i < arm->set.count; i++)
        arm->set.list[i].used |= cell->values[arm->set.list[i].axis] != NULL;
    for (int axis = 0; axis < x->axes->count; axis++)
        if (p->derive[axis]) p->derive[axis]->used |= cell->values[axis] != NULL;
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

/* The baseline's cell at this point: the point with the baseline's arm, or with what the
 * baseline's map overrides. x->values holds the point without its arm. */
static char *baseline_of(struct expansion *x, const struct grid_arm *arm)
{
    struct spec *spec = x->spec;
    if (!spec->baseline) return NULL;
    const struct grid_arm *other = spec->baseline_is_map ? arm : baseline_arm(x);
    if (other) assign(x->values, &other->set);
    if (spec->baseline_is_map) assign(x->values, &spec->baseline_set);
    struct resolved cell;
    char *string = NULL;
    if (resolve_point(x, other, x->compared, &cell)) string = resolved_string(x->axes, &cell);
    for (int i = 0; i < spec->baseline_set.count; i++) {
        struct setting *s = &spec->baseline_set.list[i];
        s->used |= cell.values[s->axis] != NULL;
    }
    resolved_free(&cell);
    return string;
}

/* Sets x->values to point `index` of the product, the last dimension fastest. */
static void set_point(struct expansion *x, long index)
{
    memset(x->values, 0, (size_t)x->axes->count * sizeof *x->values);
    for (int d = x->product.dimension_count - 1; d >= 0; d--) {
        const struct dimension *dim = &x->product.dimensions[d];
        long at = index % length(dim);
        index /= length(dim);
        for (int i = 0; i < dim->count; i++)
            x->values[dim->settings[i]->axis] = dim->settings[i]->values[at];
    }
}

static void add_candidate(struct expansion *x, struct grid_arm *arm, long index)
{
    struct candidate *c = xalloc(sizeof *c);
    c->arm = arm;
    c->kept = true;
    set_point(x, index);
    c->baseline = baseline_of(x, arm);
    set_point(x, index);
    if (arm) assign(x->values, &arm->set);
    if (resolve_point(x, arm, x->own, &c->values)) mark_used(x, arm, &c->values);
    c->string = resolved_string(x->axes, &c->values);
    x->all.list[x->all.count++] = c;
}

/* ---- one product ---- */

static long points(const struct product *p)
{
    long count = 1;
    for (int d = 0; d < p->dimension_count && count <= MAX_CANDIDATES; d++)
        count *= length(&p->dimensions[d]);
    return count;
}

static void expand_product(struct expansion *x)
{
    struct product *p = &x->product;
    int arms = p->arm_count ? p->arm_count : 1;
    long each = points(p);
    for (int i = 0; i < x->axes->count; i++)
        p->formulas[i] = p->derive[i] ? p->derive[i]->formula : NULL;
    if (x->all.count + each * arms > MAX_CANDIDATES) {
        report_once(x->planning, p->place,
                    xformat("the grid has more than %d cells, expected fewer: fewer values of a "
                            "factor, or several files",
                            MAX_CANDIDATES));
        return;
    }
    size_t count = (size_t)(x->all.count + each * arms);
    x->all.list = xgrow(x->all.list, count, sizeof *x->all.list);
    for (int a = 0; a < arms; a++)
        for (long i = 0; i < each; i++) add_candidate(x, p->arm_count ? &p->arms[a] : NULL, i);
}

/* ---- the whole grid ---- */

/* One grid inside `outer` (the number'th), or outer itself without one. */
static void expand_grid(struct expansion *x, struct grid *outer, struct grid *inner, int number)
{
    size_t axes = (size_t)x->axes->count;
    int first = x->all.count;
    x->product = (struct product){.derive = xarray(axes, sizeof *x->product.derive),
                                  .formulas = xarray(axes, sizeof *x->product.formulas)};
    add_grid(&x->product, outer);
    if (inner) add_grid(&x->product, inner);
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
    x.own = axes_memory_make(x.axes);
    x.compared = axes_memory_make(x.axes);
    if (!g->grid_count) expand_grid(&x, g, NULL, 0);
    for (int i = 0; i < g->grid_count; i++) expand_grid(&x, g, &g->grids[i], i + 1);
    int product = x.all.count;
    candidates_keep_arms(&x.all, planning, spec);
    candidates_apply_rules(&x.all, planning, g, 0);
    candidates_merge(&x.all, planning);
    candidates_find_baselines(&x.all, spec, planning->axes);
    free(x.values);
    axes_memory_free(x.own);
    axes_memory_free(x.compared);
    if (!x.all.count && planning->diags->count == before)
        report_once(planning, g->place,
                    xformat("the grid is empty: %d cell%s before the rules, none after, expected "
                            "at least one",
                            product, product == 1 ? "" : "s"));
    return x.all;
}
