/* SPDX-License-Identifier: MIT
 * Makes untrusted text safe to print. Raw control characters in names and messages could move the
 * cursor, end a code block, or hide other text. */
#ifndef ATTNLAB_VISIBLE_H
#define ATTNLAB_VISIBLE_H

#include "base/mem.h"

/* Appends a text as valid UTF-8 without control characters except tab and line feed. Other control
 * characters, no-break spaces and direction marks become escapes like \u001b; invalid bytes become
 * escapes like \xff. */
void visible_add(struct text *, const char *bytes, size_t size);
/* Escapes all later output on stdout and stderr, as visible_add() does. */
void visible_streams(void);
/* Writes a control sequence (cursor, colour) unchanged to stderr, which must be a terminal. */
void terminal_put(const char *sequence);
#define CLEAR_LINE "\r\033[K"

#endif
