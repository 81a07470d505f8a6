/* SPDX-License-Identifier: MIT
 * Ranges of numbers: "1-4" (step 1), "2-10+2" (step 2), "128-8192*2" (factor 2), "1-4*sqrt2" (1,
 * 1.41, 2, 2.83, 4), or one value. The last value is included if it is reached. */
#ifndef ATTNLAB_RANGE_H
#define ATTNLAB_RANGE_H

/* The values as decimal texts, count of them; the caller frees each and the array. What is not a
 * range comes back as it is. NULL with *error (to be freed) for a range that makes no sense. */
char **range_expand(const char *text, int *count, char **error);

#endif
