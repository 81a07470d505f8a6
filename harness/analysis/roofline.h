/* SPDX-License-Identifier: MIT
 * Computes time, rate and roofline for each phase of each timed entry, as medians over the rounds
 * in phases.csv. The roofline model (Williams, Waterman & Patterson 2009) limits the rate to
 * min(sgemm rate, intensity x triad bandwidth). Both peaks are from the same run. Rates and
 * intensities count useful FLOPs, without recomputation. */
#ifndef ATTNLAB_ROOFLINE_H
#define ATTNLAB_ROOFLINE_H

#include "harness/analysis/analysis.h"

/* Measured peaks for a number of threads: medians if several CPUs were measured. */
struct roof {
    int threads;
    double sgemm_gflops, triad_gb_s;
};
struct phase_time {
    int entry;
    const char *phase; /* name of the phase; the text belongs to the table phases.csv */
    int n;
    double time_ns, flop, bytes; /* medians over the rounds; NaN if not measured */
    double recomputed;   /* FLOPs for recomputation, which `flop` does not include; NaN if not
                            measured */
    double gflops, gb_s; /* rates in GFLOP/s and GB/s; NaN if the phase declares no bytes */
    /* FLOPs per byte, roofline at this intensity, and achieved share of the roofline (0 to 1); NaN
     * if the phase declares no bytes */
    double flop_per_byte, roof_gflops, share;
    bool memory_bound;
};
struct roofline {
    struct roof *roofs;        /* peaks, sorted by number of threads; empty without a manifest */
    struct phase_time *phases; /* phases, sorted by entry, then in order of appearance */
    int roof_count, phase_count;
};
struct roofline roofline_make(const struct analysis *);
void roofline_free(struct roofline *);

#endif
