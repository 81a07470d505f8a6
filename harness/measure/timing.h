/* SPDX-License-Identifier: MIT
 * Timing of a checked layer: warm-up, number of passes per sample, raw samples with the evidence
 * of disturbance beside each. Nothing is averaged or dropped here. */
#ifndef ATTNLAB_TIMING_H
#define ATTNLAB_TIMING_H

#include "harness/measure/check/check.h"
#include "harness/measure/noise.h"

struct timed_sample {
    double time_ns; /* of one pass: the sample's over its passes */
    long passes;
    bool warmup;
    struct sample_noise noise;
    double probe_ns; /* frequency probe right before */
};
struct timing {
    struct timed_sample *list; /* warm-up first; owned */
    int count;
    long passes;   /* of one timed sample */
    char *failure; /* NULL, or why the result of a timed pass is not the checked one; owned */
};

struct timing_request {
    int samples;
    double min_sample_ms; /* passes are repeated until a sample is as long */
    double delay_percent; /* busy wait after each pass, in percent of it: to test the statistics */
};

/* Each sample starts with poisoned results, whose checksum afterwards must be the checked one: the
 * passes cannot be optimised away, nor leave anything out. */
void timing_take(const struct checked *, const struct timing_request *, struct timing *);
void timing_free(struct timing *);

/* ---- its parts, for what is no layer (step_cell.c) ---- */

void timing_add(struct timing *, struct timed_sample);
/* Whether warming up may end: the last samples lie close together, or it has taken long enough. */
bool timing_is_warm(const struct timing *);
/* How many passes make a sample so long, by the warm-up. */
long timing_passes(const struct timing *, double min_sample_ms);
/* Whether a thread moved to another CPU in a sample that counts. */
bool timing_migrated(const struct timing *);

/* Nanoseconds that each phase of one pass took, summed over threads, waiting for the others
 * included; the median of three repetitions of `passes` passes, apart from the timed ones. Where
 * one repetition takes half a second, it is the only one. */
void timing_phases(const struct checked *, long passes, double ns[PHASES]);

#endif
