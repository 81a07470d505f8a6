/* SPDX-License-Identifier: MIT
 * Time: CLOCK_MONOTONIC_RAW, which no time daemon slews, what reading it costs, and a probe of the
 * core's frequency. */
#ifndef ATTNLAB_CLOCK_H
#define ATTNLAB_CLOCK_H

#include <stdint.h>

/* Nanoseconds since some fixed moment; never goes back. */
uint64_t clock_now_ns(void);

/* CPU time of this process over all its threads, in ns. For work of seconds on one thread, beside
 * which other programs may run: waiting for the core is not counted. */
uint64_t clock_cpu_ns(void);

struct clock_facts {
    const char *name;   /* "CLOCK_MONOTONIC_RAW" */
    double overhead_ns; /* of one clock_now_ns(), median over batches */
    double tick_ns;     /* least difference seen between two readings that differ */
};
/* Takes about a millisecond. A sample should last a thousand ticks or more. */
struct clock_facts clock_measure(void);

/* Nanoseconds of a fixed piece of work (a chain of dependent integer multiply-adds, best of three,
 * some tens of microseconds each) on the calling thread. It touches no memory, so it grows only
 * when the core's frequency falls or something else runs on the core. */
double clock_probe_ns(void);

#endif
