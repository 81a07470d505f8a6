/* SPDX-License-Identifier: MIT
 * Clock: CLOCK_MONOTONIC_RAW, which time daemons do not adjust; its cost and resolution; and a
 * probe of the core's frequency. */
#ifndef ATTNLAB_CLOCK_H
#define ATTNLAB_CLOCK_H

#include <stdint.h>

/* Nanoseconds since a fixed moment; monotonic. */
uint64_t clock_now_ns(void);

/* CPU time of all threads of this process, in ns. Waiting for a core is not counted. */
uint64_t clock_cpu_ns(void);

struct clock_facts {
    const char *name;
    double overhead_ns; /* cost of one clock_now_ns(), median over batches */
    double tick_ns;     /* smallest difference between two readings */
};
/* Measures the clock in about a millisecond. A sample should last at least a thousand ticks. */
struct clock_facts clock_measure(void);

/* Nanoseconds of a fixed chain of dependent integer multiply-adds: the best of three runs of a few
 * tens of microseconds each. The chain touches no memory. Its time grows only if the core's
 * frequency falls or another program runs on the core. */
double clock_probe_ns(void);

#endif
