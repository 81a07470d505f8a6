/* SPDX-License-Identifier: MIT
 * Implements y = x, without a matrix: the control for all other projections. Without norms, W_q (or
 * W_k or W_v) can be folded into neighbouring matrices without loss (arXiv 2510.23912). */
#include "copy.h"

const struct projection N(projection_identity) = {
    .base =
        {
            .name = "identity",
            .label = "identity",
            .title = "y = x",
            .paper = "arXiv 2510.23912",
            .by_hand = copy_by_hand,
            .refuse = refuse_unless_square,
            .work = copy_work,
        },
    .formula = copy_formula,
    .derivative = copy_derivative,
    .forward = copy_forward,
    .backward = copy_backward,
};
