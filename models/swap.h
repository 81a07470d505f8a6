/* SPDX-License-Identifier: MIT
 * Swap-in experiments of arXiv 2310.11398, as in its code: a trained plain model gets other
 * projections, which start anew, and is trained further.
 *
 * The variant's model keeps every parameter except those of slots that start anew: where variant
 * and plain differ, and in named slots, so that a plain control can start with new q, k, v too. The
 * optimizer starts anew. */
#ifndef ATTNLAB_SWAP_H
#define ATTNLAB_SWAP_H

#include "models/model.h"

/* SWAP_FRESH: initial values from other random numbers than the plain model's. SWAP_REPRODUCE:
 * values with which the slot equals the trained linear map. */
enum swap_init { SWAP_FRESH, SWAP_REPRODUCE, SWAP_INITS };
static const char *const swap_init_names[] = {"fresh", "reproduce", NULL};

struct swap {
    int64_t steps; /* of the plain model, before the swap; 0: no swap */
    double lr;     /* of these steps: peak learning rate, and warm-up steps */
    int64_t warmup;
    enum swap_init init;
    unsigned slots; /* bit s: slot s starts anew in the variant, even if it does not differ */
};

/* The model before the swap: plain everywhere. */
struct model_config swap_plain(const struct model_config *);
/* NULL: possible; else why the slots cannot start as requested, constant text. */
const char *swap_refuse(const struct model_build *, const struct model_config *,
                        const struct swap *);
/* The seed of initial values and dropout after the swap. */
uint64_t swap_seed(uint64_t seed);
/* The model of the configuration, for training, from its trained plain model, which is closed. */
struct model *swap_in(const struct model_build *, const struct model_config *, const struct swap *,
                      uint64_t seed, struct model *plain);

#endif
