/* SPDX-License-Identifier: MIT
 * The parts of a data set by number and name, from split_list.def. */
#ifndef ATTNLAB_SPLITS_H
#define ATTNLAB_SPLITS_H

enum split {
#define SPLIT(name, NAME, title) SPLIT_##NAME,
#include "base/split_list.def"
#undef SPLIT
#undef SCORED_SPLIT
    SPLITS,
    GIVEN_SPLITS = SPLIT_TEST + 1, /* the splits that a set's files may bring */
    FIRST_SCORED = SPLIT_VALID
};
#define for_each_scored_split(s) for (enum split s = FIRST_SCORED; s < SPLITS; s++)

/* "train", "valid", ..., NULL-terminated. For scored splits also a column prefix and an axis
 * name. */
extern const char *const split_names[SPLITS + 1];
extern const char *const split_titles[SPLITS]; /* "the %s split" */

#endif
