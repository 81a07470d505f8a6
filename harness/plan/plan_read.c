/* SPDX-License-Identifier: MIT
 * What is in a plan (plan.h). */
#include "harness/plan/plan.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

const char *plan_value(const struct plan *plan, const struct plan_cell *cell, const char *axis)
{
    return axes_value(plan->axes, cell->values, axis);
}

char *plan_complete(const struct plan *plan, const struct plan_cell *cell)
{
    return resolved_complete(plan->axes, &(struct resolved){.values = cell->values});
}

bool plan_only_tunes(const struct plan *plan, const struct plan_cell *cell)
{
    return cell->tuning && plan->specs[cell->spec].tune_apart;
}

const struct plan_cell *plan_row_cell(const struct plan *plan, const struct plan_row *row)
{
    return &plan->cells[row->cell_index];
}

const struct spec *plan_row_spec(const struct plan *plan, const struct plan_row *row)
{
    return &plan->specs[plan_row_cell(plan, row)->spec];
}

const struct spec_arm *plan_row_arm(const struct plan *plan, const struct plan_row *row)
{
    const struct plan_cell *cell = plan_row_cell(plan, row);
    return cell->yardstick ? NULL : &plan->specs[cell->spec].arms[cell->arm_index];
}

const char *plan_row_name(const struct plan *plan, const struct plan_row *row)
{
    const struct spec_arm *arm = plan_row_arm(plan, row);
    return arm ? arm->name : plan_row_cell(plan, row)->yardstick;
}

static bool has_cells(const struct spec *s, const char *arm)
{
    for (int i = 0; i < s->arm_count; i++)
        if (!strcmp(s->arms[i].name, arm)) return true;
    return false;
}

char *plan_absent_arms(const struct spec *s)
{
    struct arm_names all = {0};
    struct text names = {0};
    grid_add_arms(&s->grid, &all);
    for (int i = 0; i < all.count; i++)
        if (!has_cells(s, all.list[i]))
            text_add(&names, "%s%s", names.length ? ", " : "", all.list[i]);
    free(all.list);
    return names.data;
}

int plan_rounds(const struct plan *plan, const struct plan_cell *cell)
{
    return cell->yardstick ? 1 : plan->specs[cell->spec].rounds;
}

long plan_all_rows(const struct plan *plan)
{
    long rows = 0;
    for (int i = 0; i < plan->cell_count; i++) rows += plan_rounds(plan, &plan->cells[i]);
    return rows;
}

const char *plan_row_baseline(const struct plan *plan, const struct plan_row *row)
{
    int baseline = plan_row_cell(plan, row)->baseline;
    return baseline < 0 ? NULL : plan->cells[baseline].string;
}
