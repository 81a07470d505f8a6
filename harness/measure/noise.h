/* SPDX-License-Identifier: MIT
 * Evidence that the system disturbed a measurement: counts around every sample, which take about a
 * microsecond to read, and counts from /proc around all samples of a row. */
#ifndef ATTNLAB_NOISE_H
#define ATTNLAB_NOISE_H

#include "harness/measure/team.h"

#include <stdio.h>

/* Counts since the process started, over all threads (getrusage). The team counts migrations,
 * because it records each thread's CPU at the end of every job. */
struct sample_noise {
    long minor_faults, major_faults, voluntary_switches, involuntary_switches, migrations;
};
struct sample_noise sample_noise_now(const struct team *); /* migrations are 0 if team is NULL */
struct sample_noise sample_noise_since(const struct sample_noise *before, const struct team *);

/* Counts since the machine or the thread started; -1 if unknown. */
struct row_noise {
    long long steal_ticks; /* 1/100 s that the hypervisor took from the team's CPUs (/proc/stat) */
    long long sibling_ticks; /* 1/100 s that other hardware threads of the cores were busy, or 0 */
    long long run_delay_ns;  /* time that this process's runnable threads waited for a CPU */
    double clock_ns;         /* time of reading; in row_noise_since(), the duration */
};
struct row_noise row_noise_now(const struct team *);
/* Reads steal_ticks and sibling_ticks from /proc/stat. */
void row_noise_read_ticks(const struct team *, FILE *stat, struct row_noise *);
struct row_noise row_noise_since(const struct row_noise *before, const struct team *);
long long thread_run_delay_ns(void);

#endif
