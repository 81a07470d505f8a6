/* SPDX-License-Identifier: MIT
 * User texts in Markdown. */
#ifndef ATTNLAB_MARKDOWN_H
#define ATTNLAB_MARKDOWN_H

#include "base/mem.h"

/* Appends a text escaped so that Markdown, also in a table cell, shows it literally. Control
 * characters are dropped. */
void add_markdown(struct text *, const char *, size_t length);

#endif
