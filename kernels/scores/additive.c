/* SPDX-License-Identifier: MIT
 * Implements the additive score: s = w . tanh(Wq q + Wk k + b). Source: Bahdanau, Cho and Bengio,
 * arXiv 1409.0473, appendix A.1.2 (v, W, U in its notation). This is the MLP score with tanh and
 * without the constant. */
#include "pairwise.h"

static struct pairwise_kind kind(const struct args *args)
{
    (void)args;
    return (struct pairwise_kind){ACT_TANH, 0, PAIR_B + 1};
}
#include "pairwise_members.h"

/* The example uses the identity tanh(log(x) / 2) = (x - 1) / (x + 1). */
static const struct by_hand by_hand[] = {
    {.working = "hidden units (1 - 1 + log(3)/2, 2 - 2 - log(2)/2): 4 * 1/2 - 3 * 1/3",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{2, 0}},
     .in = {VALUES(1, 2), VALUES(1, 1)},
     .out = VALUES(1),
     .tensors = {VALUES(1, 3, 0, -0.5), VALUES(-2, 0, 1, -2), VALUES(4, 3),
                 VALUES(1.0986122886681098 / 2, -0.6931471805599453 / 2)}},
    {0},
};

const struct score N(score_additive) = {
    .base = {.name = "additive",
             .label = "additive score",
             .title = "w . tanh(Wq q + Wk k + b)",
             .paper = "arXiv 1409.0473, A.1.2",
             .by_hand = by_hand,
             .initial = "wq N(0, 1/(2 d_head)), wk N(0, 1/(2 d_head)), w N(0, 1/d_prime), b 0",
             .params = N(pairwise_params),
             .tensors = tensors,
             .work = work},
    PAIRWISE_MEMBERS};
