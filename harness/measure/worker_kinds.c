/* SPDX-License-Identifier: MIT
 * The kinds of cells (worker_kinds.h). */
#include "harness/measure/worker_kinds.h"
#include "harness/measure/quality.h"

const struct worker_kind worker_kinds[CELL_KINDS] = {
    [CELL_OVERHEAD] = {false, layer_predict, layer_run},
    [CELL_QUALITY] = {true, training_predict, quality_run},
    [CELL_SIMPLE_BASELINE] = {true, simple_baseline_predict, simple_baseline_run},
    [CELL_STEP] = {true, step_predict, step_run},
};
