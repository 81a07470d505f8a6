/* SPDX-License-Identifier: MIT
 * Makes untrusted text safe to show. Names and messages must not move a terminal's cursor, end a
 * code block, or hide other text. */
#ifndef ATTNLAB_VISIBLE_H
#define ATTNLAB_VISIBLE_H

#include "base/mem.h"

/* Appends the text as valid UTF-8 whose only control characters are tabs and line feeds. Other
 * control characters, no-break spaces and direction marks are written as \u001b, invalid bytes as
 * \xff. */
void visible_add(struct text *, const char *bytes, size_t size);
/* Makes all later output on stdout and stderr visible in the same way as visible_add(). */
void visible_streams(void);
/* Writes a control sequence (cursor, colour) unchanged to stderr, which must be a terminal. */
void terminal_put(const char *sequence);
#define CLEAR_LINE "\r\033[K"

#endif
