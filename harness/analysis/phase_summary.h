/* SPDX-License-Identifier: MIT
 * Time, rate and roof of each phase of each cell: medians over the rounds of phases.csv.
 *
 * The roof is that of the roofline model (Williams, Waterman & Patterson 2009) with both lines
 * measured on this machine in this run: min(sgemm rate, intensity x triad bandwidth).
 * Rates and intensities count useful FLOP: what a backward pass computes again is listed apart. */
#ifndef ATTNLAB_PHASE_SUMMARY_H
#define ATTNLAB_PHASE_SUMMARY_H

#include "harness/analysis/labels.h"

/* Measured peaks for a number of threads; medians where several CPUs were measured. */
struct peak {
    int threads;
    double sgemm_gflops, triad_gb_s;
};
struct peaks {
    struct peak *list; /* by threads */
    int count;
};
/* From the text of manifest.json; no peaks when it has none or is no JSON. */
struct peaks peaks_read(const char *manifest);
/* NULL when nothing was measured for so many threads. */
const struct peak *peaks_find(const struct peaks *, int threads);
bool peaks_save(const struct peaks *, const char *path); /* peaks.csv */
void peaks_free(struct peaks *);

struct phase_cell {
    int cell;                                         /* in summary.cells */
    const char *phase;                                /* borrowed from phases.csv */
    int n;                                            /* rounds */
    double time_ns, flop, bytes;                      /* medians; NaN: not measured */
    double recomputed;                                /* FLOP beside flop, in no rate; likewise */
    double gflops, flop_per_byte, roof_gflops, share; /* share of the roof, 0..1 */
    double gb_s;                                      /* NaN where no bytes are declared */
    bool memory_bound;                                /* the slanted part of the roof applies */
};
struct phase_summary {
    struct phase_cell *list; /* by cell, then phase in order of appearance */
    int count;
};
struct phase_summary phases_summarise(const struct table *phases, const struct summary *,
                                      const struct peaks *);
/* Writes phase_summary.csv; false with errno set. */
bool phases_save(const struct phase_summary *, const struct summary *, const struct label *,
                 const char *path);
void phases_free(struct phase_summary *);

#endif
