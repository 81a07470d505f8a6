/* SPDX-License-Identifier: MIT
 * Implements y = x W + b, the projection of the original transformer (arXiv 1706.03762, eq. 1 and
 * sec. 3.2.2). It is the baseline of all projections, usually without b.
 *
 * Shapes: x (rows, d_in), W (d_in, d_out), b (d_out). Cost per row: 2 d_in d_out, as one gemm per
 * block. */
#include "wired.h"

static const char *const no_yes[] = {"no", "yes", NULL};

enum { BIAS };
static const struct param params[] = {
    [BIAS] = {"bias", "add a bias b", PARAM_CHOICE, 0, 1, 0, no_yes,
              SAID("without biases", "with biases")},
    {0},
};

static struct chain wiring(const struct dims *d, const struct args *a)
{
    struct chain c = N(chain_start)(d, false);
    N(chain_affine)(&c, d->d_out, arg_int(a, BIAS), "");
    return c;
}

static const struct by_hand by_hand[] = {
    {.working = "(1*1 + 2*4, 1*2 + 2*5, 1*3 + 2*6)",
     .dims = {.d_in = 2, .d_out = 3},
     .args = {{0}},
     .in = {VALUES(1, 2)},
     .out = VALUES(9, 12, 15),
     .tensors = {VALUES(1, 2, 3, 4, 5, 6)}},
    {.working = "(9, 12, 15) plus the bias (0.5, -1, 2)",
     .dims = {.d_in = 2, .d_out = 3},
     .args = {{[BIAS] = 1}},
     .in = {VALUES(1, 2)},
     .out = VALUES(9.5, 11, 17),
     .tensors = {VALUES(1, 2, 3, 4, 5, 6), VALUES(0.5, -1, 2)}},
    {0},
};

const struct projection N(projection_linear) = {
    .base =
        {
            .name = "linear",
            .label = "linear",
            .title = "y = x W + b",
            .paper = "textbook; arXiv 1706.03762 sec. 3.2.2",
            .by_hand = by_hand,
            .initial = "w N(0, 1/fan_in), b 0",
            .params = params,
            .tensors = tensors,
            .work = work,
        },
    CHAIN_MEMBERS,
    .reproduce = reproduce,
};
