/* SPDX-License-Identifier: MIT
 * Work that makes every sort of counter count, for the trial of a group. */
#ifndef ATTNLAB_TRIAL_WORK_H
#define ATTNLAB_TRIAL_WORK_H

/* Some milliseconds on the calling thread: arithmetic in float and double, unpredictable branches,
 * fresh memory far beyond the translation buffer (page faults, cache and TLB misses), a short
 * sleep (a context switch). */
void trial_work(void);

#endif
