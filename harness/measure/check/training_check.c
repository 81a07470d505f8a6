/* SPDX-License-Identifier: MIT
 * A wrong gradient trains too, and what comes of it looks like a variant that is worse. */
#include "harness/measure/check/training_check.h"
#include "harness/measure/check/gradient.h"
#include "harness/measure/check/layer_check.h"
#include "harness/measure/record.h"
#include "base/mem.h"
#include "models/model.h"

#include <stdlib.h>

/* Takes over the texts of the result. */
static bool judge(const struct layer *layer, struct check_result *r, json_t *record)
{
    bool good = r->status == STATUS_OK;
    if (!good) {
        char *reason = xformat("not trained: attention with mask %s, at a small shape: %s",
                               mask_names[layer->mask], r->reason);
        record_status(record, r->status, reason);
        free(reason);
    }
    check_result_free(r);
    return good;
}

/* entries: as of gradient_check(). */
static bool check_at(const struct worker_cell *cell, struct layer small, int entries,
                     const struct resources *resources, json_t *record)
{
    static const struct text_corpus no_text;
    struct check_result result;
    small.keys = 0;                                 /* those of the small shape */
    if (cell->kernels->refuse(&small)) return true; /* there is no small one to be judged by */
    layer_check(&small, cell, &no_text, resources, reduced_rows(), entries, &result);
    return judge(&small, &result, record);
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
        good = check_at(&both, gradient_reduced(&list[i]), GRADIENT_ENTRIES, resources, record) &&
               check_at(&both, check_reduced(&list[i]), 0, resources, record);
    return good;
}
