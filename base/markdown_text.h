/* SPDX-License-Identifier: MIT
 * Texts of people inside Markdown. */
#ifndef ATTNLAB_MARKDOWN_H
#define ATTNLAB_MARKDOWN_H

#include "base/mem.h"

/* Adds a text so that Markdown, of a cell of a table too, shows it as it is. Control characters are
 * left out. */
void add_markdown(struct text *, const char *, size_t length);

#endif
