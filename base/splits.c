/* SPDX-License-Identifier: MIT
 * Defines the names of the splits of a data set. */
#include "base/splits.h"

#include <stddef.h>

#define SPLIT(name, NAME, title) #name,
const char *const split_names[SPLITS + 1] = {
#include "base/split_list.def"
    NULL};
#undef SPLIT
#undef SCORED_SPLIT

#define SPLIT(name, NAME, title) title,
const char *const split_titles[SPLITS] = {
#include "base/split_list.def"
};
