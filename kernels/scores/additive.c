/* SPDX-License-Identifier: MIT
 * The additive score: s = w . tanh(Wq q + Wk k + b).
 *
 * Source: Bahdanau, Cho and Bengio, arXiv 1409.0473, appendix A.1.2 (there v, W, U). It is the
 * MLP score with tanh and no constant. */
#include "pairwise.h"

static struct pairwise_kind kind(const struct args *args)
{
    (void)args;
    return (struct pairwise_kind){ACT_TANH, 0, PAIR_B + 1};
}
#include "pairwise_members.h"

const struct score N(score_additive) = {
    .base = {.name = "additive",
             .title = "w . tanh(Wq q + Wk k + b)",
             .paper = "arXiv 1409.0473, A.1.2",
             .initial = "wq N(0, 1/(2 d_head)), wk N(0, 1/(2 d_head)), w N(0, 1/d_prime), b 0",
             .params = N(pairwise_params),
             .tensors = tensors,
             .work = work},
    PAIRWISE_MEMBERS};
