/* SPDX-License-Identifier: MIT
 * Validates external texts once, before use.
 *
 * Cells, axis values, filters and labels are written to JSON, CSV, pages and other programs, which
 * need UTF-8 without control characters. Names of files that are only opened may contain any byte.
 */
#ifndef ATTNLAB_DOOR_H
#define ATTNLAB_DOOR_H

#include "base/utf8.h"

/* Returns the error in an external text ("byte 3 is 0xff, which is not UTF-8 ..."), or NULL if it
 * is valid. The caller frees the result. */
char *door_fault(struct string);
/* Returns an external text with invalid bytes shown as \xff, for error messages. The caller frees
 * the result. */
char *door_quoted(struct string);

#endif
