/* SPDX-License-Identifier: MIT
 * Starting workers: what happens between vfork() and exec(), and the pipes. The watching is in
 * watch.c.
 *
 * vfork(), since fork() copies the driver's page tables, which takes as long as the plan is large:
 * milliseconds a row of a plan of a hundred thousand. The driver sleeps until exec(), and its
 * memory is the child's; so no signal may run a handler of the driver there. */
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

struct pipes {
    int output[2], error[2];
};

static void close_pair(int pair[2])
{
    for (int i = 0; i < 2; i++)
        if (pair[i] >= 0) close(pair[i]);
}

static bool open_pipes(struct pipes *p)
{
    *p = (struct pipes){{-1, -1}, {-1, -1}};
    if (pipe2(p->output, O_CLOEXEC) == 0 && pipe2(p->error, O_CLOEXEC) == 0) return true;
    int saved = errno;
    close_pair(p->output);
    close_pair(p->error);
    errno = saved;
    return false;
}

/* ---- in the child ---- */

static _Noreturn void give_up(const char *what, const char *name)
{
    dprintf(STDERR_FILENO, "%s %s: %s\n", what, name, strerror(errno));
    _exit(127);
}

/* dup2 clears close-on-exec, except when both are the same descriptor. */
static void place(int from, int to)
{
    if (from == to ? fcntl(to, F_SETFD, 0) < 0 : dup2(from, to) < 0)
        give_up("cannot place descriptor for", "the worker");
}

static void connect_descriptors(const struct spawn *s, const struct pipes *p)
{
    /* Away from the low numbers first, so that no dup2 below overwrites one that is still used. */
    int input = s->input >= 0 ? s->input : open("/dev/null", O_RDWR | O_CLOEXEC);
    int high_input = fcntl(input, F_DUPFD_CLOEXEC, 10);
    int output = fcntl(p->output[1], F_DUPFD_CLOEXEC, 10);
    int error = fcntl(p->error[1], F_DUPFD_CLOEXEC, 10);
    place(error, STDERR_FILENO);
    place(high_input, STDIN_FILENO);
    if (s->output != STDOUT_FILENO) place(error, STDOUT_FILENO); /* stray prints are last words */
    place(output, s->output);
}

static void bind_cpus(const struct spawn *s)
{
    cpu_set_t set;
    if (!s->cpu_count) return;
    CPU_ZERO(&set);
    for (int i = 0; i < s->cpu_count; i++) CPU_SET(s->cpus[i], &set);
    if (sched_setaffinity(0, sizeof set, &set)) give_up("cannot bind to CPUs", "of this cell");
}

/* Sanitizers map terabytes of address space that they never use; a limit would end them at once. */
static void limit_memory(const struct spawn *s)
{
#ifndef __SANITIZE_ADDRESS__
    struct rlimit limit = {(rlim_t)s->memory_bytes, (rlim_t)s->memory_bytes};
    if (s->memory_bytes > 0 && setrlimit(RLIMIT_AS, &limit))
        give_up("cannot limit", "address space");
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
    if (!open_pipes(&pipes)) {
        *error = xformat("cannot open a pipe: %s", strerror(errno));
        return false;
    }
    pid_t pid = start_child(s, &pipes);
    int saved = errno;
    close(pipes.output[1]);
    close(pipes.error[1]);
    if (pid < 0) {
        close(pipes.output[0]);
        close(pipes.error[0]);
        *error = xformat("cannot start a process: %s", strerror(saved));
        return false;
    }
    setpgid(pid, pid); /* also here: killing the group must work from now on */
    w->pid = pid;
    w->output = unblocking(pipes.output[0]);
    w->error = unblocking(pipes.error[0]);
    w->started = now();
    w->deadline = s->limit_s > 0 ? w->started + s->limit_s : 0;
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
