/* SPDX-License-Identifier: MIT
 * Time, rate and roof of each phase of each timed entry: medians over the rounds of phases.csv.
 *
 * The roof is that of the roofline model (Williams, Waterman & Patterson 2009) with both lines
 * measured on this machine in this run: min(sgemm rate, intensity x triad bandwidth).
 * Rates and intensities count useful FLOPs, without recomputation. */
#ifndef ATTNLAB_ROOFLINE_H
#define ATTNLAB_ROOFLINE_H

#include "harness/analysis/analysis.h"

/* Measured peaks for a number of threads; medians where several CPUs were measured. */
struct roof {
    int threads;
    double sgemm_gflops, triad_gb_s;
};
struct phase_time {
    int entry;
    const char *phase;                        /* borrowed from phases.csv */
    int n;                                    /* rounds */
    double time_ns, flop, bytes;              /* medians; NaN: not measured */
    double recomputed;                        /* recomputed FLOPs, not in flop; likewise */
    double gflops, gb_s;                      /* NaN where no bytes are declared, like the next */
    double flop_per_byte, roof_gflops, share; /* share of the roof, 0..1 */
    bool memory_bound;                        /* the slanted part of the roof applies */
};
struct roofline {
    struct roof *roofs;        /* by threads; none without a manifest */
    struct phase_time *phases; /* by entry, then phase in order of appearance there */
    int roof_count, phase_count;
};
struct roofline roofline_make(const struct analysis *);
void roofline_free(struct roofline *);

#endif
