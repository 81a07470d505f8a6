/* SPDX-License-Identifier: MIT
 * Worker processes: started on given CPUs with their own environment, watched, and killed at their
 * time limit.
 *
 * SIGCHLD, SIGINT and SIGTERM are delivered only inside workers_wait(), so no signal is missed.
 * workers_wait() sleeps for at least a hundredth of the time limit, so that it does not disturb a
 * measurement. Time during which the driver itself was stopped (SIGSTOP, frozen control group) does
 * not count towards the limit. */
#ifndef ATTNLAB_SPAWN_H
#define ATTNLAB_SPAWN_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { STDERR_KEPT = 4096 }; /* maximum number of stderr bytes that are kept */
enum { OUTPUT_STDOUT = 1, OUTPUT_RECORD = 3 };

struct spawn {
    const char *const *argv; /* NULL-terminated; argv[0] is the path of the program */
    uint64_t layout_seed; /* random seed that determines the size of the environment block, together
                             with `round` */
    int round;
    const int *cpus; /* CPU numbers of the operating system; cpu_count is 0 if the worker is not
                        bound to CPUs */
    int cpu_count;
    int input;  /* file descriptor for standard input; -1 for /dev/null */
    int output; /* the worker's descriptor that is connected to the driver's pipe (OUTPUT_...) */
    double limit_s;      /* wall-time limit in seconds; 0 for no limit */
    double memory_bytes; /* limit of the address space in bytes; 0 for no limit */
};

struct worker {
    pid_t pid; /* process id, which is also the process group; 0 if not running */
    int output, error;
    struct text record;         /* bytes read from the output pipe */
    char tail[STDERR_KEPT + 1]; /* end of the worker's stderr */
    size_t tail_length;
    double started;        /* start time, in seconds of the monotonic clock */
    double limit_s;        /* limit of used_s; 0 for no limit */
    double used_s, looked; /* used_s is the time that counts towards the limit. looked is the clock
                              time when used_s was last updated. */
    double cpu_deadline;   /* limit of worker_cpu(); 0 for no limit */
    double finished;
    bool timed_out, interrupted;
    bool computed_too_long; /* true if the worker was killed because of cpu_deadline, not limit_s */
    int wait_status;        /* status from waitpid(); valid when pid is 0 */
};

/* Returns the time of the monotonic clock in seconds. */
double now(void);
/* Returns the CPU time in seconds that all threads of a running worker have used. */
double worker_cpu(const struct worker *);
/* Installs the signal handlers. Call this once before the first worker starts. Signals that were
 * ignored before stay ignored. */
void signals_catch(void);
/* Returns SIGINT or SIGTERM if that signal was received, else 0. A second signal ends the driver
 * immediately. */
int signal_received(void);

/* Starts a worker. Returns false and sets *error, which the caller frees, if no process could be
 * started. If the program cannot be executed, the worker exits with status 127 and `tail` has a
 * message. */
bool worker_start(struct worker *, const struct spawn *, char **error);
/* Sleeps until a worker ends, a worker writes output (if stop_on_output is true), a signal arrives,
 * or the monotonic clock reaches until_s (0: never). Collects output and kills workers that reach
 * their limits. */
void workers_wait(struct worker **, int count, bool stop_on_output, double until_s);
/* Sets a new wall-time limit that starts now; 0 means no limit. */
void worker_limit(struct worker *, double limit_s);
/* Sends SIGKILL to the worker's process group and waits for the worker. */
void worker_kill(struct worker *);
/* Copies the end of the worker's stderr to the driver's stderr. Further calls do nothing. */
void worker_show_stderr(struct worker *);
void worker_free(struct worker *);
/* Starts a worker and waits until it ends. A signal kills the worker and sets `interrupted`. */
bool worker_complete(struct worker *, const struct spawn *, char **error);

#endif
