/* SPDX-License-Identifier: MIT
 * What is known of the cell that was resolved before.
 *
 * The cells of a grid follow each other so that little changes from one to the next: of a hundred
 * thousand cells most differ from their neighbour in the seed alone. While an axis is resolved, it
 * is noted which axes it asked for, and which those asked for. As long as none of them was assigned
 * another value or formula, it has the value that it had: resolving is a function of what it asks.
 */
#ifndef ATTNLAB_AXES_MEMORY_H
#define ATTNLAB_AXES_MEMORY_H

#include "harness/plan/axes/axes.h"

struct axes_memory;

/* For assignments whose values stay where they are as long as the memory is used; to be freed. */
struct axes_memory *axes_memory_make(const struct axes *);
void axes_memory_free(struct axes_memory *); /* NULL: nothing */

/* ---- for axes_resolve() ---- */

/* Forgets what hangs on what is assigned otherwise now. */
void axes_memory_begin(struct axes_memory *, const struct assignment *);
/* Whether an axis is as before: then its value (NULL: it does not apply). */
bool axes_memory_holds(const struct axes_memory *, int axis, char **value, bool *hidden);
/* While `axis` is resolved, `other` was asked for, and is resolved. */
void axes_memory_asked(struct axes_memory *, int axis, int other);
/* good: the cell was resolved; else nothing of it is kept. */
void axes_memory_end(struct axes_memory *, const struct resolved *, bool good);

#endif
