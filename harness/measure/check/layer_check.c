/* SPDX-License-Identifier: MIT
 * Draws test points until one can be judged (layer_check.h). */
#include "harness/measure/check/layer_check.h"

#include "base/mem.h"
#include "base/rng.h"
#include "harness/measure/check/gradient.h"

#include <stdlib.h>

/* The first point has the seed of the cell; all seeds lie below 2^31. */
static int point_seed(int seed, int point)
{
    if (!point) return seed;
    return (int)(rng_u64((uint64_t)seed, rng_stream("test point"), (uint64_t)point) >> 33);
}

static void check_point(const struct layer *layer, const struct worker_cell *cell,
                        const struct text_corpus *text, const struct resources *resources,
                        struct sampling sampling, int entries, struct check_result *r)
{
    struct workload load;
    sampling.seed = (uint64_t)cell->seed;
    workload_open(&load, layer, cell, text, resources->team, resources->memory);
    struct checked *checked = check_workload(&load, &sampling, r);
    if (checked && load.phase != PHASE_FORWARD) gradient_check(&load, entries, sampling.seed, r);
    checked_free(checked);
    workload_close(&load);
}

void layer_check(const struct layer *layer, const struct worker_cell *cell,
                 const struct text_corpus *text, const struct resources *resources,
                 struct sampling sampling, int entries, struct check_result *r)
{
    struct worker_cell at = *cell;
    for (int point = 0; point < MOST_POINTS; point++) {
        if (point) check_result_free(r);
        at.seed = point_seed(cell->seed, point);
        check_point(layer, &at, text, resources, sampling, entries, r);
        r->points = point + 1;
        if (r->status != STATUS_MISTRUSTED) return;
    }
    check_fail(r, STATUS_MISTRUSTED,
               xformat("at %d test points; the last: %s", MOST_POINTS, r->reason));
}
