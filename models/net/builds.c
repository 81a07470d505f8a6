/* SPDX-License-Identifier: MIT
 * Which builds of the networks this program holds: those of the kernels that train. */
#include "models/model.h"

#include <string.h>

extern const struct model_build model_build_double;
#if defined(__aarch64__)
extern const struct model_build model_build_neon;
#else
extern const struct model_build model_build_plain;
#endif
#if defined(__x86_64__)
extern const struct model_build model_build_avx512, model_build_avx2;
#endif

static const struct model_build *const builds[] = {
#if defined(__x86_64__)
    &model_build_avx512, &model_build_avx2,
#endif
#if defined(__aarch64__)
    &model_build_neon,
#else
    &model_build_plain,
#endif
    &model_build_double, NULL,
};

const struct model_build *model_build_for(const struct kernels *k)
{
    for (const struct model_build *const *b = builds; *b; b++)
        if (strcmp((*b)->name, k->name) == 0) return *b;
    return NULL;
}
