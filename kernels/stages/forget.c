/* SPDX-License-Identifier: MIT
 * Implements the stage of slot `forget`, which only checks the mask. The work is done by a
 * projection of the context's rows, running sums (../engine/decay.c) and their differences per tile
 * (../logit_path.c). */
#include "layer.h"

static bool on(const struct layer *layer)
{
    return !((const struct forget *)chosen(layer, SLOT_FORGET))->absent;
}

static const char *refuse(const struct layer *layer)
{
    return on(layer) && !causal(layer) ? "forgetting needs a causal mask: set mask=causal" : NULL;
}

const struct stage N(stage_forget) = {.name = "forget", .on = on, .refuse = refuse};
