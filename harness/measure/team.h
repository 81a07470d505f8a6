/* SPDX-License-Identifier: MIT
 * The worker's own threads: pinned, one per core, waiting between jobs without losing time.
 *
 * OpenBLAS's pool threads can neither be pinned reliably nor told to flush denormals (a denormal
 * input makes an sgemm about 180 times slower), so BLAS runs single-threaded inside these. The team
 * is the `struct team` of kernels.h: thread 0 is the caller, threads 1..T-1 are helpers. Items are
 * handed out by an atomic counter; which thread gets which item is open and results never depend
 * on it. Waiting threads spin for some tens of microseconds and then sleep. */
#ifndef ATTNLAB_TEAM_H
#define ATTNLAB_TEAM_H

#include "base/topology.h"
#include "harness/measure/denormals.h"
#include "kernels/kernels.h"

/* Binds the calling thread to placement->cpus[0] and starts helpers on the others. Every thread
 * binds itself, flushes denormals and touches its stack before this returns. Never fails for a
 * thread that cannot be bound: see team_thread(). Ends the program when a thread cannot be
 * created. The topology must outlive the team. Stopped and freed by team_stop, from the same
 * thread. run() must not be called from inside a job. */
struct team *team_start(const struct topology *, const struct placement *);
void team_stop(struct team *);

/* Runs f(arg, thread) exactly once on each thread, thread 0 (the caller) included; returns when all
 * are done. For first touch, per-thread counters and the like. NULL team: f(arg, 0). */
void team_each(struct team *, void (*f)(void *arg, int thread), void *arg);

/* What one thread is; owned by the team, constant but for the last two. */
struct team_thread {
    int cpu;                /* asked for */
    long tid;               /* the kernel's thread number */
    struct binding binding; /* as read back */
    bool denormals_flushed; /* as read back from the control register */
    int last_cpu;           /* where it ended its last job; -1 unknown */
    long migrations;        /* times last_cpu changed from one job to the next */
};
const struct team_thread *team_thread(const struct team *, int thread);
/* Whether a PU is that of a thread, or another of the same core. */
bool team_shares_core(const struct team *, int cpu);
/* All threads together, for the record. */
bool team_bound(const struct team *);             /* each strictly bound */
bool team_denormals_flushed(const struct team *); /* in each */
long team_migrations(const struct team *);
char *team_last_cpus(const struct team *); /* "0-1", to be freed; "" unknown */

#endif
