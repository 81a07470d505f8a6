/* SPDX-License-Identifier: MIT
 * Parses durations: 60h, 90m, 30s, or a plain number of seconds. */
#ifndef ATTNLAB_DURATION_H
#define ATTNLAB_DURATION_H

#include <stdbool.h>

#define DURATION_EXPECTED                                                                          \
    "a time above 0, such as 60h, 90m or 30s (a number without a unit is in seconds)"

/* Parses a duration. Returns false and leaves *seconds unchanged if the text is not a duration
 * above 0. */
bool duration_read(const char *text, double *seconds);

#endif
