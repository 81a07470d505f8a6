/* SPDX-License-Identifier: MIT
 * Implements "no output map": the layer's output is the concatenated heads. */
#include "copy.h"

const struct projection N(projection_none) = {
    .base =
        {
            .name = "none",
            .label = "no output matrix",
            .title = "y = o",
            .paper = "textbook",
            .by_hand = copy_by_hand,
            .refuse = refuse_unless_square,
            .work = copy_work,
        },
    .formula = copy_formula,
    .derivative = copy_derivative,
    .forward = copy_forward,
    .backward = copy_backward,
};
