/* SPDX-License-Identifier: MIT
 * Evidence of disturbance by the system: counts around every sample, which take about a microsecond
 * to read, and counts of /proc around all samples of a row. */
#ifndef ATTNLAB_NOISE_H
#define ATTNLAB_NOISE_H

#include "harness/measure/team.h"

#include <stdio.h>

/* Since the process started, over all its threads (getrusage; migrations from the team, which notes
 * CPUs at the end of each job). */
struct sample_noise {
    long minor_faults, major_faults, voluntary_switches, involuntary_switches, migrations;
};
struct sample_noise sample_noise_now(const struct team *); /* team NULL: migrations stay 0 */
struct sample_noise sample_noise_since(const struct sample_noise *before, const struct team *);

/* Since the machine or the thread started; -1: unknown. */
struct row_noise {
    long long steal_ticks; /* of the team's CPUs (/proc/stat, 1/100 s): the hypervisor ran something
                              else */
    long long sibling_ticks; /* busy ticks of the other hardware threads of the team's cores; 0 if
                                cores have one thread */
    long long run_delay_ns;  /* time that ready threads of this process waited for a CPU
                                (/proc/self/task/N/schedstat) */
    double clock_ns;         /* time; of row_noise_since(): duration */
};
struct row_noise row_noise_now(const struct team *);
/* Reads both ticks from /proc/stat. */
void row_noise_read_ticks(const struct team *, FILE *stat, struct row_noise *);
struct row_noise row_noise_since(const struct row_noise *before, const struct team *);
/* run_delay_ns of the calling thread. */
long long thread_run_delay_ns(void);

#endif
