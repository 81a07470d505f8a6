/* SPDX-License-Identifier: MIT
 * Implements the swap-in experiments of arXiv 2310.11398, as in the published code: projections of
 * a trained baseline model are replaced by new ones with new initial values, and training
 * continues.
 *
 * Slots in which variant and baseline differ are reinitialised, and so are slots that the user
 * lists. For example, a control that keeps the baseline can get new values for q, k and v. All
 * other parameters are kept. The optimizer state is reset. */
#ifndef ATTNLAB_SWAP_H
#define ATTNLAB_SWAP_H

#include "models/model.h"

/* SWAP_FRESH: random initial values that do not depend on the baseline model.
 * SWAP_REPRODUCE: values with which the slot computes the linear map of the trained slot. */
enum swap_init { SWAP_FRESH, SWAP_REPRODUCE, SWAP_INITS };
static const char *const swap_init_names[] = {"fresh", "reproduce", NULL};

struct swap {
    int64_t steps; /* training steps of the baseline model before the swap; 0 means no swap */
    double lr;     /* peak learning rate and warm-up steps before the swap */
    int64_t warmup;
    enum swap_init init;
    /* bit s is set if slot s is reinitialised even where variant and baseline agree */
    unsigned slots;
};

/* Returns the configuration before the swap: all attention layers use the baseline. */
struct model_config swap_plain(const struct model_config *);
/* Returns NULL if the swap is possible, otherwise the reason why a slot cannot be initialised as
 * requested. The reason is constant text. */
const char *swap_refuse(const struct model_build *, const struct model_config *,
                        const struct swap *);
uint64_t swap_seed(uint64_t seed);
/* Opens the configured model for training, with parameters from its trained baseline model. Closes
 * the baseline model. */
struct model *swap_in(const struct model_build *, const struct model_config *, const struct swap *,
                      uint64_t seed, struct model *plain);

#endif
