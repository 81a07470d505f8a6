/* SPDX-License-Identifier: MIT
 * The roofs that a run measures before and after its rows. */
#ifndef ATTNLAB_RUN_PEAKS_H
#define ATTNLAB_RUN_PEAKS_H

#include "harness/run/run.h"

/* Into the manifest, once for each number of threads in the plan, on the CPUs that such rows get;
 * none where ATTNLAB_PEAKS is "no". What could not be measured is a note on stderr. */
void run_measure_peaks(struct run *);

#endif
