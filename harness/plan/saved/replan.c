/* SPDX-License-Identifier: MIT
 * Makes a new plan from one question of a saved plan (plan_json.h). The saved cells become
 * candidates, so filters apply to saved cells and grid cells in the same way. */
#include "harness/plan/saved/plan_json.h"
#include "harness/plan/plan_rows.h"

#include <stdlib.h>
#include <string.h>

/* Cells of one question. */
struct cells {
    struct candidates arms, simple_baselines;
    struct grid_arm *arm; /* one entry per arm of the question */
};

static bool add_cell(struct candidates *all, const struct plan *saved, const struct plan_cell *cell,
                     const struct grid_arm *arm, char **error)
{
    struct candidate *c = xalloc(sizeof *c);
    all->list = xgrow(all->list, (size_t)all->count + 1, sizeof *all->list);
    all->list[all->count++] = c;
    c->string = xstrdup(cell->string);
    c->baseline = cell->baseline < 0 ? NULL : xstrdup(saved->cells[cell->baseline].string);
    c->arm = arm;
    c->kept = true;
    return axes_read_cell(saved->axes, cell->string, &c->values, error);
}

static bool take_cells(struct cells *to, const struct plan *saved, int question, char **error)
{
    const struct spec *s = &saved->specs[question];
    bool good = true;
    to->arm = xarray((size_t)s->arm_count, sizeof *to->arm);
    for (int i = 0; i < s->arm_count; i++)
        to->arm[i] = (struct grid_arm){.name = s->arms[i].name,
                                       .label = s->arms[i].label,
                                       .match_flops = s->arms[i].match_flops};
    for (int i = 0; good && i < saved->cell_count; i++) {
        const struct plan_cell *cell = &saved->cells[i];
        if (cell->spec != question) continue;
        good = cell->simple_baseline
                   ? add_cell(&to->simple_baselines, saved, cell, NULL, error)
                   : add_cell(&to->arms, saved, cell, &to->arm[cell->arm_index], error);
    }
    return good;
}

static int question_named(const struct plan *plan, const char *name)
{
    int found = 0;
    while (found < plan->spec_count && strcmp(plan->specs[found].name, name)) found++;
    return found < plan->spec_count ? found : -1;
}

/* ---- the new plan ---- */

static char **texts_joined(char *const *first, int first_count, const char *const *then, int count)
{
    char **all = xarray((size_t)(first_count + count), sizeof *all);
    for (int i = 0; i < first_count; i++) all[i] = xstrdup(first[i]);
    for (int i = 0; i < count; i++) all[first_count + i] = xstrdup(then[i]);
    return all;
}

/* Moves the question into the new plan. plan_add_cells() then adds the arms that still have cells.
 */
static void begin_plan(struct plan *plan, struct plan *saved, int question,
                       const struct plan_options *o)
{
    *plan = (struct plan){.axes = saved->axes,
                          .order_seed = o->order_seed,
                          .shard = o->shard,
                          .shards = o->shards,
                          .tier = xstrdup(saved->tier),
                          .specs = xarray(1, sizeof *plan->specs),
                          .spec_count = 1,
                          .set_count = saved->set_count,
                          .filter_count = saved->filter_count + o->filter_count};
    plan->sets = texts_copy((const char *const *)saved->sets, saved->set_count);
    plan->filters = texts_joined(saved->filters, saved->filter_count, o->filters, o->filter_count);
    plan->specs[0] = saved->specs[question];
    saved->specs[question] =
        (struct spec){.arms = plan->specs[0].arms, .arm_count = plan->specs[0].arm_count};
    plan->specs[0].arms = NULL;
    plan->specs[0].arm_count = 0;
}

static void fill_plan(struct plan *plan, struct cells *cells, const struct plan_options *o,
                      struct diags *diags)
{
    struct planning p = {.axes = plan->axes, .diags = diags};
    struct filters filters;
    if (filters_parse(&filters, o->filters, o->filter_count, &p)) {
        filters_apply(&filters, &cells->arms, &p);
        filters_apply_to_simple_baselines(&filters, &cells->simple_baselines, &cells->arms, &p);
        plan_add_cells(plan, 0, &cells->arms);
        plan_add_simple_baselines(plan, 0, &cells->simple_baselines);
        filters_check_arms(&filters, plan->specs, 1, diags);
        if (!diags->count && o->filter_count && !plan->cell_count) filters_explain(&filters, diags);
        plan_add_rows(plan);
        plan_find_shared(plan);
    }
    filters_free(&filters);
}

bool plan_saved_question(struct plan *plan, const char *directory, const char *question,
                         const struct plan_options *o, const struct axes *axes, struct diags *diags)
{
    struct plan saved;
    struct cells cells = {0};
    char *error = NULL;
    int before = diags->count, at = -1;
    *plan = (struct plan){0};
    bool good = plan_load(&saved, axes, directory, true, &error);
    if (good) at = question_named(&saved, question);
    if (good && at < 0) error = xformat("this run has no question '%s'", question);
    if (at >= 0 && take_cells(&cells, &saved, at, &error)) {
        begin_plan(plan, &saved, at, o);
        fill_plan(plan, &cells, o, diags);
    }
    if (error) diag_add(diags, directory, 0, 0, "%s", error);
    candidates_free(&cells.arms);
    candidates_free(&cells.simple_baselines);
    free(cells.arm);
    plan_free(&saved);
    free(error);
    return diags->count == before;
}
