/* SPDX-License-Identifier: MIT
 * Texts and files that `attnlab new` makes of others. */
#ifndef ATTNLAB_NEW_TEXT_H
#define ATTNLAB_NEW_TEXT_H

#include <stdbool.h>

/* Every `old` in text becomes `new`; text is given up. NULL if there is none. */
char *replaced(char *text, const char *old, const char *new);
/* A copy of text with `name` for every @name@; NULL if text is. */
char *named(const char *text, const char *name);
/* A file that is not there yet; false with errno set. */
bool write_new(const char *path, const char *text);

#endif
