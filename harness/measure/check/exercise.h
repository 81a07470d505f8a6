/* SPDX-License-Identifier: MIT
 * Work that makes every sort of counter count, for the trial of a group. */
#ifndef ATTNLAB_EXERCISE_H
#define ATTNLAB_EXERCISE_H

/* Some milliseconds on the calling thread: arithmetic in float and double, unpredictable branches,
 * fresh memory far beyond the translation buffer (page faults, cache and TLB misses), a short
 * sleep (a context switch). */
void exercise(void);

#endif
