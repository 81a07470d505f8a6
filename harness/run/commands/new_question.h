/* SPDX-License-Identifier: MIT
 * The question that `attnlab new` writes beside a choice. */
#ifndef ATTNLAB_NEW_QUESTION_H
#define ATTNLAB_NEW_QUESTION_H

#include <stdbool.h>

/* NAME.yaml where the user is, in which the choice is an arm: axis=name. False, and nothing is
 * written: it is there already, or cannot be. */
bool new_question(const char *home, const char *name, const char *axis);
/* Every `old` in text becomes `new`; text is given up. NULL if there is none. */
char *replaced(char *text, const char *old, const char *new);
/* A file that is not there yet; false with errno set. */
bool write_new(const char *path, const char *text);

#endif
