/* SPDX-License-Identifier: MIT
 * Worker processes: started on given CPUs with their own environment, watched, and killed at the
 * time limit.
 *
 *  - SIGCHLD, SIGINT and SIGTERM are delivered only inside workers_wait(), so no signal is lost.
 *  - workers_wait() sleeps for at least 1 % of the time limit, so that the driver does not disturb
 *    measurements.
 *  - The time limit excludes time in which the driver was stopped (SIGSTOP, frozen control group).
 */
#ifndef ATTNLAB_SPAWN_H
#define ATTNLAB_SPAWN_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { STDERR_KEPT = 4096 }; /* maximum number of stderr bytes to keep */
enum { OUTPUT_STDOUT = 1, OUTPUT_RECORD = 3 };

struct spawn {
    const char *const *argv; /* NULL-terminated; argv[0] is the path of the worker program */
    uint64_t layout_seed;    /* random seed for the size of the environment block */
    int round;
    const int *cpus; /* CPU numbers of the operating system; cpu_count is 0 if not bound to CPUs */
    int cpu_count;
    int input;           /* file descriptor for standard input; -1 for /dev/null */
    int output;          /* descriptor of the worker that the driver reads (OUTPUT_...) */
    double limit_s;      /* wall-time limit in seconds; 0 for no limit */
    double memory_bytes; /* address space limit in bytes; 0 for no limit */
};

struct worker {
    pid_t pid; /* process id and process group; 0 if not running */
    int output, error;
    struct text record;         /* bytes read from the output pipe */
    char tail[STDERR_KEPT + 1]; /* last bytes of the worker's stderr */
    size_t tail_length;
    double started;        /* start time in seconds (monotonic clock) */
    double limit_s;        /* upper limit for used_s; 0 for no limit */
    double used_s, looked; /* used_s: time that counts towards the limit; looked: clock time of the
                              last update of used_s */
    double cpu_deadline; /* CPU time in seconds, as returned by worker_cpu(), at which the worker is
                            killed; 0 for no limit */
    double finished;
    bool timed_out, interrupted;
    bool computed_too_long; /* true if the worker was killed at cpu_deadline, false if at limit_s */
    int wait_status;        /* status from waitpid(), valid if pid is 0 */
};

/* Returns the monotonic clock in seconds. */
double now(void);
/* Returns the CPU time of all threads of a running worker, in seconds. */
double worker_cpu(const struct worker *);
/* Installs the signal handlers. Call this once, before the first worker starts. Ignored signals
 * stay ignored. */
void signals_catch(void);
/* Returns SIGINT or SIGTERM after one of these signals, otherwise 0. A second signal ends the
 * driver at once. */
int signal_received(void);

/* Starts a worker. If no process can be started, returns false and sets *error, which the caller
 * frees. If the program cannot be executed, the worker exits with status 127 and `tail` has a
 * message. */
bool worker_start(struct worker *, const struct spawn *, char **error);
/* Sleeps until one of these events:
 *  - a worker ends
 *  - a worker writes output, if stop_on_output is true
 *  - a signal arrives
 *  - the monotonic clock reaches until_s (0: never)
 * Reads output and kills workers that reach a limit. */
void workers_wait(struct worker **, int count, bool stop_on_output, double until_s);
/* Sets a new wall-time limit, counted from now; 0 means no limit. */
void worker_limit(struct worker *, double limit_s);
/* Kills the worker's process group with SIGKILL and waits for the worker. */
void worker_kill(struct worker *);
/* Copies the worker's last stderr bytes to the driver's stderr. Further calls do nothing. */
void worker_show_stderr(struct worker *);
void worker_free(struct worker *);
/* Runs a worker to completion. A signal kills the worker and sets the flag `interrupted`. */
bool worker_complete(struct worker *, const struct spawn *, char **error);

#endif
