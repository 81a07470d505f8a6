/* SPDX-License-Identifier: MIT
 * The worker's own threads: pinned, one per core.
 *
 * OpenBLAS's pool threads can neither be pinned reliably nor made to flush denormals (a denormal
 * input makes an sgemm about 180 times slower), so BLAS runs single-threaded inside these. The team
 * is the `struct team` of kernels.h: thread 0 is the caller, threads 1..T-1 are helpers. An atomic
 * counter hands out items; results never depend on which thread gets which. Waiting threads spin
 * for some tens of microseconds, then sleep. */
#ifndef ATTNLAB_TEAM_H
#define ATTNLAB_TEAM_H

#include "base/topology.h"
#include "kernels/kernels.h"

/* Binds the calling thread to placement->cpus[0] and starts helpers on the others. Each thread
 * binds itself, flushes denormals and touches its stack before this returns; whether it could be
 * bound is in team_thread(). Ends the program if a thread cannot be created. The topology must
 * outlive the team. team_stop frees it, from the same thread. run() must not be called from inside
 * a job. */
struct team *team_start(const struct topology *, const struct placement *);
void team_stop(struct team *);

/* Runs f(arg, thread) once on each thread, including thread 0, the caller. NULL team: f(arg, 0). */
void team_each(struct team *, void (*f)(void *arg, int thread), void *arg);

/* Facts of one thread; owned by the team. The last two change with each job. */
struct team_thread {
    int cpu;                /* requested */
    long tid;               /* the kernel's thread number */
    struct binding binding; /* as read back */
    bool denormals_flushed; /* as read back from the control register */
    int last_cpu;           /* where it ended its last job; -1 unknown */
    long migrations;        /* times last_cpu changed from one job to the next */
};
const struct team_thread *team_thread(const struct team *, int thread);
/* Whether a PU is that of a thread, or on the same core. */
bool team_shares_core(const struct team *, int cpu);
bool team_bound(const struct team *);             /* each strictly bound */
bool team_denormals_flushed(const struct team *); /* in each */
long team_migrations(const struct team *);
char *team_last_cpus(const struct team *); /* "0-1" (the caller frees it); "" unknown */

/* Denormals, which many processors handle a hundred times slower. Sets flush-to-zero and
 * denormals-are-zero for the calling thread and reads the register back. False where the processor
 * has no such control. */
bool denormals_flush(void);
bool denormals_flushed(void); /* now, on the calling thread */

#endif
