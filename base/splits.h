/* SPDX-License-Identifier: MIT
 * Declares the splits of a data set, from split_list.def. */
#ifndef ATTNLAB_SPLITS_H
#define ATTNLAB_SPLITS_H

enum split {
#define SPLIT(name, NAME, title) SPLIT_##NAME,
#include "base/split_list.def"
#undef SPLIT
#undef SCORED_SPLIT
    SPLITS,
    GIVEN_SPLITS = SPLIT_TEST + 1,
    FIRST_SCORED = SPLIT_VALID
};
#define for_each_scored_split(s) for (enum split s = FIRST_SCORED; s < SPLITS; s++)

/* Names of the splits ("train", "valid", ...), NULL-terminated. Each name is also a column prefix
 * and the name of an axis if the split is scored. */
extern const char *const split_names[SPLITS + 1];
extern const char *const split_titles[SPLITS]; /* adjectives for sentences: "the %s split" */

#endif
