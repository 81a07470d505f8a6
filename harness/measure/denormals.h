/* SPDX-License-Identifier: MIT
 * Denormals: numbers so small that many processors handle them a hundred times slower. */
#ifndef ATTNLAB_DENORMALS_H
#define ATTNLAB_DENORMALS_H

#include <stdbool.h>

/* Sets flush-to-zero and denormals-are-zero for the calling thread and reads the register back.
 * False where the processor has no such control. team_start does this on every thread. */
bool denormals_flush(void);
/* Whether they are flushed now on the calling thread, asked of the register. */
bool denormals_flushed(void);

#endif
