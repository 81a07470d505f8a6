/* SPDX-License-Identifier: MIT
 * Worker processes: started on given CPUs with a separate environment, watched, and killed at their
 * time limit.
 *
 * SIGCHLD, SIGINT and SIGTERM are delivered only inside workers_wait(), so none is missed. This
 * function sleeps for at least a hundredth of the time limit, so that it does not disturb a
 * measurement. Time during which the driver itself was stopped (SIGSTOP, frozen control group) does
 * not count towards the limit. */
#ifndef ATTNLAB_SPAWN_H
#define ATTNLAB_SPAWN_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { STDERR_KEPT = 4096 }; /* bytes */
enum { OUTPUT_STDOUT = 1, OUTPUT_RECORD = 3 };

struct spawn {
    const char *const *argv; /* ends with NULL; argv[0] is the path of the program */
    uint64_t layout_seed; /* random seed of the length of the environment, together with `round` */
    int round;
    const int *cpus; /* CPU numbers of the operating system; cpu_count 0: not bound */
    int cpu_count;
    int input;      /* descriptor for standard input; -1: /dev/null */
    int output;     /* OUTPUT_...: the worker's descriptor that is connected to the driver's pipe */
    double limit_s; /* wall time in seconds; 0: no limit */
    double memory_bytes; /* limit of the address space; 0: no limit */
};

struct worker {
    pid_t pid; /* process id, also of the process group; 0: not running */
    int output, error;
    struct text record;         /* bytes read from the output pipe */
    char tail[STDERR_KEPT + 1]; /* end of standard error */
    size_t tail_length;
    double started;        /* seconds on the monotonic clock */
    double limit_s;        /* limit of used_s; 0: no limit */
    double used_s, looked; /* used_s: time that counts towards the limit; looked: clock time when it
                            * was updated */
    double cpu_deadline;   /* limit of worker_cpu(); 0: no limit */
    double finished;
    bool timed_out, interrupted;
    bool computed_too_long; /* true if cpu_deadline caused the timeout, not limit_s */
    int wait_status;        /* status from waitpid(); valid once pid is 0 */
};

/* Seconds on the monotonic clock. */
double now(void);
/* CPU seconds of all threads of a running worker. */
double worker_cpu(const struct worker *);
/* Installs the signal handlers; call this once before the first worker. A signal that was ignored
 * before stays ignored. */
void signals_catch(void);
/* Returns SIGINT, SIGTERM or 0. A second signal ends the driver immediately. */
int signal_received(void);

/* Returns false with *error, which the caller frees, if no process could be started. A program that
 * cannot be executed has exit status 127 and a message in the tail. */
bool worker_start(struct worker *, const struct spawn *, char **error);
/* Sleeps until a worker ends, a worker writes (if stop_on_output), a signal arrives, or the
 * monotonic time until_s (0: never). Collects output and kills workers at their limits. */
void workers_wait(struct worker **, int count, bool stop_on_output, double until_s);
/* Sets a new wall-time limit that starts now; 0: no limit. */
void worker_limit(struct worker *, double limit_s);
/* Sends SIGKILL to the process group and waits for the worker. */
void worker_kill(struct worker *);
void worker_free(struct worker *);
/* Starts a worker and waits for its end. A signal kills the worker and sets `interrupted`. */
bool worker_complete(struct worker *, const struct spawn *, char **error);

#endif
