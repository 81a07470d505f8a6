/* SPDX-License-Identifier: MIT
 * Lists the builds of the networks: one for each kernel build that can train. */
#include "models/model.h"
#include "models/net/poison.h"

#include <string.h>

bool net_poison;

#define DECLARE(build) extern const struct model_build model_build_##build;
DECLARE(double)
EACH_VECTOR_BUILD(DECLARE, )

#define ENTRY(build) &model_build_##build,
static const struct model_build *const builds[] = {EACH_VECTOR_BUILD(ENTRY, ) & model_build_double,
                                                   NULL};

const struct model_build *model_build_for(const struct kernels *k)
{
    for (const struct model_build *const *b = builds; *b; b++)
        if (strcmp((*b)->name, k->name) == 0) return *b;
    return NULL;
}
