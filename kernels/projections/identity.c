/* SPDX-License-Identifier: MIT
 * y = x: the matrix is left out. In a layer without norms W_q can be folded into its neighbours, so
 * that leaving it out loses nothing (arXiv 2510.23912; any one of W_q, W_k, W_v). The control that
 * asks whether a fancier map earns anything at all. */
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
