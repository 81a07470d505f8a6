/* SPDX-License-Identifier: MIT
 * Evidence of disturbance: what the system did to this process while it was measured.
 *
 * Two sorts: what is cheap enough to take around every sample (about a microsecond), and what is
 * read from /proc once around all samples of a row. */
#ifndef ATTNLAB_NOISE_H
#define ATTNLAB_NOISE_H

#include "harness/measure/team.h"

#include <stdio.h>

/* Counts since the process started, over all its threads (getrusage; migrations from the team,
 * which looks at the end of each job). */
struct sample_noise {
    long minor_faults, major_faults, voluntary_switches, involuntary_switches, migrations;
};
struct sample_noise sample_noise_now(const struct team *); /* team NULL: migrations stay 0 */
struct sample_noise sample_noise_since(const struct sample_noise *before, const struct team *);

/* Since the machine or the thread started; -1: the system does not tell. */
struct row_noise {
    long long steal_ticks;   /* of the team's CPUs, in USER_HZ (1/100 s), from /proc/stat: time the
                                hypervisor ran something else */
    long long sibling_ticks; /* busy ones of the other hardware threads of the team's cores,
                                likewise; 0 where cores have one thread */
    long long run_delay_ns;  /* threads of this process were ready and waited for a CPU, from
                                /proc/self/task/N/schedstat */
    double clock_ns;         /* by the clock; since(): how long it was */
};
struct row_noise row_noise_now(const struct team *);
/* The ticks of it, as /proc/stat tells them. */
void row_noise_read_ticks(const struct team *, FILE *stat, struct row_noise *);
struct row_noise row_noise_since(const struct row_noise *before, const struct team *);
/* Of the calling thread alone, likewise. */
long long thread_run_delay_ns(void);

#endif
