/* SPDX-License-Identifier: MIT
 * Time: CLOCK_MONOTONIC_RAW, which no time daemon slews; its cost and resolution; a probe of the
 * core's frequency. */
#ifndef ATTNLAB_CLOCK_H
#define ATTNLAB_CLOCK_H

#include <stdint.h>

/* Nanoseconds since a fixed moment; monotonic. */
uint64_t clock_now_ns(void);

/* CPU time of this process over all its threads, in ns. Waiting for a core is not counted. */
uint64_t clock_cpu_ns(void);

struct clock_facts {
    const char *name;   /* "CLOCK_MONOTONIC_RAW" */
    double overhead_ns; /* of one clock_now_ns(), median over batches */
    double tick_ns;     /* smallest difference between two readings */
};
/* Takes about a millisecond. A sample should last a thousand ticks or more. */
struct clock_facts clock_measure(void);

/* Nanoseconds of a fixed chain of dependent integer multiply-adds (best of three, some tens of
 * microseconds each). It touches no memory, so it grows only if the core's frequency falls or
 * something else runs on the core. */
double clock_probe_ns(void);

#endif
