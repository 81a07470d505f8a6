/* SPDX-License-Identifier: MIT
 * Validates user input. Cells, axis values, filters and labels must be UTF-8 without control
 * characters, because they are written to JSON, CSV and pages. Names of files that are only opened
 * may contain any byte. */
#ifndef ATTNLAB_DOOR_H
#define ATTNLAB_DOOR_H

#include "base/utf8.h"

/* Returns NULL if the text is valid, otherwise a message such as "byte 3 is 0xff, which is not
 * UTF-8 ...". The caller frees the message. */
char *door_fault(struct string);
/* Returns a copy of a text for error messages, with invalid bytes written as \xff. The caller frees
 * the copy. */
char *door_quoted(struct string);

#endif
