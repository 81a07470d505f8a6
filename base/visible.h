/* SPDX-License-Identifier: MIT
 * Text as it may be shown: a name or a message that came with somebody's file must not move the
 * cursor of a terminal, end a block of code on a page, or hide what stands before it. */
#ifndef ATTNLAB_VISIBLE_H
#define ATTNLAB_VISIBLE_H

#include "base/mem.h"

/* Adds valid UTF-8 without control characters but tab and line feed: others (C0, DEL, C1), no-break
 * spaces and marks of direction are written \u001b, as in JSON, and bytes that are no UTF-8 \xff.
 */
void visible_add(struct text *, const char *bytes, size_t size);
/* From now on all that is printed to stdout and stderr is shown in this way. */
void visible_streams(void);
/* Sends a terminal on stderr what moves its cursor or changes its colour. */
void terminal_put(const char *sequence);
#define CLEAR_LINE "\r\033[K"

#endif
