/* SPDX-License-Identifier: MIT
 * Keeps one copy of each repeated text (string interning). */
#ifndef ATTNLAB_INTERNED_H
#define ATTNLAB_INTERNED_H

struct interned;

struct interned *interned_make(void);
/* Returns the stored copy of a text, which the set owns. The function takes ownership of `text`. */
char *interned_keep(struct interned *, char *text);
void interned_free(struct interned *);

#endif
