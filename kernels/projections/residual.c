/* SPDX-License-Identifier: MIT
 * Implements y = x + x W, the linear control "residual" in the code of arXiv 2603.13381. Except for
 * the initial values, it equals `linear` with the matrix W + I.
 *
 * Shapes: x (rows, d), W (d, d), no bias. Cost per row: 2 d d + d. */
#include "wired.h"

static struct chain wiring(const struct dims *d, const struct args *a)
{
    (void)a;
    struct chain c = N(chain_start)(d, true);
    N(chain_affine)(&c, d->d_out, false, "");
    return c;
}

static const struct by_hand by_hand[] = {
    {.working = "(1, 2) + (1*1 + 2*3, 1*2 + 2*4)",
     .dims = {.d_in = 2, .d_out = 2},
     .in = {VALUES(1, 2)},
     .out = VALUES(8, 12),
     .tensors = {VALUES(1, 2, 3, 4)}},
    {0},
};

const struct projection N(projection_residual) = {
    .base =
        {
            .name = "residual",
            .label = "x + x W",
            .title = "y = x + x W",
            .paper = "arXiv 2603.13381, control \"residual\" in the code",
            .by_hand = by_hand,
            .initial = "w N(0, 1/fan_in)",
            .published = &recipe_gpt2,
            .refuse = refuse_unless_square,
            .tensors = tensors,
            .work = work,
        },
    CHAIN_MEMBERS,
    .reproduce = reproduce,
};
