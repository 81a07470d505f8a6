/* SPDX-License-Identifier: MIT
 * Tests that a signal to the whole process group stops worker and driver. The worker's row then
 * counts as interrupted, not as crashed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/run/outcome.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Returns a worker that was ended by a signal before the driver checks it. */
static struct worker ended_by(const char *kill_itself)
{
    const char *argv[] = {"/bin/sh", "-c", kill_itself, NULL};
    struct spawn s = {.argv = argv, .input = -1, .output = 1};
    struct worker w;
    siginfo_t info;
    char *error = NULL;
    if (!worker_start(&w, &s, &error)) fail_msg("%s", error);
    assert_int_equal(waitid(P_PID, (id_t)w.pid, &info, WEXITED | WNOWAIT), 0);
    return w;
}

static void expect(const char *kill_itself, enum row_status status)
{
    struct worker w = ended_by(kill_itself), *list[] = {&w};
    while (w.pid) workers_wait(list, 1, false, 0);
    struct outcome o = outcome_of(&w, 0);
    assert_int_equal(o.status, status);
    outcome_free(&o);
    worker_free(&w);
}

/* If a worker was asked to stop, its row is interrupted and can be retried. If the worker itself
 * crashed, a retry would crash again. */
static void a_request_to_the_worker_alone_interrupts_its_row(void **state)
{
    (void)state;
    expect("kill -INT $$", STATUS_INTERRUPTED);
    expect("kill -TERM $$", STATUS_INTERRUPTED);
    expect("kill -HUP $$", STATUS_INTERRUPTED);
    expect("kill -XCPU $$", STATUS_INTERRUPTED);
    expect("kill -SEGV $$", STATUS_CRASHED);
    expect("kill -ABRT $$", STATUS_CRASHED);
    assert_int_equal(signal_received(), 0);
}

enum { STOPPED_S = 4 };

/* Runs in a separate process. Another process stops driver and worker for longer than the time
 * limit. */
static int ends_late_after_a_stop(double limit_s)
{
    const char *argv[] = {"/bin/sh", "-c", "sleep 1", NULL};
    struct spawn s = {.argv = argv, .input = -1, .output = 1, .limit_s = limit_s};
    struct worker w, *list[] = {&w};
    pid_t driver = getpid();
    char *error = NULL;
    if (!worker_start(&w, &s, &error)) return 100;
    pid_t other = fork();
    if (other == 0) {
        usleep(200000);
        kill(driver, SIGSTOP);
        kill(-w.pid, SIGSTOP);
        sleep(STOPPED_S);
        kill(driver, SIGCONT);
        kill(-w.pid, SIGCONT);
        _exit(0);
    }
    while (w.pid) workers_wait(list, 1, false, 0);
    waitpid(other, NULL, 0);
    if (w.finished - w.started < STOPPED_S) return 101;
    return w.timed_out ? 102 : 0;
}

static void time_in_which_the_driver_was_stopped_does_not_count(void **state)
{
    (void)state;
    int status;
    pid_t child = fork();
    if (child == 0) _exit(ends_late_after_a_stop(STOPPED_S - 0.5));
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

static void a_worker_has_no_more_time_than_its_limit(void **state)
{
    (void)state;
    const char *argv[] = {"/bin/sh", "-c", "while sleep 0.02; do echo; done", NULL};
    struct spawn s = {.argv = argv, .input = -1, .output = 1, .limit_s = 0.5};
    struct worker w, *list[] = {&w};
    char *error = NULL;
    if (!worker_start(&w, &s, &error)) fail_msg("%s", error);
    while (w.pid) workers_wait(list, 1, true, 0);
    assert_true(w.timed_out);
    assert_true(w.finished - w.started >= 0.5);
    worker_free(&w);
}

/* The signal reaches worker and driver. The driver handles it later, because it is still reading
 * output. */
static void a_signal_to_both_interrupts(void **state)
{
    (void)state;
    raise(SIGINT);
    assert_int_equal(signal_received(), 0);
    expect("kill -INT $$", STATUS_INTERRUPTED);
    assert_int_equal(signal_received(), SIGINT);
}

/* A worker ended by any other signal counts as crashed, even if the driver was asked to stop. */
static void another_signal_stays_a_crash(void **state)
{
    (void)state;
    struct worker w = ended_by("kill -SEGV $$");
    worker_kill(&w);
    struct outcome o = outcome_of(&w, 0);
    assert_int_equal(o.status, STATUS_CRASHED);
    outcome_free(&o);
    worker_free(&w);
}

static void a_cell_whose_cpus_are_gone_says_what_to_do(void **state)
{
    (void)state;
    static const int cpus[] = {1000};
    const char *argv[] = {"/bin/sh", "-c", "exit 0", NULL};
    struct spawn s = {.argv = argv, .cpus = cpus, .cpu_count = 1, .input = -1, .output = 1};
    struct worker w, *list[] = {&w};
    char *error = NULL;
    if (!worker_start(&w, &s, &error)) fail_msg("%s", error);
    while (w.pid) workers_wait(list, 1, false, 0);
    struct outcome o = outcome_of(&w, 0);
    assert_int_equal(o.status, STATUS_CRASHED);
    assert_non_null(strstr(o.reason, "cannot bind to the CPUs of this cell"));
    assert_non_null(strstr(o.reason, "choose others with --cpus"));
    outcome_free(&o);
    worker_free(&w);
}

static int lowest_free(void)
{
    int fd = dup(STDIN_FILENO);
    close(fd);
    return fd;
}

/* Returns true if a worker starts with this limit of file descriptors. If a worker starts, it must
 * exit without an error. */
static bool starts_within(rlim_t descriptors)
{
    const char *argv[] = {"/bin/sh", "-c", "exit 0", NULL};
    struct spawn s = {.argv = argv, .input = -1, .output = 3};
    struct rlimit before, limit;
    struct worker w;
    char *error = NULL;
    getrlimit(RLIMIT_NOFILE, &before);
    limit = (struct rlimit){descriptors, before.rlim_max};
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &limit), 0);
    bool started = worker_start(&w, &s, &error);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    if (started) {
        /* A pending signal from an earlier test would make workers_wait() return immediately. */
        siginfo_t info;
        assert_int_equal(waitid(P_PID, (id_t)w.pid, &info, WEXITED | WNOWAIT), 0);
        worker_kill(&w);
        if (w.wait_status) fail_msg("%s (limit of %d descriptors)", w.tail, (int)descriptors);
    } else
        assert_non_null(strstr(error, "Too many open files"));
    worker_free(&w);
    free(error);
    return started;
}

/* If no file descriptor is left, the driver reports the error and no worker fails. */
static void a_lack_of_descriptors_is_the_drivers(void **state)
{
    (void)state;
    int first = lowest_free(), refused = 0;
    rlim_t limit = (rlim_t)first;
    for (; !starts_within(limit); limit++) refused++;
    assert_in_range(refused, 5, 20);
    assert_true(starts_within(limit + 1));
    assert_int_equal(lowest_free(), first);
}

static struct worker finished(struct spawn s)
{
    const char *argv[] = {"/bin/sh", "-c", "sleep 0.3", NULL};
    struct worker w, *list[] = {&w};
    char *error = NULL;
    s.argv = argv, s.input = -1, s.output = 1;
    if (!worker_start(&w, &s, &error)) fail_msg("%s", error);
    while (w.pid) workers_wait(list, 1, false, 0);
    return w;
}

static double computed_s(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) +
           1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

/* A driver that polls continuously would disturb the measurement of its worker. */
static void a_limit_beyond_all_times_lets_the_driver_sleep(void **state)
{
    (void)state;
    double before = computed_s();
    struct worker w = finished((struct spawn){.limit_s = 1e30});
    assert_true(computed_s() - before < 0.1);
    assert_int_equal(w.wait_status, 0);
    worker_free(&w);
}

/* Runs in a separate process, because a lowered limit cannot be raised again. */
static int status_within_a_lower_limit(void)
{
    enum { NOBODY = 65534, GIB = 1 << 30 };
    struct rlimit limit = {2UL * GIB, 2UL * GIB};
    if (setrlimit(RLIMIT_AS, &limit)) return 100;
    if (geteuid() == 0 && setuid(NOBODY)) return 101;
    return finished((struct spawn){.memory_bytes = 4.0 * GIB}).wait_status != 0;
}

/* memory_mib is an upper limit. A shell or batch system may set a lower one. */
static void a_memory_limit_above_the_systems_is_that(void **state)
{
    (void)state;
    int status;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* Sanitizers map terabytes of memory. */
#endif
    pid_t child = fork();
    if (child == 0) _exit(status_within_a_lower_limit());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cell_whose_cpus_are_gone_says_what_to_do),
        cmocka_unit_test(a_limit_beyond_all_times_lets_the_driver_sleep),
        cmocka_unit_test(a_memory_limit_above_the_systems_is_that),
        cmocka_unit_test(a_request_to_the_worker_alone_interrupts_its_row),
        cmocka_unit_test(time_in_which_the_driver_was_stopped_does_not_count),
        cmocka_unit_test(a_worker_has_no_more_time_than_its_limit),
        cmocka_unit_test(a_signal_to_both_interrupts),
        cmocka_unit_test(another_signal_stays_a_crash),
        cmocka_unit_test(a_lack_of_descriptors_is_the_drivers),
    };
    signal(SIGINT, SIG_DFL); /* The process that started the tests may have ignored SIGINT. */
    signals_catch();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
