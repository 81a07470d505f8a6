/* SPDX-License-Identifier: MIT
 * Timing of a checked layer: warm-up, number of passes per sample, raw samples with evidence of
 * disturbance. Nothing is averaged or dropped. */
#ifndef ATTNLAB_TIMING_H
#define ATTNLAB_TIMING_H

#include "harness/measure/check/check.h"
#include "harness/measure/noise.h"

struct timed_sample {
    double time_ns; /* per pass */
    long passes;
    bool warmup;
    struct sample_noise noise;
    double probe_ns; /* frequency probe right before */
};
struct timing {
    struct timed_sample *list; /* warm-up first; owned */
    int count;
    long passes;   /* of one timed sample */
    char *failure; /* NULL, or how the result of a timed pass differs from the checked one; owned */
};

struct timing_request {
    int samples;
    double min_sample_ms; /* passes are repeated to make samples this long */
    double delay_percent; /* busy wait after each pass, in percent of it; tests the statistics */
};

/* Each sample starts with poisoned results and must end with the checked ones, so no pass can be
 * optimised away or left incomplete. */
void timing_take(const struct checked *, const struct timing_request *, struct timing *);
void timing_free(struct timing *);

/* ---- parts, also for training steps (step_cell.c) ---- */

void timing_add(struct timing *, struct timed_sample);
/* Whether the warm-up is over: the last samples are close together, or it took long enough. */
bool timing_is_warm(const struct timing *);
/* Passes for a sample of this length, by the fastest pass of the warm-up. */
long timing_passes(const struct timing *, double min_sample_ms);
/* Whether a thread moved to another CPU after the warm-up. */
bool timing_migrated(const struct timing *);

/* Nanoseconds of each phase of one pass, summed over threads, including waiting: the median of
 * three repetitions of `passes` passes, separate from the timed ones; of one if it takes half a
 * second. */
void timing_phases(const struct checked *, long passes, double ns[PHASES]);

#endif
