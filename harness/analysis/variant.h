/* SPDX-License-Identifier: MIT
 * What a variant is, whatever a question calls it: the settings in which an arm differs from the
 * plain arm that it is compared with. By these the same variant is known again in another question
 * or run, and has one name in tables over several of them. */
#ifndef ATTNLAB_VARIANT_H
#define ATTNLAB_VARIANT_H

#include "harness/analysis/analysis.h"

struct variant {
    char *key;  /* "q=residual_bottleneck score_scale=0.5": axes in the order of cell strings */
    char *name; /* "residual bottleneck for Q, scale of the score times 0.5" */
    const char *group; /* of the slots that differ, "Projections"; VARIANT_... below */
    int group_rank;    /* groups stand in the order of the slots, then several, then controls */
};
#define VARIANT_SEVERAL "Several at once"
#define VARIANT_CONTROL "Controls and sizes" /* no slot differs, or it is a negative control */

/* Of an entry beside its reference. False, and nothing to free: the reference is no plain layer, or
 * there is none. Axes that grow with others (`ffn`, with the width) stand in the key by how many
 * times the plain one they are. */
bool variant_of(const struct analysis *, int entry, int reference, struct variant *);
void variant_free(struct variant *);

#endif
