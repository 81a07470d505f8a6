/* SPDX-License-Identifier: MIT
 * Checks external texts once, before they are used.
 *
 * Cells, axis values, filters and labels go into JSON, CSV, pages and other programs, which need
 * UTF-8 without control characters. Names of files that are only opened may hold any byte. */
#ifndef ATTNLAB_DOOR_H
#define ATTNLAB_DOOR_H

#include "base/utf8.h"

/* The error of an external text (the caller frees it): "byte 3 is 0xff, which is not UTF-8 ...";
 * NULL: none. */
char *door_fault(struct string);
/* An external text as quoted in errors: rejected bytes are written \xff. The caller frees it. */
char *door_quoted(struct string);

#endif
