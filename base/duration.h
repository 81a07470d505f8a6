/* SPDX-License-Identifier: MIT
 * Durations as users write them: 60h, 90m, 30s; a plain number is in seconds. */
#ifndef ATTNLAB_DURATION_H
#define ATTNLAB_DURATION_H

#include <stdbool.h>

/* The expected part of error messages. */
#define DURATION_EXPECTED "a time above 0, such as 60h, 90m or 30s (a number alone: seconds)"

/* False, *seconds unchanged, if text is not a duration above 0. */
bool duration_read(const char *text, double *seconds);

#endif
