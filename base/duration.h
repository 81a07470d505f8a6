/* SPDX-License-Identifier: MIT
 * Spans of time as people write them: 60h, 90m, 30s; a number alone is of seconds. */
#ifndef ATTNLAB_DURATION_H
#define ATTNLAB_DURATION_H

#include <stdbool.h>

/* What an error says was expected. */
#define DURATION_EXPECTED "a time above 0, such as 60h, 90m or 30s (a number alone: seconds)"

/* Into *seconds; false, with *seconds left as it was: no such time, or none above 0. */
bool duration_read(const char *text, double *seconds);

#endif
