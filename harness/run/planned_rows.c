/* SPDX-License-Identifier: MIT
 * Telling the rows of a run's plan from others in its journal (planned_rows.h). */
#include "harness/run/planned_rows.h"
#include "harness/plan/saved/saved_plan.h"
#include "harness/run/manifest.h"
#include "harness/run/plan_hash.h"
#include "harness/run/results.h"

#include <stdlib.h>
#include <string.h>

/* Whether it is the plan of the manifest, which knows the seed of its order too. */
static bool is_of_manifest(struct plan *plan, const char *directory)
{
    json_t *manifest = manifest_read(directory, NULL);
    const char *was = json_string_value(json_at(manifest, "plan.hash"));
    plan->order_seed = (uint64_t)json_integer_value(json_at(manifest, "plan.seed"));
    char *hash = plan_hash(plan);
    bool same = was && !strcmp(hash, was);
    free(hash);
    json_decref(manifest);
    return same;
}

bool planned_rows_keep(struct journal *journal, const char *directory)
{
    struct axes axes = {0};
    struct plan plan = {0};
    char *error = NULL;
    bool read = axes_read_saved(&axes, directory, &error) &&
                plan_read_saved(&plan, &axes, directory, &error);
    bool times = !read || plan_times(&plan);
    if (read && is_of_manifest(&plan, directory)) journal_keep_planned(journal, &plan);
    plan_free(&plan);
    axes_free(&axes);
    free(error);
    return times;
}
