/* SPDX-License-Identifier: MIT
 * An MLP in place of the linear map: arXiv 2310.11398, in the forms its code has.
 *
 *   RoBERTa (q, k, v)  W2 relu(W1 x + b1) + b2        depth 2, width 2, norm off  (the defaults)
 *   Marian (q, k, o)   W2 relu(LN(W1 x + b1)) + b2    depth 2, width 2, norm before
 *
 * depth counts linear layers: depth 1 is a single linear map; depth L has L - 1 hidden layers of
 * round(width * d_in) units, each linear, [LN], phi, [LN], and a linear layer last. residual adds
 * x at the end. Controls: act=identity (activation removed), depth 1 with residual.
 *
 * Tensors per hidden layer l: w<l> b<l> gain<l> shift<l>; last w<L> b<L>. The hidden rows of a
 * block are the scratch: rows * width * d_in, twice from depth 3 on. */
#include "wired.h"

#include <math.h>

static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const norm_places[] = {"off", "before", "after", NULL};

enum { DEPTH, WIDTH, ACT, NORM, RESIDUAL, BIAS };
enum { NORM_OFF, NORM_BEFORE, NORM_AFTER };
static const struct param params[] = {
    [DEPTH] = {"depth", "linear layers", PARAM_INT, 1, 8, 2, NULL},
    [WIDTH] = {"width", "hidden width as a multiple of the input width", PARAM_REAL, 0.25, 8, 2,
               NULL},
    [ACT] = {"act", "activation of the hidden layers", PARAM_CHOICE, 0, ACTIVATIONS - 1, ACT_RELU,
             activation_names},
    [NORM] = {"norm", "LayerNorm of the hidden vector, before or after the activation",
              PARAM_CHOICE, 0, 2, NORM_OFF, norm_places},
    [RESIDUAL] = {"residual", "add the input to the output", PARAM_CHOICE, 0, 1, 0, no_yes},
    [BIAS] = {"bias", "biases on the linear layers", PARAM_CHOICE, 0, 1, 1, no_yes},
    {0},
};

static struct chain wiring(const struct dims *d, const struct args *a)
{
    struct chain c = N(chain_start)(d->d_in, arg_int(a, RESIDUAL));
    int width = (int)fmax(1, round(d->d_in * arg_real(a, WIDTH)));
    char layer[] = "1";
    for (; layer[0] < '0' + arg_int(a, DEPTH); layer[0]++) {
        N(chain_affine)(&c, width, arg_int(a, BIAS), layer);
        if (arg_int(a, NORM) == NORM_BEFORE) N(chain_layer_norm)(&c, true, layer);
        N(chain_activation)(&c, arg_int(a, ACT));
        if (arg_int(a, NORM) == NORM_AFTER) N(chain_layer_norm)(&c, true, layer);
    }
    N(chain_affine)(&c, d->d_out, arg_int(a, BIAS), layer);
    return c;
}

static const char *refuse(const struct dims *d, const struct args *a)
{
    return arg_int(a, RESIDUAL) ? refuse_unless_square(d, a) : NULL;
}

const struct projection N(projection_mlp) = {
    .base =
        {
            .name = "mlp",
            .title = "y = [x +] W2 phi([LN] (W1 x + b1)) + b2, to any depth",
            .paper = "arXiv 2310.11398, its RoBERTa and Marian code",
            .params = params,
            .refuse = refuse,
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
