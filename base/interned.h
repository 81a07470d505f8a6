/* SPDX-License-Identifier: MIT
 * Interning: one copy of each repeated short text. */
#ifndef ATTNLAB_INTERNED_H
#define ATTNLAB_INTERNED_H

struct interned;

struct interned *interned_make(void);
/* The only copy of a text; lives as long as the set. Takes ownership of text. */
char *interned_keep(struct interned *, char *text);
void interned_free(struct interned *); /* NULL is allowed */

#endif
