/* SPDX-License-Identifier: MIT
 * Worker processes: started inside their final CPU set with an environment built from nothing,
 * watched, and ended when their time is up. The driver is single-threaded and loads no BLAS, so
 * vfork() is safe; any number of workers may run at once.
 *
 * SIGCHLD, SIGINT and SIGTERM are delivered only inside workers_wait(), which sleeps without a
 * tick: no request is missed, and next to a measurement the driver wakes up once in a hundredth of
 * the time limit. Time in which the driver itself was stopped (SIGSTOP, a frozen control group)
 * does not count against that limit. */
#ifndef ATTNLAB_SPAWN_H
#define ATTNLAB_SPAWN_H

#include "base/mem.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum { STDERR_KEPT = 4096 }; /* bytes of a worker's last words */
enum { OUTPUT_STDOUT = 1, OUTPUT_RECORD = 3 };

struct spawn {
    const char *const *argv;  /* NULL-ended; argv[0] is the path of the program */
    char *const *environment; /* NULL-ended "NAME=value", whole; see environment.h */
    const int *cpus;          /* operating system's numbers; cpu_count 0: where the driver runs */
    int cpu_count;
    int input;           /* descriptor that becomes standard input; -1: /dev/null */
    int output;          /* OUTPUT_...: under which the worker finds the pipe that we read */
    double limit_s;      /* wall time; 0: none */
    double memory_bytes; /* address space; 0: no limit */
};

struct worker {
    pid_t pid; /* also its process group; 0: not running */
    int output, error;
    struct text record;         /* all that came through the output pipe */
    char tail[STDERR_KEPT + 1]; /* the end of what came through standard error */
    size_t tail_length;
    double started;        /* seconds, monotonic clock */
    double limit_s;        /* of used_s; 0: none */
    double used_s, looked; /* watch.c: time that counts, up to the last look, and when that was */
    double cpu_deadline;   /* seconds that the process has computed, of worker_cpu(); 0: none */
    double finished;
    bool timed_out, interrupted;
    bool computed_too_long; /* timed_out by cpu_deadline, not by limit_s */
    int wait_status;        /* as from waitpid(), once pid is 0 */
};

/* Seconds on the monotonic clock. */
double now(void);
/* Seconds that a running worker's threads have computed, all together. */
double worker_cpu(const struct worker *);
/* Called once before the first worker: catches SIGCHLD, SIGINT and SIGTERM as said above. SIGINT
 * or SIGTERM that was ignored before stays ignored. */
void signals_catch(void);
/* The signal that asked the driver to stop, or 0. A second one ends the driver at once. */
int signal_received(void);

/* False with *error (to be freed) when no process could be started. A program that cannot be
 * executed shows as exit status 127 with a message in the tail. */
bool worker_start(struct worker *, const struct spawn *, char **error);
/* Sleeps until a worker has ended, or has written something and stop_on_output is set, or a
 * signal came, or until_s (monotonic; 0: for ever) has passed. Collects output, ends those whose
 * time is up. */
void workers_wait(struct worker **, int count, bool stop_on_output, double until_s);
/* Sets the wall time that a running worker has from now on; 0: none. */
void worker_limit(struct worker *, double limit_s);
/* SIGKILL to the whole process group, and waits for it. */
void worker_kill(struct worker *);
void worker_free(struct worker *);
/* Starts, waits to the end, or kills on a signal (interrupted is set then). */
bool worker_complete(struct worker *, const struct spawn *, char **error);

/* ---- The environment of a worker, built from nothing, so that what the user's shell happens to
 * hold cannot change a measurement; and its length varied on purpose (layout padding).  The
 * size of the environment shifts the stack and with it the alignment of everything on it,
 * which can move results more than the effects studied (Mytkowicz et al. 2009, "Producing
 * wrong data without doing anything obviously wrong"). A different length in each round
 * turns that bias into visible spread. ---- */

enum { PADDING_MOST = 4096 }; /* bytes: one page, the period of aliasing */

struct environment {
    char **list; /* NULL-ended "NAME=value" */
    int count;
};
/* The variables that every worker gets, and the user's ATTNLAB_* and the few that are passed on. */
void environment_make(struct environment *, uint64_t layout_seed, int round);
void environment_free(struct environment *);

#endif
