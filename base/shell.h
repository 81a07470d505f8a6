/* SPDX-License-Identifier: MIT
 * Quotes words in commands that users copy into a shell. Paths may contain whitespace, quotes, line
 * breaks or invalid UTF-8. */
#ifndef ATTNLAB_SHELL_H
#define ATTNLAB_SHELL_H

#include "base/mem.h"

/* Appends a word, in single quotes if the shell requires quotes. A word with control characters or
 * invalid UTF-8 is written as $'...' (bash, zsh, ksh, POSIX 2024). The output is valid UTF-8
 * without line breaks. */
void shell_add(struct text *, const char *word);
char *shell_word(const char *word);

#endif
