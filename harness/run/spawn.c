/* SPDX-License-Identifier: MIT
 * Starts workers: pipes, environment, and the child process between vfork() and exec(). watch.c
 * watches the workers.
 *
 * vfork() is used because fork() copies the driver's page tables, which takes milliseconds per row.
 * Until exec(), the child shares the driver's memory, so it must not run the driver's signal
 * handlers. vfork() is safe because the driver has only one thread. */
#define _GNU_SOURCE /* needed for pipe2() and sched_setaffinity() */
#include "harness/run/spawn.h"
#include "base/rng.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Pipes of a worker. The driver opens all pipes before vfork(), so that a lack of file descriptors
 * is reported as an error of the driver. */
struct pipes {
    int output[2], error[2]; /* read end and write end of each pipe */
    int input;
};

static void close_one(int *fd)
{
    if (*fd >= 0) close(*fd);
    *fd = -1;
}

static void close_far_ends(struct pipes *p)
{
    close_one(&p->output[1]);
    close_one(&p->error[1]);
    close_one(&p->input);
}

/* Moves a descriptor above all targets of dup2(), because dup2() closes the target descriptor. */
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

/* ---- environment ----
 *
 * Workers get a new environment, so that the user's shell cannot change a measurement.
 *
 * The size of the environment block varies with the round. This size shifts the stack and changes
 * its alignment, which can affect times more than the effects under study (Mytkowicz et al. 2009,
 * "Producing wrong data without doing anything obviously wrong"). Varying the size turns this bias
 * into visible spread. */

/* maximum padding in bytes: one page, because address aliasing has the period of a page */
enum { PADDING_MOST = 4096 };

/* Environment variables that workers inherit, in addition to ATTNLAB_*. HWLOC_* describe other
 * machines in tests. */
static const char *const passed[] = {"PATH",
                                     "HOME",
                                     "TMPDIR",
                                     "LD_LIBRARY_PATH",
                                     "OPENBLAS_CORETYPE",
                                     "HWLOC_SYNTHETIC",
                                     "HWLOC_XMLFILE",
                                     "HWLOC_THISSYSTEM",
                                     "ASAN_OPTIONS",
                                     "UBSAN_OPTIONS",
                                     NULL};
static const char *const fixed[] = {
    "LANG=C", "LC_ALL=C",
    /* one BLAS thread per call, because each pinned thread of the worker calls BLAS */
    "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1",
    /* Idle OpenBLAS threads spin for 2^4 cycles. With the default of 2^26, they would spin for
     * about 100 ms after each call. */
    "OPENBLAS_THREAD_TIMEOUT=4",
    /* one malloc arena, so that resident memory does not depend on which thread allocates */
    "MALLOC_ARENA_MAX=1", NULL};

static void add(char ***list, int *count, char *text)
{
    *list = xgrow(*list, (size_t)*count + 2, sizeof **list);
    (*list)[(*count)++] = text;
    (*list)[*count] = NULL;
}

static char *padding(uint64_t layout_seed, int round)
{
    int length = (int)rng_below(layout_seed, rng_stream("layout"), (uint64_t)round, PADDING_MOST);
    char *text = xformat("PADDING=%*s", length, "");
    memset(text + strlen(text) - length, 'x', (size_t)length);
    return text;
}

/* Returns a NULL-terminated list of "NAME=value". Free the list with texts_free(). */
static char **make_environment(uint64_t layout_seed, int round, int *count)
{
    char **list = NULL;
    *count = 0;
    for (int i = 0; passed[i]; i++) {
        const char *value = getenv(passed[i]);
        if (value) add(&list, count, xformat("%s=%s", passed[i], value));
    }
    for (int i = 0; fixed[i]; i++) add(&list, count, xstrdup(fixed[i]));
    for (char **p = environ; *p; p++)
        if (strncmp(*p, "ATTNLAB_", 8) == 0) add(&list, count, xstrdup(*p));
    add(&list, count, padding(layout_seed, round));
    return list;
}

/* ---- in the child ---- */

static _Noreturn void give_up(const char *what, const char *name)
{
    dprintf(STDERR_FILENO, "%s %s: %s\n", what, name, strerror(errno));
    _exit(127);
}

/* Makes `to` a copy of the descriptor `from`. move_up() ensures that `from` and `to` differ, so
 * dup2() clears close-on-exec. */
static void place(int from, int to)
{
    if (dup2(from, to) < 0) give_up("cannot connect a descriptor of", "the worker");
}

static void connect_descriptors(const struct spawn *s, const struct pipes *p)
{
    place(p->error[1], STDERR_FILENO);
    place(p->input, STDIN_FILENO);
    /* other output of the worker goes to stderr */
    if (s->output != STDOUT_FILENO) place(p->error[1], STDOUT_FILENO);
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
            errno == EPERM ? "a container or sandbox forbids sched_setaffinity(); allow this call, "
                             "or run attnlab outside"
                           : "the CPUs were removed after the run began; restore these CPUs, or "
                             "choose others with --cpus");
    _exit(127);
}

/* Limits the address space. Builds with sanitizers have no limit, because they map terabytes. */
static void limit_memory(const struct spawn *s)
{
#ifndef __SANITIZE_ADDRESS__
    struct rlimit limit;
    if (!(s->memory_bytes > 0)) return;
    if (getrlimit(RLIMIT_AS, &limit)) give_up("cannot limit", "address space");
    rlim_t wanted = (rlim_t)s->memory_bytes;
    /* the hard limit from the shell or batch system may be lower */
    if (wanted > limit.rlim_max) wanted = limit.rlim_max;
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

static _Noreturn void become_worker(const struct spawn *s, const struct pipes *p,
                                    char *const *environment, pid_t driver)
{
    setpgid(0, 0);
    /* if the driver is killed, workers must end too, because they would disturb the resumed run */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != driver) _exit(127);
    reset_signals();
    connect_descriptors(s, p);
    bind_cpus(s);
    limit_memory(s);
    execve(s->argv[0], (char *const *)s->argv, environment);
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
    int variables;
    char **environment = make_environment(s->layout_seed, s->round, &variables);
    pid_t driver = getpid();
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t pid = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork): intended */
    if (pid == 0) become_worker(s, p, environment, driver);
    int saved = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    texts_free(environment, variables);
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
    /* the driver also calls setpgid(), so that worker_kill() works at once */
    setpgid(pid, pid);
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
