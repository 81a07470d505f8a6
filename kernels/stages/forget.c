/* SPDX-License-Identifier: MIT
 * Implements the mask check of slot `forget` as a stage. The decay itself is computed in
 * ../engine/decay.c and ../logit_path.c. */
#include "resolved_layer.h"

static bool on(const struct layer *layer)
{
    return !((const struct forget *)chosen(layer, SLOT_FORGET))->absent;
}

static const char *refuse(const struct layer *layer)
{
    return on(layer) && !causal(layer) ? "forgetting needs a causal mask: set mask=causal" : NULL;
}

const struct stage N(stage_forget) = {.name = "forget", .on = on, .refuse = refuse};
