/* SPDX-License-Identifier: MIT
 * Implements y = x + LN(W2 phi(W1 RMSNorm(x))), the nonlinear query of arXiv 2603.13381, for every
 * slot. The paper's code computes q = x + LN_out(residual_out(GELU(residual_in(RMSNorm(x))))).
 *
 * Shapes: W1 (d, r), W2 (r, d), r = round(rank * d). With rank 1/2, the matrices have as many
 * parameters as a linear map. Neither W1 nor W2 has a bias. The LayerNorm's gains are initially 1.
 * eps is 1e-5, and GELU is exact.
 *
 * score_scale=0.5 gives the published factor 1/2. act=identity is the control without the
 * activation. Cost per row: 4 d r + 11 d + r. */
#include "bottleneck.h"
#include "wired.h"

static struct chain wiring(const struct dims *d, const struct args *a)
{
    struct chain c = bottleneck(d, a, true);
    N(chain_layer_norm)(&c, false, "_out");
    return c;
}

/* Example with d = 2 and gains (1, 2): RMSNorm maps (3, 4) to r * (3, 8) with r^2 = 1/12.50001. */
static const struct by_hand by_hand[] = {
    {.working = "(3 + 2u, 4 - 3u)",
     .dims = {.d_in = 2, .d_out = 2},
     .args = {{[RANK] = 0.5, [ACT] = ACT_IDENTITY}},
     .in = {VALUES(3, 4)},
     .out = VALUES(4.999999540862968, 1.0000006887055477),
     .tensors = {VALUES(1, 2), VALUES(1, 1), VALUES(2, -1), VALUES(2, 3)}},
    {.working = "W1 negated: relu(-11 r) = 0, so only x remains",
     .dims = {.d_in = 2, .d_out = 2},
     .args = {{[RANK] = 0.5, [ACT] = ACT_RELU}},
     .in = {VALUES(3, 4)},
     .out = VALUES(3, 4),
     .tensors = {VALUES(1, 2), VALUES(-1, -1), VALUES(2, -1), VALUES(2, 3)}},
    {0},
};

const struct projection N(projection_residual_bottleneck) = {
    .base =
        {
            .name = "residual_bottleneck",
            .label = "residual bottleneck",
            .title = "y = x + LN(W2 phi(W1 RMSNorm(x)))",
            .paper = "arXiv 2603.13381",
            .by_hand = by_hand,
            .initial = "w N(0, 1/fan_in), gain 1",
            .published = &recipe_gpt2,
            .params = params,
            .refuse = refuse_unless_square,
            .tensors = tensors,
            .work = work,
        },
    CHAIN_MEMBERS,
    .reproduce = reproduce,
};
