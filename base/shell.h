/* SPDX-License-Identifier: MIT
 * Commands that users copy into a shell: paths with whitespace, quotes, line ends or invalid UTF-8
 * must survive. */
#ifndef ATTNLAB_SHELL_H
#define ATTNLAB_SHELL_H

#include "base/mem.h"

/* Appends a word plain, in single quotes, or, with control characters or invalid UTF-8, as $'...'
 * (bash, zsh, ksh, POSIX 2024). The result is one line of valid UTF-8. */
void shell_add(struct text *, const char *word);
/* The quoted word alone; the caller frees it. */
char *shell_word(const char *word);

#endif
