/* SPDX-License-Identifier: MIT
 * Implements "no combination": heads stay separate. `joins` is 0, so the engine never calls this
 * choice. */
#include "../projections/copy.h"

const struct projection N(combine_none) = {
    .base =
        {
            .name = "none",
            .label = "concatenation of the heads",
            .title = "o_1, o_2, ...",
            .paper = "textbook",
            .by_hand = copy_by_hand,
            .work = copy_work,
        },
    .formula = copy_formula,
    .derivative = copy_derivative,
    .forward = copy_forward,
    .backward = copy_backward,
};
