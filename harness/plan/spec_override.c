/* SPDX-License-Identifier: MIT
 * Applies the values of a tier and of --set to a question. These values replace an axis in every
 * grid that sets the axis. An axis that no grid sets is added to the outer grid. */
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

static struct setting setting_copy(const struct setting *s)
{
    struct setting copy = *s;
    copy.values = xarray((size_t)s->value_count, sizeof *copy.values);
    for (int i = 0; i < s->value_count; i++) copy.values[i] = xstrdup(s->values[i]);
    return copy;
}

static bool derivation_remove(struct grid *g, int axis)
{
    for (int i = 0; i < g->derive_count; i++) {
        if (g->derive[i].axis != axis) continue;
        formula_free(g->derive[i].formula);
        g->derive[i] = g->derive[--g->derive_count];
        return true;
    }
    return false;
}

/* Returns the reason why the values of an axis in this grid cannot be replaced, or NULL if
 * replacing is allowed. The caller frees the reason. */
static char *obstacle(const struct grid *g, int axis, const char *name)
{
    for (int i = 0; i < g->zip_count; i++)
        if (settings_find(&g->zips[i], axis))
            return xformat("axis %s is part of a zip; change the zip in the file", name);
    for (int i = 0; i < g->arm_count; i++)
        if (settings_find(&g->arms[i].set, axis))
            return xformat("axis %s is set by the arm %s; choose arms with `--filter arm=NAME`, or "
                           "with the key `arms` of a tier",
                           name, g->arms[i].name);
    return NULL;
}

/* Replaces an axis in a grid and its members. Returns true if the grid or a member sets the axis.
 */
static bool replace(struct grid *g, const struct setting *s, const char *name, char **error)
{
    bool found = settings_find(&g->fixed, s->axis) || settings_find(&g->factors, s->axis);
    char *why = obstacle(g, s->axis, name);
    if (why && !*error)
        *error = why;
    else
        free(why);
    found |= derivation_remove(g, s->axis);
    settings_remove(&g->fixed, s->axis);
    settings_remove(&g->factors, s->axis);
    if (found) settings_add(&g->factors, setting_copy(s));
    for (int i = 0; i < g->grid_count; i++) found |= replace(&g->grids[i], s, name, error);
    return found || why;
}

static void override(struct spec *spec, const struct setting *s, const struct axes *axes,
                     struct diags *diags)
{
    char *error = NULL;
    if (!replace(&spec->grid, s, axes->list[s->axis].name, &error))
        settings_add(&spec->grid.factors, setting_copy(s));
    if (error) fault_at(diags, s->place, "%s", error);
    free(error);
}

static void move_rules(struct grid *from, struct grid *to)
{
    size_t count = (size_t)(from->rule_count + to->rule_count);
    to->rules = xgrow(to->rules, count, sizeof *to->rules);
    for (int i = 0; i < from->rule_count; i++) to->rules[to->rule_count++] = from->rules[i];
    from->rule_count = 0;
}

void tier_apply(struct tier *t, struct spec *spec, const struct axes *axes, struct diags *diags)
{
    struct spec *over = &t->over;
    const struct grid file = spec->grid;
    if (t->has_zip) {
        spec->grid.zips = over->grid.zips, spec->grid.zip_count = over->grid.zip_count;
        over->grid.zips = file.zips, over->grid.zip_count = file.zip_count;
    }
    if (t->has_grids) {
        spec->grid.grids = over->grid.grids, spec->grid.grid_count = over->grid.grid_count;
        over->grid.grids = file.grids, over->grid.grid_count = file.grid_count;
    }
    for (int i = 0; i < over->grid.fixed.count; i++)
        override(spec, &over->grid.fixed.list[i], axes, diags);
    for (int i = 0; i < over->grid.factors.count; i++)
        override(spec, &over->grid.factors.list[i], axes, diags);
    move_rules(&over->grid, &spec->grid);
    if (over->rounds) spec->rounds = over->rounds;
    if (over->timeout_s > 0) spec->timeout_s = over->timeout_s;
    if (over->memory_mib) spec->memory_mib = over->memory_mib;
    tune_tier(over, spec);
    spec->keep_arms = over->keep_arms;
    spec->keep_count = over->keep_count;
    over->keep_arms = NULL;
    over->keep_count = 0;
}

/* ---- --set ---- */

static bool set_failed(struct diags *diags, const char *text, char *message)
{
    diag_add(diags, "--set", 0, 0, "'%s': %s", text, message);
    free(message);
    return false;
}

/* Sets comma-separated values. The value of a text axis is the whole string, including commas. */
static char *set_values(struct setting *s, const struct axis *axis, const char *values)
{
    char *error = NULL;
    if (axis->type == AXIS_TEXT) return setting_add_values(s, axis, values, &error), error;
    char *list = xstrdup(values), *rest = list;
    for (char *one; !error && (one = strsep(&rest, ","));) setting_add_values(s, axis, one, &error);
    free(list);
    return error;
}

bool spec_set(struct spec *spec, const char *text, const struct axes *axes, struct diags *diags)
{
    const char *equals = strchr(text, '=');
    if (!equals) return set_failed(diags, text, xstrdup("expected axis=value,value,..."));
    int before = diags->count;
    struct reader r = {.axes = axes, .diags = diags, .spec = spec, .grid = &spec->grid};
    char *name = xformat("%.*s", (int)(equals - text), text), *error = NULL;
    struct setting s = {.axis = axes_find(axes, name), .place = {"--set", 0, 0}};
    bool key = read_set_key(&r, name, equals + 1);
    if (!key && s.axis < 0)
        error = key_is_in(name, IN_SPEC) ? xformat("the key %s can only be set in the file", name)
                                         : axes_unknown(axes, name);
    else if (!key && !(error = set_values(&s, &axes->list[s.axis], equals + 1)))
        override(spec, &s, axes, diags);
    free(name);
    setting_free(&s);
    return error ? set_failed(diags, text, error) : diags->count == before;
}
