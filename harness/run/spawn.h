/* SPDX-License-Identifier: MIT
 * Worker processes: started on their CPUs with an environment of their own, watched, and killed at
 * their time limit.
 *
 * SIGCHLD, SIGINT and SIGTERM are delivered only inside workers_wait(), so none is missed. It
 * sleeps for at least a hundredth of the time limit, to leave a measurement alone. Time in which
 * the driver itself was stopped (SIGSTOP, a frozen control group) does not count against the limit.
 */
#ifndef ATTNLAB_SPAWN_H
#define ATTNLAB_SPAWN_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { STDERR_KEPT = 4096 }; /* bytes */
enum { OUTPUT_STDOUT = 1, OUTPUT_RECORD = 3 };

struct spawn {
    const char *const *argv; /* NULL-ended; argv[0] is the path of the program */
    uint64_t layout_seed;    /* with the round: the length of the environment */
    int round;
    const int *cpus; /* operating system's numbers; cpu_count 0: not bound */
    int cpu_count;
    int input;           /* descriptor for standard input; -1: /dev/null */
    int output;          /* OUTPUT_...: the worker's descriptor of the pipe that the driver reads */
    double limit_s;      /* wall time; 0: none */
    double memory_bytes; /* address space; 0: no limit */
};

struct worker {
    pid_t pid; /* also its process group; 0: not running */
    int output, error;
    struct text record;         /* from the output pipe */
    char tail[STDERR_KEPT + 1]; /* the end of standard error */
    size_t tail_length;
    double started;        /* seconds, monotonic clock */
    double limit_s;        /* of used_s; 0: none */
    double used_s, looked; /* time that counts, up to the last look, and when that was */
    double cpu_deadline;   /* limit of worker_cpu(); 0: none */
    double finished;
    bool timed_out, interrupted;
    bool computed_too_long; /* timed_out by cpu_deadline, not by limit_s */
    int wait_status;        /* as from waitpid(), once pid is 0 */
};

/* Seconds on the monotonic clock. */
double now(void);
/* CPU seconds of a running worker, all threads. */
double worker_cpu(const struct worker *);
/* Called once before the first worker. SIGINT or SIGTERM that was ignored before stays ignored. */
void signals_catch(void);
/* SIGINT, SIGTERM or 0. A second one ends the driver at once. */
int signal_received(void);

/* False with *error (the caller frees it) when no process could be started. A program that cannot
 * be executed shows as exit status 127 with a message in the tail. */
bool worker_start(struct worker *, const struct spawn *, char **error);
/* Sleeps until a worker ends, writes (if stop_on_output), a signal comes, or until_s (monotonic; 0:
 * for ever) has passed. Collects output and kills workers at their limits. */
void workers_wait(struct worker **, int count, bool stop_on_output, double until_s);
/* A new wall-time limit from now on; 0: none. */
void worker_limit(struct worker *, double limit_s);
/* SIGKILL to the whole process group, and waits for it. */
void worker_kill(struct worker *);
void worker_free(struct worker *);
/* Starts, waits to the end, or kills on a signal (interrupted is set then). */
bool worker_complete(struct worker *, const struct spawn *, char **error);

#endif
