/* SPDX-License-Identifier: MIT
 * No combination: heads stay separate. `joins` is 0, so the engine skips this choice and never
 * calls its functions. */
#include "../projections/copy.h"

const struct projection N(combine_none) = {
    .base =
        {
            .name = "none",
            .label = "heads side by side",
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
