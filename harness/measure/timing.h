/* SPDX-License-Identifier: MIT
 * Times a checked layer: warm-up, number of passes per sample, and raw samples with their
 * disturbance. Samples are never averaged or dropped. */
#ifndef ATTNLAB_TIMING_H
#define ATTNLAB_TIMING_H

#include "harness/measure/check/check.h"
#include "harness/measure/noise.h"

struct timed_sample {
    double time_ns;
    long passes;
    bool warmup;
    struct sample_noise noise;
    double probe_ns; /* time of the frequency probe just before the sample */
};
struct timing {
    struct timed_sample *list; /* warm-up samples, followed by timed samples; owned */
    int count;
    long passes;   /* number of passes per timed sample */
    char *failure; /* how a timed pass differed from the checked pass, owned; NULL if all agreed */
};

struct timing_request {
    int samples;
    double
        min_sample_ms; /* minimum duration of a sample; passes are repeated until it is reached */
    double delay_percent; /* busy wait after each pass, in percent of the pass; for tests */
};

/* Takes all samples. Results are poisoned before each sample and must equal the checked results
 * afterwards. This comparison detects passes that were incomplete or optimised away. */
void timing_take(const struct checked *, const struct timing_request *, struct timing *);
void timing_free(struct timing *);

/* ---- parts, also for training steps (step_cell.c) ---- */

void timing_add(struct timing *, struct timed_sample);
/* Returns true if the warm-up is over: the last samples agree, or the time limit is reached. */
bool timing_is_warm(const struct timing *);
/* Returns the number of passes for a sample of this duration, computed from the fastest warm-up
 * pass. */
long timing_passes(const struct timing *, double min_sample_ms);
/* Returns true if a thread moved to a different CPU after the warm-up. */
bool timing_migrated(const struct timing *);

/* Measures the time of each phase of one pass in nanoseconds, summed over threads, including
 * waiting. Returns the median of three repetitions of `passes` passes, which are separate from the
 * timed samples. If a repetition takes half a second or more, only one is run. */
void timing_phases(const struct checked *, long passes, double ns[PHASES]);

#endif
