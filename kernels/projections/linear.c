/* SPDX-License-Identifier: MIT
 * y = x W + b: the projection of the original transformer (arXiv 1706.03762, eq. 1 and sec. 3.2.2),
 * there and in most decoders since without b. The baseline of every comparison of projections.
 *
 * x (rows, d_in), W (d_in, d_out), b (d_out). Cost: 2 d_in d_out a row, one gemm a block. */
#include "wired.h"

static const char *const no_yes[] = {"no", "yes", NULL};

enum { BIAS };
static const struct param params[] = {
    [BIAS] = {"bias", "add b", PARAM_CHOICE, 0, 1, 0, no_yes},
    {0},
};

static struct chain wiring(const struct dims *d, const struct args *a)
{
    struct chain c = N(chain_start)(d->d_in, false);
    N(chain_affine)(&c, d->d_out, arg_int(a, BIAS), "");
    return c;
}

const struct projection N(projection_linear) = {
    .base =
        {
            .name = "linear",
            .title = "y = x W + b",
            .paper = "textbook; arXiv 1706.03762 sec. 3.2.2",
            .params = params,
            .tensors = tensors,
            .work = work,
        },
    .formula = formula,
    .derivative = derivative,
    .formula_scratch = formula_scratch,
    .forward = forward,
    .scratch = scratch,
    .kept = kept,
    .backward = backward,
    .begins = true,
    .backward_scratch = backward_scratch,
    .reproduce = reproduce,
};
