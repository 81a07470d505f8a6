/* SPDX-License-Identifier: MIT
 * Implements an MLP in place of the linear map (arXiv 2310.11398). Depth L means L - 1 hidden
 * layers of round(width * d_in) units and a final linear layer. Each hidden layer is linear, [LN],
 * phi, [LN]. `residual` adds x at the end. The controls are act=identity, and depth 1 with
 * residual.
 *
 * Tensors of hidden layer l: w<l>, b<l>, gain<l>, shift<l>. Tensors of the last layer: w<L>, b<L>.
 */
#include "wired.h"

#include <math.h>

/* Published forms:
 *
 *     RoBERTa (q, k, v): W2 relu(W1 x + b1) + b2, with depth 2, width 2, norm off (the defaults);
 *     Marian (q, k, o): W2 relu(LN(W1 x + b1)) + b2, with depth 2, width 2, norm before;
 *     Ceres (q, k, v): W2 mish(LN(W1 x + b1)), with depth 2, act mish, norm shared, bias hidden.
 *
 * Ceres is the chess engine github.com/dje-dev/Ceres; see dot_product_attention.py in CeresTrain.
 * In Ceres, q, k and v share one LayerNorm, only the first maps and o have biases, and the width
 * varies. */
static const char *const no_yes[] = {"no", "yes", NULL};
static const char *const biases[] = {"no", "yes", "hidden", NULL};
static const char *const norm_places[] = {"off", "before", "after", "shared", NULL};

enum { DEPTH, WIDTH, ACT, NORM, RESIDUAL, BIAS };
enum { BIAS_NO, BIAS_YES, BIAS_HIDDEN };
enum { NORM_OFF, NORM_BEFORE, NORM_AFTER, NORM_SHARED };
static const struct param params[] = {
    [DEPTH] = {"depth", "number of linear layers", PARAM_INT, 1, 8, 2, NULL,
               SAID("{} linear maps", "1: 1 linear map")},
    [WIDTH] = {"width", "hidden width as a multiple of the input width", PARAM_REAL, 0.25, 8, 2,
               NULL, SAID("hidden width {} times the input's")},
    [ACT] = {"act", "activation of the hidden layers", PARAM_CHOICE, 0, ACTIVATIONS - 1, ACT_RELU,
             activation_names, activation_words},
    [NORM] = {"norm",
              "LayerNorm of the hidden vector, before or after the activation; shared: before, "
              "with one gain and shift for q, k and v",
              PARAM_CHOICE, 0, 3, NORM_OFF, norm_places,
              SAID("without LayerNorm", "LayerNorm before the activation",
                   "LayerNorm after the activation", "shared LayerNorm before the activation")},
    [RESIDUAL] = {"residual", "add the input to the output", PARAM_CHOICE, 0, 1, 0, no_yes,
                  SAID("without residual", "with residual")},
    [BIAS] = {"bias", "biases on the linear layers; hidden: on all except the last", PARAM_CHOICE,
              0, 2, BIAS_YES, biases,
              SAID("without biases", "with biases", "biases on all linear layers except the last")},
    {0},
};

static struct chain wiring(const struct dims *d, const struct args *a)
{
    struct chain c = N(chain_start)(d, arg_int(a, RESIDUAL));
    int width = (int)fmax(1, round(d->d_in * arg_real(a, WIDTH)));
    char layer[] = "1";
    for (; layer[0] < '0' + arg_int(a, DEPTH); layer[0]++) {
        N(chain_affine)(&c, width, arg_int(a, BIAS) != BIAS_NO, layer);
        int norm = arg_int(a, NORM);
        if (norm == NORM_BEFORE || norm == NORM_SHARED) N(chain_layer_norm)(&c, true, layer);
        N(chain_activation)(&c, arg_int(a, ACT));
        if (norm == NORM_AFTER) N(chain_layer_norm)(&c, true, layer);
    }
    N(chain_affine)(&c, d->d_out, arg_int(a, BIAS) == BIAS_YES, layer);
    return c;
}

/* Returns true if q, k and v share the tensor: gain<l> or shift<l> with norm=shared. */
static bool shares(const struct args *a, const char *tensor)
{
    bool norm = strncmp(tensor, "gain", 4) == 0 || strncmp(tensor, "shift", 5) == 0;
    return norm && arg_int(a, NORM) == NORM_SHARED;
}

static const char *refuse(const struct dims *d, const struct args *a)
{
    return arg_int(a, RESIDUAL) ? refuse_unless_square(d, a) : NULL;
}

/* In these examples, LayerNorm maps (a, b) to (u, -u) with u = (a - b)/2 / sqrt(((a - b)/2)^2 +
 * 1e-5). */
static const struct by_hand by_hand[] = {
    {.working = "5 relu(4 + 0) + 7 relu(-2 - 1) + 1",
     .dims = {.d_in = 2, .d_out = 1},
     .args = {{[DEPTH] = 2, [WIDTH] = 1, [ACT] = ACT_RELU, [NORM] = NORM_OFF, [BIAS] = 1}},
     .in = {VALUES(1, 1)},
     .out = VALUES(21),
     .tensors = {VALUES(1, 2, 3, -4), VALUES(0, -1), VALUES(5, 7), VALUES(1)}},
    {.working =
         "norm before the activation: x + relu(2u + 1, -3u) = (2 + 2u, 1), u = 3 / sqrt(9.00001)",
     .dims = {.d_in = 2, .d_out = 2},
     .args = {{[DEPTH] = 2, [WIDTH] = 1, [ACT] = ACT_RELU, [NORM] = NORM_BEFORE, [RESIDUAL] = 1}},
     .in = {VALUES(1, 1)},
     .out = VALUES(3.999998888889815, 1),
     .tensors = {VALUES(1, 2, 3, -4), VALUES(2, 3), VALUES(1, 0), VALUES(1, 0, 0, 1)}},
    {.working = "norm after relu(4, -2) = (4, 0): x + (2u + 1, -3u), u = 2 / sqrt(4.00001)",
     .dims = {.d_in = 2, .d_out = 2},
     .args = {{[DEPTH] = 2, [WIDTH] = 1, [ACT] = ACT_RELU, [NORM] = NORM_AFTER, [RESIDUAL] = 1}},
     .in = {VALUES(1, 1)},
     .out = VALUES(3.9999975000046875, -1.9999962500070314),
     .tensors = {VALUES(1, 2, 3, -4), VALUES(2, 3), VALUES(1, 0), VALUES(1, 0, 0, 1)}},
    {.working = "shared norm, gain 0: 5 mish(log 2) + 7 mish(0), mish(log 2) = 4/5 log 2",
     .dims = {.d_in = 2, .d_out = 1},
     .args =
         {{[DEPTH] = 2, [WIDTH] = 1, [ACT] = ACT_MISH, [NORM] = NORM_SHARED, [BIAS] = BIAS_HIDDEN}},
     .in = {VALUES(1, 1)},
     .out = VALUES(2.772588722239781),
     .tensors = {VALUES(1, 2, 3, -4), VALUES(0, -1), VALUES(0, 0), VALUES(0.69314718055994531, 0),
                 VALUES(5, 7)}},
    {0},
};

const struct projection N(projection_mlp) = {
    .base =
        {
            .name = "mlp",
            .label = "MLP",
            .title = "y = [x +] W2 phi([LN] (W1 x + b1)) + b2, to any depth",
            .paper = "arXiv 2310.11398, RoBERTa and Marian code",
            .by_hand = by_hand,
            .initial = "w N(0, 1/fan_in), b 0, gain 1, shift 0",
            .params = params,
            .refuse = refuse,
            .tensors = tensors,
            .shares = shares,
            .work = work,
        },
    CHAIN_MEMBERS,
    .reproduce = reproduce,
};
