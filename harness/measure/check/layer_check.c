/* SPDX-License-Identifier: MIT
 * Checks a layer at random test points until one gives a conclusive result. Also checks all
 * attention layers of a model. */
#include "harness/measure/check/check.h"

#include "base/mem.h"
#include "base/rng.h"
#include "harness/measure/record.h"
#include "models/model.h"

#include <stdlib.h>

/* Returns the seed (below 2^31) of a test point. The first point has the cell's seed. */
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
    check_fail(
        r, STATUS_MISTRUSTED,
        xformat("all %d test points were inconclusive; the last: %s", MOST_POINTS, r->reason));
}

/* ---- the layers of a model ---- */

static bool check_small(const struct worker_cell *cell, struct layer small, int entries,
                        const struct resources *resources, json_t *record)
{
    static const struct text_corpus no_text;
    struct check_result r;
    small.keys = 0; /* 0 selects all keys of the small shape */
    if (cell->kernels->refuse(&small)) return true;
    layer_check(&small, cell, &no_text, resources, reduced_rows(), entries, &r);
    bool good = r.status == STATUS_OK;
    if (!good)
        record_fail(record, r.status,
                    xformat("training was skipped, because the attention check failed (mask %s, "
                            "small shape): %s",
                            mask_names[small.mask], r.reason));
    check_result_free(&r);
    return good;
}

bool training_check(const struct worker_cell *cell, const struct resources *resources,
                    json_t *record)
{
    struct worker_cell both = *cell;
    struct layer list[MOST_ATTENTION_LAYERS];
    int count = model_build_for(cell->kernels)->attention_layers(&cell->model, list);
    bool good = true;
    both.phase = PHASE_BOTH;
    both.input = INPUT_NORMAL;
    for (int i = 0; i < count && good; i++)
        good =
            check_small(&both, gradient_reduced(&list[i]), GRADIENT_ENTRIES, resources, record) &&
            check_small(&both, check_reduced(&list[i]), 0, resources, record);
    return good;
}
