/* SPDX-License-Identifier: MIT
 * Telling the rows of a run's plan from others in its journal (planned_rows.h). */
#include "harness/run/planned_rows.h"
#include "harness/plan/saved/plan_json.h"

#include <stdlib.h>

bool planned_rows_keep(struct journal *journal, const char *directory)
{
    struct axes axes = {0};
    struct plan plan = {0};
    char *error = NULL;
    bool read = axes_of_run(&axes, directory, &error) && plan_load(&plan, &axes, directory, &error);
    bool times = !read || plan_times(&plan);
    if (read) journal_keep_planned(journal, &plan);
    plan_free(&plan);
    axes_free(&axes);
    free(error);
    return times;
}
