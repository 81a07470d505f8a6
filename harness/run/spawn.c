/* SPDX-License-Identifier: MIT
 * Starting workers: what happens between vfork() and exec(), and the pipes. The watching is in
 * watch.c.
 *
 * vfork(), since fork() copies the driver's page tables, which takes as long as the plan is large:
 * milliseconds a row of a plan of a hundred thousand. The driver sleeps until exec(), and its
 * memory is the child's; so no signal may run a handler of the driver there. */
#define _GNU_SOURCE /* pipe2, sched_setaffinity */
#include "harness/run/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* All that the worker is handed, opened by the driver: where there are no more descriptors it is
 * the driver that notices, and no worker ends for that. */
struct pipes {
    int output[2], error[2]; /* as by pipe() */
    int input;
};

static void close_one(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

/* What the worker is handed. */
static void close_far_ends(struct pipes *p)
{
    close_one(&p->output[1]);
    close_one(&p->error[1]);
    close_one(&p->input);
}

/* Away from the low numbers, so that no dup2() of the child overwrites one that is still used. */
static bool move_up(int *fd)
{
    enum { ABOVE_ALL_TARGETS = OUTPUT_RECORD + 1 };
    int high = fcntl(*fd, F_DUPFD_CLOEXEC, ABOVE_ALL_TARGETS), saved = errno;
    close_one(fd);
    *fd = high;
    errno = saved;
    return high >= 0;
}

static bool open_input(struct pipes *p, int input)
{
    p->input =
        input >= 0 ? fcntl(input, F_DUPFD_CLOEXEC, 0) : open("/dev/null", O_RDWR | O_CLOEXEC);
    return p->input >= 0 && move_up(&p->input);
}

static bool open_pipes(struct pipes *p, const struct spawn *s)
{
    *p = (struct pipes){{-1, -1}, {-1, -1}, -1};
    if (pipe2(p->output, O_CLOEXEC) == 0 && move_up(&p->output[1]) &&
        pipe2(p->error, O_CLOEXEC) == 0 && move_up(&p->error[1]) && open_input(p, s->input))
        return true;
    int saved = errno;
    close_far_ends(p);
    close_one(&p->output[0]);
    close_one(&p->error[0]);
    errno = saved;
    return false;
}

/* ---- in the child ---- */

static _Noreturn void give_up(const char *what, const char *name)
{
    dprintf(STDERR_FILENO, "%s %s: %s\n", what, name, strerror(errno));
    _exit(127);
}

/* The two differ (move_up()), so that dup2() clears close-on-exec. */
static void place(int from, int to)
{
    if (dup2(from, to) < 0) give_up("cannot place descriptor for", "the worker");
}

static void connect_descriptors(const struct spawn *s, const struct pipes *p)
{
    place(p->error[1], STDERR_FILENO);
    place(p->input, STDIN_FILENO);
    if (s->output != STDOUT_FILENO)
        place(p->error[1], STDOUT_FILENO); /* stray prints are last words */
    place(p->output[1], s->output);
}

static void bind_cpus(const struct spawn *s)
{
    cpu_set_t set;
    if (!s->cpu_count) return;
    CPU_ZERO(&set);
    for (int i = 0; i < s->cpu_count; i++) CPU_SET(s->cpus[i], &set);
    if (!sched_setaffinity(0, sizeof set, &set)) return;
    dprintf(STDERR_FILENO, "cannot bind to the CPUs of this cell: %s; %s\n", strerror(errno),
            errno == EPERM
                ? "a container or a sandbox forbids the call sched_setaffinity: allow it "
                  "there, or run outside"
                : "they were taken away since the run began: give them back, or name "
                  "others (--cpus)");
    _exit(127);
}

/* Sanitizers map terabytes of address space that they never use; a limit would end them at once. */
static void limit_memory(const struct spawn *s)
{
#ifndef __SANITIZE_ADDRESS__
    struct rlimit limit;
    if (!(s->memory_bytes > 0)) return;
    if (getrlimit(RLIMIT_AS, &limit)) give_up("cannot limit", "address space");
    rlim_t wanted = (rlim_t)s->memory_bytes;
    if (wanted > limit.rlim_max) wanted = limit.rlim_max; /* that of the shell or batch system */
    limit = (struct rlimit){wanted, wanted};
    if (setrlimit(RLIMIT_AS, &limit)) give_up("cannot limit", "address space");
#else
    (void)s;
#endif
}

static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int i = 1; i < 32; i++) signal(i, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static _Noreturn void become_worker(const struct spawn *s, const struct pipes *p, pid_t driver)
{
    setpgid(0, 0);
    /* A killed driver takes its workers along, or they would disturb those of the resumed run. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != driver) _exit(127);
    reset_signals();
    connect_descriptors(s, p);
    bind_cpus(s);
    limit_memory(s);
    execve(s->argv[0], (char *const *)s->argv, s->environment);
    give_up("cannot run", s->argv[0]);
}

/* ---- in the driver ---- */

static int unblocking(int fd)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
    return fd;
}

static pid_t start_child(const struct spawn *s, const struct pipes *p)
{
    sigset_t all, before;
    pid_t driver = getpid();
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork): see above */
    if (pid == 0) become_worker(s, p, driver);
    int saved = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    errno = saved;
    return pid;
}

bool worker_start(struct worker *w, const struct spawn *s, char **error)
{
    struct pipes pipes;
    *w = (struct worker){.output = -1, .error = -1};
    if (!open_pipes(&pipes, s)) {
        *error = xformat("cannot open the pipes of a worker: %s", strerror(errno));
        return false;
    }
    pid_t pid = start_child(s, &pipes);
    int saved = errno;
    close_far_ends(&pipes);
    if (pid < 0) {
        close_one(&pipes.output[0]);
        close_one(&pipes.error[0]);
        *error = xformat("cannot start a process: %s", strerror(saved));
        return false;
    }
    setpgid(pid, pid); /* also here: killing the group must work from now on */
    w->pid = pid;
    w->output = unblocking(pipes.output[0]);
    w->error = unblocking(pipes.error[0]);
    w->started = now();
    worker_limit(w, s->limit_s);
    return true;
}

void worker_free(struct worker *w)
{
    if (w->pid) worker_kill(w);
    text_free(&w->record);
}

bool worker_complete(struct worker *w, const struct spawn *s, char **error)
{
    if (!worker_start(w, s, error)) return false;
    while (w->pid && !signal_received()) workers_wait(&w, 1, false, 0);
    if (!w->pid) return true;
    w->interrupted = true;
    worker_kill(w);
    return true;
}
