/* SPDX-License-Identifier: MIT
 * Between counters.c, which counts, and counter_results.c, which adds up: a pass, and what its
 * threads counted. */
#ifndef ATTNLAB_COUNTER_PASS_H
#define ATTNLAB_COUNTER_PASS_H

#include "harness/measure/counters/counters.h"
#include "harness/measure/counters/papi.h"

#include <stdint.h>

enum { BEFORE_PHASES = PHASES, ROWS }; /* rows of sums: each phase, and what precedes the first */

/* One thread's part of a pass. Booked by that thread alone; the parts are added up only after the
 * pass has stopped. */
struct thread_counts {
    bool used, failed;
    struct papi_set set;
    int row;                    /* being counted */
    long long last[MAX_EVENTS]; /* reading at its start */
    uint64_t last_ns;
    long long sum[ROWS][MAX_EVENTS];
    uint64_t ns[ROWS];
    char *reason; /* why this thread cannot count; owned */
    char apart[64];
};
struct counter_pass {
    const struct counter_group *group;
    struct team *team;
    int threads;
    struct thread_counts *of_thread;
};

#endif
