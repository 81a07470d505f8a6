/* SPDX-License-Identifier: MIT
 * Implements the dynamic graph attention score (GATv2): s = w . leaky_relu(Wq q + Wk k), slope 0.2.
 * Source: Brody, Alon and Yahav, arXiv 2105.14491, equation 7 (a and W [h_i || h_j] in its
 * notation). */
#include "pairwise.h"

static struct pairwise_kind kind(const struct args *args)
{
    (void)args;
    return (struct pairwise_kind){ACT_LEAKY_RELU, 0.2, PAIR_W + 1};
}
#include "pairwise_members.h"

static const struct by_hand by_hand[] = {
    {.working = "hidden (1*1 + 3*2 + 1*1, 2*1 - 1*2 - 1*3 + 1*1) = (8, -2): 2*8 - 5 * 0.2*2",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{2, 0}},
     .in = {VALUES(1, 2), VALUES(3, 1)},
     .out = VALUES(14),
     .tensors = {VALUES(1, 2, 3, -1), VALUES(0, -1, 1, 1), VALUES(2, 5)}},
    {0},
};

const struct score N(score_gatv2) = {
    .base = {.name = "gatv2",
             .label = "GATv2 score",
             .title = "w . leaky_relu_0.2(Wq q + Wk k)",
             .paper = "arXiv 2105.14491, eq. 7",
             .by_hand = by_hand,
             .initial = "wq N(0, 1/(2 d_head)), wk N(0, 1/(2 d_head)), w N(0, 1/d_prime)",
             .params = N(pairwise_params),
             .tensors = tensors,
             .work = work},
    PAIRWISE_MEMBERS};
