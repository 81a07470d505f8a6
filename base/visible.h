/* SPDX-License-Identifier: MIT
 * Text from others made safe to show: names and messages must not move a terminal's cursor, end a
 * code block, or hide other text. */
#ifndef ATTNLAB_VISIBLE_H
#define ATTNLAB_VISIBLE_H

#include "base/mem.h"

/* Appends valid UTF-8 without control characters except tab and line feed: others (C0, DEL, C1),
 * no-break spaces and direction marks are written \u001b, invalid bytes \xff. */
void visible_add(struct text *, const char *bytes, size_t size);
/* Applies this to all later output on stdout and stderr. */
void visible_streams(void);
/* Sends a control sequence to a terminal on stderr (cursor, colour). */
void terminal_put(const char *sequence);
#define CLEAR_LINE "\r\033[K"

#endif
