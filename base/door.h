/* SPDX-License-Identifier: MIT
 * Validates texts from outside the program once, before use. Cells, axis values, filters and labels
 * are written to JSON, CSV and pages, and passed to other programs. All of these need UTF-8 without
 * control characters. File names that are only used to open files may contain any byte. */
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
