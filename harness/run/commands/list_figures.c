/* SPDX-License-Identifier: MIT
 * attnlab list figures: the kinds of figures.def. */
#include "harness/run/commands/list_figures.h"
#include "harness/plan/figures/figure_list.h"

#include <stdio.h>

static void print_axis(const char *name, const char *axis)
{
    if (axis) printf("  %s: axis, %s\n", name, *axis ? axis : "needed");
}

bool list_figures(const struct axes *axes)
{
    (void)axes;
    for (const struct figure_kind *k = figure_kinds; k->name; k++) {
        printf("%-18s of questions that %s: %s\n", k->name, figure_questions[k->of], k->shows);
        print_axis("x", k->x);
        print_axis("y", k->y);
        if (k->option) printf("  %s: %s\n", k->option, k->words);
    }
    printf("every kind\n  where: axes and their values, arms\n  panel: axes\n");
    return true;
}
