/* SPDX-License-Identifier: MIT
 * Escapes user texts for Markdown. */
#ifndef ATTNLAB_MARKDOWN_H
#define ATTNLAB_MARKDOWN_H

#include "base/mem.h"

/* Appends a text with escapes, so that Markdown shows the text literally, even in table cells.
 * Control characters are dropped. */
void add_markdown(struct text *, const char *, size_t length);

#endif
