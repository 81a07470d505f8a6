/* SPDX-License-Identifier: MIT
 * Reads CLOCK_MONOTONIC_RAW, which time daemons do not adjust, and measures its cost and
 * resolution. Also measures the time of a fixed computation, which depends on the core's frequency.
 */
#ifndef ATTNLAB_CLOCK_H
#define ATTNLAB_CLOCK_H

#include <stdint.h>

/* Returns the nanoseconds since a fixed moment. Never decreases. */
uint64_t clock_now_ns(void);

/* Returns the CPU time of all threads of this process in ns. Waiting for a core is not included. */
uint64_t clock_cpu_ns(void);

struct clock_facts {
    const char *name;
    double overhead_ns; /* cost of one call of clock_now_ns(), as median over batches */
    double tick_ns;     /* smallest difference between two clock readings */
};
/* Measures the clock, which takes about a millisecond. A sample should last at least a thousand
 * ticks. */
struct clock_facts clock_measure(void);

/* Returns the time of a fixed chain of dependent integer operations, which takes a few tens of
 * microseconds (best of three). The chain does not access memory, so its time grows only if the
 * core's frequency falls or another program uses the core. */
double clock_probe_ns(void);

#endif
