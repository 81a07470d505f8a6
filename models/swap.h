/* SPDX-License-Identifier: MIT
 * Swapping in: the experiments of arXiv 2310.11398 as its code has them. A trained plain model is
 * given other projections, which start anew, and is trained on.
 *
 * The variant's model keeps every parameter but those of the slots that start anew: where variant
 * and plain differ and, besides, in the slots that are named, so that the plain control can start
 * with new q, k, v too. The optimiser starts afresh. */
#ifndef ATTNLAB_SWAP_H
#define ATTNLAB_SWAP_H

#include "models/model.h"

/* Initial values, of other random numbers than the plain model had; or those with which the slot
 * equals the linear map that was trained. */
enum swap_init { SWAP_FRESH, SWAP_REPRODUCE, SWAP_INITS };
static const char *const swap_init_names[] = {"fresh", "reproduce", NULL};

struct swap {
    int64_t steps; /* of the plain model, before; 0: there is no swap */
    double lr;     /* of these: highest learning rate, and steps of warm-up */
    int64_t warmup;
    enum swap_init init;
    unsigned
        slots; /* bit s: slot s starts anew where the variant stands, whether it differs or not */
};

/* The model before the swap: plain everywhere. */
struct model_config swap_plain(const struct model_config *);
/* NULL: fine; else why the slots cannot begin as wanted, constant text. */
const char *swap_refuse(const struct model_build *, const struct model_config *,
                        const struct swap *);
/* Of initial values and dropout after the swap. */
uint64_t swap_seed(uint64_t seed);
/* The model of the configuration, for training, from its trained plain model, which is closed. */
struct model *swap_in(const struct model_build *, const struct model_config *, const struct swap *,
                      uint64_t seed, struct model *plain);

#endif
