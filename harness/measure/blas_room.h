/* SPDX-License-Identifier: MIT
 * Room for OpenBLAS' own memory where the address space is limited (ulimit -v, memory_mib).
 *
 * OpenBLAS maps a buffer for the copies of its operands at the first product that needs one, and
 * where there is no room it tries again for ever. So the buffer is asked for here first, where no
 * room is an answer, and then taken by a product: what is short of memory later is ours, and says
 * so. Products that run at the same time have a buffer each, so a team takes as many. */
#ifndef ATTNLAB_BLAS_ROOM_H
#define ATTNLAB_BLAS_ROOM_H

/* Of the calling thread; nothing where the address space has no limit. Ends the program with status
 * 71 where there is no room. */
void blas_take_room(void);
/* The same of all threads of a team. NULL: of the calling one. */
struct team;
void blas_take_room_of(struct team *);

#endif
