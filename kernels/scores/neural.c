/* SPDX-License-Identifier: MIT
 * Implements the MLP score with one hidden layer: s = w . phi(W_h concat(q, k) + b) + c. Source:
 * DiGiugno and Mahmood, arXiv 2502.17206.
 *
 * W_h = [Wq ; Wk] acts on q and k separately and includes their projections to d'. The score has no
 * factor 1/sqrt(d). Without its activation, the score is a_i + c_j, which under softmax equals the
 * score `static`. The paper's code has a second hidden layer (score `neural2`). */
#include "pairwise.h"

static const struct param params[] = {
    {"d_prime", "number of hidden units", PARAM_INT, 1, 512, 16, NULL, SAID("d' = {}")},
    {"share", "one set of weights, or one per head", PARAM_CHOICE, 0, 1, 0, N(share_names),
     N(share_said)},
    {"score_act", "activation of the hidden layer", PARAM_CHOICE, 0, ACTIVATIONS - 1, ACT_RELU,
     activation_names, activation_words},
    {0}};

static struct pairwise_kind kind(const struct args *args)
{
    return (struct pairwise_kind){(enum activation)arg_int(args, ARG_SCORE_ACT), 0.01,
                                  PAIR_TENSORS};
}

#include "pairwise_members.h"

static const struct by_hand by_hand[] = {
    {.working = "hidden units (7, -1.5): 2 relu(7) + 5 relu(-1.5) + 0.25",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{2, 0, ACT_RELU}},
     .in = {VALUES(1, 2), VALUES(3, 1)},
     .out = VALUES(14.25),
     .tensors = {VALUES(1, 2, 3, -1), VALUES(0, -1, 1, 1), VALUES(2, 5), VALUES(-1, 0.5),
                 VALUES(0.25)}},
    {.working = "second head, leaky_relu with slope 0.01: 2*7 - 5*0.015 + 0.25",
     .dims = {.heads = 2, .d_head = 2},
     .args = {{2, 1, ACT_LEAKY_RELU}},
     .in = {VALUES(1, 2), VALUES(3, 1)},
     .out = VALUES(14.175),
     .head = 1,
     .tensors = {VALUES(9, 9, 9, 9, 1, 2, 3, -1), VALUES(9, 9, 9, 9, 0, -1, 1, 1),
                 VALUES(9, 9, 2, 5), VALUES(9, 9, -1, 0.5), VALUES(9, 0.25)}},
    {0},
};

const struct score N(score_neural) = {
    .base = {.name = "neural",
             .label = "neural score",
             .title = "w . phi(Wq q + Wk k + b) + c",
             .paper = "arXiv 2502.17206, the score equation",
             .by_hand = by_hand,
             .initial =
                 "wq N(0, 1/(2 d_head)), wk N(0, 1/(2 d_head)), w N(0, 1/d_prime), b 0, constant 0",
             .published = &recipe_torch_linear,
             .params = params,
             .tensors = tensors,
             .work = work},
    PAIRWISE_MEMBERS};
