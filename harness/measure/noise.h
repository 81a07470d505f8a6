/* SPDX-License-Identifier: MIT
 * Measures how much the system disturbed a measurement. Two sets of counts are read: one before and
 * after each sample, which takes about a microsecond, and one from /proc for all samples of a row.
 */
#ifndef ATTNLAB_NOISE_H
#define ATTNLAB_NOISE_H

#include "harness/measure/team.h"

#include <stdio.h>

/* Counts of all threads since the process started (getrusage). The team counts migrations: at the
 * end of every job, it records the CPU of each thread. */
struct sample_noise {
    long minor_faults, major_faults, voluntary_switches, involuntary_switches, migrations;
};
/* Returns the current counts. If `team` is NULL, migrations are 0. */
struct sample_noise sample_noise_now(const struct team *);
struct sample_noise sample_noise_since(const struct sample_noise *before, const struct team *);

/* Counts since the machine or the thread started; -1 if unknown. */
struct row_noise {
    long long steal_ticks;   /* time that the hypervisor took from the team's CPUs, in 1/100 s
                                (/proc/stat) */
    long long sibling_ticks; /* time that other hardware threads of the same cores were busy, in
                                1/100 s */
    long long run_delay_ns; /* time that runnable threads of this process waited for a CPU, in ns */
    double clock_ns;        /* time of the reading; duration in the result of row_noise_since() */
};
struct row_noise row_noise_now(const struct team *);
/* Reads steal_ticks and sibling_ticks from /proc/stat. */
void row_noise_read_ticks(const struct team *, FILE *stat, struct row_noise *);
struct row_noise row_noise_since(const struct row_noise *before, const struct team *);
long long thread_run_delay_ns(void);

#endif
