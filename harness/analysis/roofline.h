/* SPDX-License-Identifier: MIT
 * Computes the median time of each phase of each timed entry over the rounds in phases.csv.
 * Reads the measured peak rates, which are the limits of the roofline model (Williams, Waterman &
 * Patterson 2009). */
#ifndef ATTNLAB_ROOFLINE_H
#define ATTNLAB_ROOFLINE_H

#include "harness/analysis/analysis.h"

/* Highest measured peak rates for a number of threads. */
struct roof {
    int threads;
    double sgemm_gflops, triad_gb_s;
};
struct phase_time {
    int entry;
    const char *phase; /* name of the phase; the text belongs to the table phases.csv */
    int n;             /* number of measured rounds */
    double time_ns;    /* NaN if not measured */
};
struct roofline {
    struct roof *roofs;        /* peaks, sorted by number of threads; empty without a manifest */
    struct phase_time *phases; /* phases, sorted by entry, then in order of appearance */
    int roof_count, phase_count;
};
struct roofline roofline_make(const struct analysis *);
void roofline_free(struct roofline *);

#endif
