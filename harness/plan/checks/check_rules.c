/* SPDX-License-Identifier: MIT
 * Rules about what there is not: `exclude: score == neurl` would leave every cell in, without a
 * word. A choice is looked for among those of its axis, an arm among those of the file and of the
 * tier that is asked for, which may have arms of its own. */
#include "base/nearest.h"
#include "harness/plan/expand.h"

#include <stdlib.h>
#include <string.h>

struct asked {
    const struct planning *planning;
    const struct rule *rule;
    struct arm_names arms;
};

/* NULL: there is such an arm. */
static char *no_arm(const struct asked *asked, const char *name)
{
    if (arm_names_have(&asked->arms, name)) return NULL;
    struct text out = {0};
    text_add(&out, "found arm '%s', expected an arm of this question", name);
    add_nearest(&out, name, asked->arms.list, asked->arms.count);
    return out.data;
}

/* NULL: it is no axis of choices, or has this one. */
static char *no_choice(const struct axes *axes, const char *name, const char *value)
{
    int axis = axes_find(axes, name);
    char *error = NULL;
    if (axis < 0 || axes->list[axis].type != AXIS_CHOICE) return NULL;
    free(axis_canonical(&axes->list[axis], NULL, value, &error));
    return error;
}

static void check(void *context, const char *name, const char *value)
{
    const struct asked *asked = context;
    const struct rule *rule = asked->rule;
    char *wrong =
        strcmp(name, "arm") ? no_choice(asked->planning->axes, name, value) : no_arm(asked, value);
    if (wrong)
        report_once(asked->planning, rule->place,
                    xformat("key %s: in the formula '%s': %s: %s",
                            rule->require ? "require" : "exclude", rule->text, name, wrong));
    free(wrong);
}

static void check_grid(struct asked *asked, const struct grid *g)
{
    for (int i = 0; i < g->rule_count; i++) {
        asked->rule = &g->rules[i];
        if (asked->rule->formula) formula_compared(asked->rule->formula, check, asked);
    }
    for (int i = 0; i < g->grid_count; i++) check_grid(asked, &g->grids[i]);
}

void spec_check_rules(const struct spec *spec, const struct spec *written,
                      const struct planning *planning)
{
    struct asked asked = {.planning = planning};
    grid_add_arms(&spec->grid, &asked.arms);
    grid_add_arms(&written->grid, &asked.arms);
    check_grid(&asked, &spec->grid);
    free(asked.arms.list);
}
