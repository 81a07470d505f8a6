/* SPDX-License-Identifier: MIT
 * A variant: the settings in which an arm differs from softmax attention. They identify the same
 * variant in several questions and runs, whatever its labels. */
#ifndef ATTNLAB_VARIANT_H
#define ATTNLAB_VARIANT_H

#include "harness/analysis/analysis.h"

struct variant {
    char *key;  /* "q=residual_bottleneck score_scale=0.5": axes in the order of cell strings */
    char *name; /* "residual bottleneck for Q, scale of the score times 0.5" */
    const char *group; /* of the slots that differ, "Projections"; VARIANT_... below */
    int group_rank;    /* groups are in the order of the slots, then several, then controls */
};
#define VARIANT_SEVERAL "Several at once"
#define VARIANT_CONTROL "Controls and sizes" /* no slot differs, or it is a negative control */

/* Of an entry. False, and nothing to free: its reference is missing or not softmax attention. Axes
 * that grow with others (`ffn` with the width) are in the key as multiples of the reference's. */
bool variant_of(const struct analysis *, int entry, int reference, struct variant *);
void variant_free(struct variant *);

#endif
