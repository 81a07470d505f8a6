/* SPDX-License-Identifier: MIT
 * What a check used must not count as the memory of what was checked. */
#ifndef ATTNLAB_PEAK_MEMORY_H
#define ATTNLAB_PEAK_MEMORY_H

/* Gives back what is free and begins the peak of resident memory (VmHWM) anew. */
void peak_memory_forget(void);

#endif
