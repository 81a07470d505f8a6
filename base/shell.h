/* SPDX-License-Identifier: MIT
 * Commands to be copied into a shell: a path that holds blanks, quotes, line ends or bytes that are
 * no text must still be the same path when it comes back. */
#ifndef ATTNLAB_SHELL_H
#define ATTNLAB_SHELL_H

#include "base/mem.h"

/* Adds a word as people read and copy it: as it is, in single quotes, or, where it holds control
 * characters or is no valid UTF-8, in $'...' (bash, zsh, ksh, POSIX 2024). What is added is one
 * line of valid UTF-8. */
void shell_add(struct text *, const char *word);
/* The same alone, to be freed. */
char *shell_word(const char *word);

#endif
