/* SPDX-License-Identifier: MIT
 * Times a checked layer: warm-up, number of passes per sample, and raw samples with evidence of
 * disturbance. Nothing is averaged or dropped. */
#ifndef ATTNLAB_TIMING_H
#define ATTNLAB_TIMING_H

#include "harness/measure/check/check.h"
#include "harness/measure/noise.h"

struct timed_sample {
    double time_ns;
    long passes;
    bool warmup;
    struct sample_noise noise;
    double probe_ns; /* frequency probe just before the sample */
};
struct timing {
    struct timed_sample *list; /* warm-up samples first; owned */
    int count;
    long passes;   /* passes per timed sample */
    char *failure; /* NULL, or how a timed pass differed from the checked pass; owned */
};

struct timing_request {
    int samples;
    double min_sample_ms; /* minimum length of a sample; passes are repeated to reach it */
    double delay_percent; /* busy wait after each pass, in percent of the pass; for tests */
};

/* Takes all samples. Each sample starts with poisoned results and must end with the checked
 * results, so no pass can be optimised away or left incomplete. */
void timing_take(const struct checked *, const struct timing_request *, struct timing *);
void timing_free(struct timing *);

/* ---- parts, also for training steps (step_cell.c) ---- */

void timing_add(struct timing *, struct timed_sample);
/* Whether the warm-up is over: the last samples agree, or the time limit is reached. */
bool timing_is_warm(const struct timing *);
/* Number of passes for a sample of this length, from the fastest warm-up pass. */
long timing_passes(const struct timing *, double min_sample_ms);
/* Whether a thread moved to another CPU after the warm-up. */
bool timing_migrated(const struct timing *);

/* Measures the nanoseconds of each phase of one pass, summed over threads, including waiting. The
 * value is the median of three repetitions of `passes` passes, separate from the timed samples. If
 * the first repetition takes half a second, there is only one. */
void timing_phases(const struct checked *, long passes, double ns[PHASES]);

#endif
