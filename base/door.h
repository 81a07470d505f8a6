/* SPDX-License-Identifier: MIT
 * The door: what comes from outside is checked here, once, before anything is made of it.
 *
 * Cells, values of axes, filters and names that become labels go into JSON, CSV, pages and other
 * programs, all of which are UTF-8 without control characters; a value that is none would break one
 * of them later, with the work done. Names that are only opened may hold any byte.
 */
#ifndef ATTNLAB_DOOR_H
#define ATTNLAB_DOOR_H

#include "base/utf8.h"

/* What is wrong with a text from outside, to be freed: "byte 3 is 0xff, which is not UTF-8 text";
 * NULL: nothing. */
char *door_fault(struct string);
/* A text from outside as errors quote it: bytes that are refused are written \xff. To be freed. */
char *door_quoted(struct string);

#endif
