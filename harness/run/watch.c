/* SPDX-License-Identifier: MIT
 * Watches workers (spawn.h). One ppoll() waits for all pipes and time limits. */
#define _GNU_SOURCE /* needed for ppoll() */
#include "harness/run/spawn.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile sig_atomic_t received;

double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double worker_cpu(const struct worker *w)
{
    clockid_t clock;
    struct timespec t = {0};
    if (!w->pid || clock_getcpuclockid(w->pid, &clock) || clock_gettime(clock, &t)) return 0;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void note_signal(int number)
{
    if (number == SIGCHLD) return; /* nothing to do: SIGCHLD only interrupts ppoll() */
    if (received) _exit(128 + number);
    received = number;
}

/* Returns true if a signal was ignored when the driver started. nohup ignores SIGHUP; sh ignores
 * SIGINT in background jobs. */
static bool is_ignored(int number)
{
    struct sigaction before;
    return sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
}

void signals_catch(void)
{
    static const int numbers[] = {SIGCHLD, SIGINT, SIGTERM};
    struct sigaction action = {.sa_handler = note_signal};
    sigset_t caught;
    sigemptyset(&caught);
    for (int i = 0; i < 3; i++) {
        if (numbers[i] != SIGCHLD && is_ignored(numbers[i])) continue;
        sigaction(numbers[i], &action, NULL);
        sigaddset(&caught, numbers[i]);
    }
    signal(SIGPIPE, SIG_IGN);
    /* if SIGXFSZ is ignored, write() returns an error when a file reaches the size limit */
    signal(SIGXFSZ, SIG_IGN);
    sigprocmask(SIG_BLOCK, &caught, NULL);
}

/* Unblocks the stop signals after the first stop signal, so that a second stop signal takes effect
 * at once. */
static void let_signals_through(void)
{
    sigset_t stop;
    sigemptyset(&stop);
    sigaddset(&stop, SIGINT);
    sigaddset(&stop, SIGTERM);
    sigprocmask(SIG_UNBLOCK, &stop, NULL);
}

int signal_received(void) { return received; }

/* Handles pending signals. ppoll() may return because of input while a signal is pending. */
static void take_pending_signals(void)
{
    sigset_t before;
    sigprocmask(SIG_BLOCK, NULL, &before);
    let_signals_through();
    sigprocmask(SIG_SETMASK, &before, NULL);
}

/* ---- collecting ---- */

static void keep_tail(struct worker *w, const char *bytes, size_t count)
{
    if (count > STDERR_KEPT) bytes += count - STDERR_KEPT, count = STDERR_KEPT;
    size_t old = w->tail_length;
    if (old + count > STDERR_KEPT) {
        size_t drop = old + count - STDERR_KEPT;
        memmove(w->tail, w->tail + drop, old - drop);
        old -= drop;
    }
    memcpy(w->tail + old, bytes, count);
    w->tail_length = old + count;
    w->tail[w->tail_length] = '\0';
}

void worker_show_stderr(struct worker *w)
{
    fwrite(w->tail, 1, w->tail_length, stderr);
    w->tail_length = 0;
}

/* RECORD_MOST: maximum size of a record in bytes. CHUNKS_MOST: maximum number of chunks read before
 * the clock is checked. */
enum { RECORD_MOST = 64 << 20, CHUNKS_MOST = 64 };

static void keep_record(struct worker *w, const char *bytes, size_t count)
{
    if (w->record.length + count <= RECORD_MOST) text_add_bytes(&w->record, bytes, count);
}

/* Reads all available bytes, and closes the descriptor at the end of the stream. Returns true if
 * bytes were read. */
static bool drain(struct worker *w, int *fd)
{
    char chunk[16384];
    bool any = false;
    for (int i = 0; i < CHUNKS_MOST && *fd >= 0; i++) {
        ssize_t got = read(*fd, chunk, sizeof chunk);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0 && errno == EAGAIN) break;
        if (got <= 0) {
            close(*fd);
            *fd = -1;
            break;
        }
        any = true;
        if (fd == &w->output)
            keep_record(w, chunk, (size_t)got);
        else
            keep_tail(w, chunk, (size_t)got);
    }
    return any;
}

/* Handles the end of a worker. Kills processes that the worker left running, because these
 * processes keep the pipes open. */
static void finish(struct worker *w)
{
    kill(-w->pid, SIGKILL);
    w->pid = 0;
    w->finished = now();
    drain(w, &w->output);
    drain(w, &w->error);
    if (w->output >= 0) close(w->output);
    if (w->error >= 0) close(w->error);
    w->output = w->error = -1;
}

static bool reap(struct worker *w, int flags)
{
    pid_t got;
    do got = waitpid(w->pid, &w->wait_status, flags);
    while (got < 0 && errno == EINTR);
    if (got == 0) return false;
    /* A signal to the driver's process group may kill a worker before the worker calls setpgid().
     * The driver receives the same signal, so the row counts as interrupted, not crashed. */
    take_pending_signals();
    w->interrupted |=
        received && WIFSIGNALED(w->wait_status) && WTERMSIG(w->wait_status) == (int)received;
    finish(w);
    return true;
}

void worker_kill(struct worker *w)
{
    if (!w->pid) return;
    kill(-w->pid, SIGKILL);
    kill(w->pid, SIGKILL); /* the worker may not have called setpgid() yet */
    reap(w, 0);
}

/* ---- waiting ---- */

static double earlier(double a, double b) { return a <= 0 || (b > 0 && b < a) ? b : a; }

static const double soon = 0.01, at_once = 0.001;

void worker_limit(struct worker *w, double limit_s)
{
    w->limit_s = limit_s > 0 ? limit_s : 0;
    w->used_s = 0;
    w->looked = now();
}

/* Returns the longest expected time between two checks of a worker, in seconds. If a gap is longer,
 * the driver itself was stopped. */
static double longest_gap(const struct worker *w)
{
    double share = w->limit_s / 100;
    return share > 0.1 ? share : 0.1;
}

/* Adds the time since the last check, at most longest_gap(). */
static void count_time(struct worker *w)
{
    double time = now(), gap = time - w->looked, most = longest_gap(w);
    w->used_s += gap < most ? gap : most;
    w->looked = time;
}

/* Returns when to check the wall-time limit next, or 0 if there is no limit. */
static double next_count(const struct worker *w)
{
    double left = w->limit_s - w->used_s, most = longest_gap(w);
    return w->limit_s > 0 ? w->looked + (left < most ? left : most) : 0;
}

/* Returns when to check the CPU-time limit next, or 0 if there is no limit. A single thread cannot
 * reach the limit earlier. */
static double next_look(const struct worker *w)
{
    if (w->cpu_deadline <= 0) return 0;
    double left = w->cpu_deadline - worker_cpu(w);
    return now() + (left > soon ? left : soon);
}

/* Returns the earliest time at which a worker must be checked. A worker with closed pipes is
 * checked soon, in case its SIGCHLD was missed. */
static double first_deadline(struct worker **list, int count, double until)
{
    for (int i = 0; i < count; i++) {
        if (!list[i]->pid) continue;
        until = earlier(earlier(until, next_count(list[i])), next_look(list[i]));
        if (list[i]->output < 0 && list[i]->error < 0) until = earlier(until, now() + at_once);
    }
    return until;
}

static const double longest = 1e6; /* maximum sleep in seconds */

static void sleep_for_events(struct worker **list, int count, double until)
{
    sigset_t mask;
    struct pollfd *fds = xarray((size_t)count * 2, sizeof *fds);
    for (int i = 0; i < count; i++) { /* negative descriptors are ignored */
        fds[2 * i] = (struct pollfd){.fd = list[i]->output, .events = POLLIN};
        fds[2 * i + 1] = (struct pollfd){.fd = list[i]->error, .events = POLLIN};
    }
    double left = until > 0 ? until - now() : 0;
    if (left < 0) left = 0;
    if (left > longest) left = longest; /* larger times do not fit into time_t */
    struct timespec timeout = {(time_t)left, (long)(1e9 * (left - (double)(time_t)left))};
    sigprocmask(SIG_BLOCK, NULL, &mask);
    sigdelset(&mask, SIGCHLD);
    sigdelset(&mask, SIGINT);
    sigdelset(&mask, SIGTERM);
    ppoll(fds, (nfds_t)count * 2, until > 0 ? &timeout : NULL, &mask);
    free(fds);
}

/* Handles the events of a worker. Returns true if the worker ended, or if stop_on_output is true
 * and the worker wrote output. */
static bool attend(struct worker *w, bool stop_on_output)
{
    if (!w->pid) return false;
    bool output = drain(w, &w->output);
    drain(w, &w->error);
    if (reap(w, WNOHANG)) return true;
    w->computed_too_long = w->cpu_deadline > 0 && worker_cpu(w) >= w->cpu_deadline;
    count_time(w);
    if (w->computed_too_long || (w->limit_s > 0 && w->used_s >= w->limit_s)) {
        w->timed_out = true;
        worker_kill(w);
        return true;
    }
    return output && stop_on_output;
}

void workers_wait(struct worker **list, int count, bool stop_on_output, double until_s)
{
    bool event = false;
    while (!event && !signal_received() && !(until_s > 0 && now() >= until_s)) {
        sleep_for_events(list, count, first_deadline(list, count, until_s));
        for (int i = 0; i < count; i++) event |= attend(list[i], stop_on_output);
    }
    if (signal_received()) let_signals_through();
}
