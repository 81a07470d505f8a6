/* SPDX-License-Identifier: MIT
 * A variant: the settings in which an arm differs from softmax attention. These settings identify
 * the variant in several questions and runs, even if its labels differ. */
#ifndef ATTNLAB_VARIANT_H
#define ATTNLAB_VARIANT_H

#include "harness/analysis/analysis.h"

struct variant {
    /* identifying text, such as "q=residual_bottleneck score_scale=0.5", with axes in the order of
     * cell strings */
    char *key;
    /* name in words, such as "residual bottleneck for Q, scale of the score times 0.5" */
    char *name;
    /* group of the changed slots, such as "Projections", or VARIANT_CONTROL or another name below
     */
    const char *group;
    int group_rank; /* rank for sorting: groups of slots come first, then "several at once", then
                       controls */
};
#define VARIANT_SEVERAL "Several at once"
/* group of negative controls, and of entries that change no slot */
#define VARIANT_CONTROL "Controls and sizes"

/* Finds the variant of an entry. Returns false, with nothing to free, if the reference is missing
 * or is not softmax attention. In the key, axes that grow with others (`ffn` with the width) are
 * multiples of the reference's values. */
bool variant_of(const struct analysis *, int entry, int reference, struct variant *);
void variant_free(struct variant *);

#endif
