/* SPDX-License-Identifier: MIT
 * Short texts that are met again and again, each kept once. */
#ifndef ATTNLAB_INTERNED_H
#define ATTNLAB_INTERNED_H

struct interned;

struct interned *interned_make(void);
/* The one copy of a text, which lives as long as the set. Takes over the text. */
char *interned_keep(struct interned *, char *text);
void interned_free(struct interned *); /* NULL: nothing */

#endif
