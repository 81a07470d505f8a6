/* SPDX-License-Identifier: MIT
 * Implements y = phi(x W + b), the linear projection followed by an activation. Keras attention
 * packages use this projection by default; in BERT's code, it is named query_act, key_act and
 * value_act. act=identity is the control and equals `linear`.
 *
 * Shapes: x (rows, d_in), W (d_in, d_out), b (d_out). Cost per row: 2 d_in d_out + d_out. */
#include "wired.h"

static const char *const no_yes[] = {"no", "yes", NULL};

enum { ACT, BIAS };
static const struct param params[] = {
    [ACT] = {"act", "activation phi", PARAM_CHOICE, 0, ACTIVATIONS - 1, ACT_RELU, activation_names,
             activation_words},
    [BIAS] = {"bias", "add a bias b", PARAM_CHOICE, 0, 1, 0, no_yes,
              SAID("without biases", "with biases")},
    {0},
};

static struct chain wiring(const struct dims *d, const struct args *a)
{
    struct chain c = N(chain_start)(d, false);
    N(chain_affine)(&c, d->d_out, arg_int(a, BIAS), "");
    N(chain_activation)(&c, arg_int(a, ACT));
    return c;
}

static const struct by_hand by_hand[] = {
    {.working = "relu(-1, 8)",
     .dims = {.d_in = 2, .d_out = 2},
     .args = {{[ACT] = ACT_RELU, [BIAS] = 0}},
     .in = {VALUES(1, 2)},
     .out = VALUES(0, 8),
     .tensors = {VALUES(1, 2, -1, 3)}},
    {.working = "bias before phi: relu2(-1 + 3, 8 - 1)",
     .dims = {.d_in = 2, .d_out = 2},
     .args = {{[ACT] = ACT_RELU2, [BIAS] = 1}},
     .in = {VALUES(1, 2)},
     .out = VALUES(4, 49),
     .tensors = {VALUES(1, 2, -1, 3), VALUES(3, -1)}},
    {.working = "mish(log 2) = log 2 (3^2 - 1) / (3^2 + 1), mish(0) = 0",
     .dims = {.d_in = 1, .d_out = 2},
     .args = {{[ACT] = ACT_MISH, [BIAS] = 0}},
     .in = {VALUES(0.69314718055994531)},
     .out = VALUES(0.55451774444795625, 0),
     .tensors = {VALUES(1, 0)}},
    {0},
};

const struct projection N(projection_activated) = {
    .base =
        {
            .name = "activated",
            .label = "activated linear map",
            .title = "y = phi(x W + b)",
            .paper = "google-research/bert query_act, key_act, value_act",
            .by_hand = by_hand,
            .initial = "w N(0, 1/fan_in), b 0",
            .params = params,
            .tensors = tensors,
            .work = work,
        },
    CHAIN_MEMBERS,
    .reproduce = reproduce,
};
