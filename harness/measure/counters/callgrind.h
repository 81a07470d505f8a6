/* SPDX-License-Identifier: MIT
 * Counter groups of SCOPE simulated: what Callgrind, a simulator of processors that comes with
 * valgrind, counts of one pass. It runs every instruction itself, on caches of one size that it is
 * told, so that its counts are the same at each run and say nothing of the machine.
 *
 * The worker starts itself once more under valgrind, as `attnlab-worker simulate CELL`
 * (worker_simulate.c), on one thread. Valgrind shows the program a processor without AVX-512: with
 * isa=auto the AVX2 build is counted, and OpenBLAS takes its Haswell core. */
#ifndef ATTNLAB_CALLGRIND_H
#define ATTNLAB_CALLGRIND_H

#include "harness/measure/counters/counters.h"

#include <stdio.h>

/* The name of a row of sums of counter_pass.h, by which both processes call it. */
const char *simulated_row(int row);

/* Counts one pass of a cell (complete, as a worker reads it), for counters_results with forwards 1
 * and then counters_close. NULL with *reason (to be freed). */
struct counter_pass *callgrind_count(const struct counter_group *, const char *cell, char **reason);
/* The same of what Callgrind writes; reads to the end. */
struct counter_pass *callgrind_read(const struct counter_group *, FILE *, char **reason);

#endif
