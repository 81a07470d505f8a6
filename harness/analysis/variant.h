/* SPDX-License-Identifier: MIT
 * A variant: the settings in which an arm differs from softmax attention. These settings identify a
 * variant in several questions and runs, whatever its labels. */
#ifndef ATTNLAB_VARIANT_H
#define ATTNLAB_VARIANT_H

#include "harness/analysis/analysis.h"

struct variant {
    /* identity, such as "q=residual_bottleneck score_scale=0.5", with axes in the order of cell
     * strings */
    char *key;
    char *name; /* name, such as "residual bottleneck for Q, scale of the score times 0.5" */
    /* group of the slots that differ, such as "Projections", or one of the constants below */
    const char *group;
    int group_rank; /* sort order: groups of slots first, then "several at once", then controls */
};
#define VARIANT_SEVERAL "Several at once"
/* group of entries that change no slot, and of negative controls */
#define VARIANT_CONTROL "Controls and sizes"

/* Finds the variant of an entry. Returns false, with nothing to free, if its reference is missing
 * or is not softmax attention. The key has axes that grow with others (`ffn` with the width) as
 * multiples of the reference's values. */
bool variant_of(const struct analysis *, int entry, int reference, struct variant *);
void variant_free(struct variant *);

#endif
