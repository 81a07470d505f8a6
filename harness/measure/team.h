/* SPDX-License-Identifier: MIT
 * Declares the worker's threads: pinned, one per core. BLAS runs single-threaded inside these
 * threads. OpenBLAS's own threads cannot be pinned reliably or made to flush denormals; a denormal
 * input makes an sgemm about 180 times slower.
 *
 * The team is the `struct team` of kernels.h. Thread 0 is the caller, threads 1..T-1 are helpers.
 * An atomic counter assigns items to threads; results never depend on the assignment. Waiting
 * threads spin for a few tens of microseconds, then sleep. */
#ifndef ATTNLAB_TEAM_H
#define ATTNLAB_TEAM_H

#include "base/topology.h"
#include "kernels/kernels.h"

/* Binds the calling thread to placement->cpus[0] and starts helpers on the other CPUs. Each thread
 * binds itself, flushes denormals and touches its stack; team_thread() reports whether binding
 * succeeded. Ends the program if a thread cannot be created.
 * The topology must not be freed before the team. Call team_stop() from the same thread. Do not
 * call run() inside a job. */
struct team *team_start(const struct topology *, const struct placement *);
void team_stop(struct team *);

/* Runs f(arg, thread) once on each thread. The caller is thread 0. If `team` is NULL, runs f(arg,
 * 0). */
void team_each(struct team *, void (*f)(void *arg, int thread), void *arg);

/* Facts about one thread, owned by the team. last_cpu and migrations change with each job. */
struct team_thread {
    int cpu;
    long tid;               /* the kernel's thread ID */
    struct binding binding; /* the thread's binding to a CPU, as reported by the system */
    bool denormals_flushed; /* true if denormals are flushed, according to the control register */
    int last_cpu;           /* CPU at the end of the last job; -1 if unknown */
    long migrations;        /* number of changes of last_cpu between jobs */
};
const struct team_thread *team_thread(const struct team *, int thread);
/* Returns true if a thread of the team is pinned to this CPU, or to another hardware thread of the
 * same core. */
bool team_shares_core(const struct team *, int cpu);
bool team_bound(const struct team *); /* Returns true if all threads are bound to their CPUs. */
bool team_denormals_flushed(const struct team *); /* Returns true if all threads flush denormals. */
long team_migrations(const struct team *);
/* Returns the CPUs of the last job as a string such as "0-1", or "" if unknown. The caller frees
 * the string. */
char *team_last_cpus(const struct team *);

/* Makes the calling thread flush denormal operands and results to zero, because many processors
 * handle denormals a hundred times slower. Reads the control register back. Returns false if the
 * processor has no such control. */
bool denormals_flush(void);
bool denormals_flushed(void); /* Returns true if the calling thread flushes denormals. */

#endif
