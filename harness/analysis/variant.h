/* SPDX-License-Identifier: MIT
 * Describes a variant by the settings in which its arm differs from softmax attention. These
 * settings identify the variant in all questions and runs, even if labels differ. */
#ifndef ATTNLAB_VARIANT_H
#define ATTNLAB_VARIANT_H

#include "harness/analysis/analysis.h"

struct variant {
    /* settings as text, such as "q=residual_bottleneck score_scale=0.5", with axes in the order of
     * cell strings */
    char *key;
    /* name in words, such as "residual bottleneck for Q, scale of the score times 0.5" */
    char *name;
    /* group of the changed slots, such as "Projections", or VARIANT_SEVERAL or VARIANT_CONTROL */
    const char *group;
    int group_rank; /* rank for sorting: first groups of slots, then "several at once", then
                       controls */
};
#define VARIANT_SEVERAL "Several at once"
/* group of negative controls, and of entries that change no slot */
#define VARIANT_CONTROL "Controls and sizes"

/* Finds the variant of an entry. Returns false, with nothing to free, if the reference is missing
 * or is not softmax attention. In the key, axes that grow with other axes (`ffn` grows with the
 * width) are multiples of the reference's values. */
bool variant_of(const struct analysis *, int entry, int reference, struct variant *);
void variant_free(struct variant *);

#endif
