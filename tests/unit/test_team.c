/* SPDX-License-Identifier: MIT
 * Tests the thread team: every item runs once, threads are bound to CPUs, denormals are flushed,
 * and no wake-up is lost. */
#include "tests/unit/test.h"
#include "harness/measure/team.h"
#include "harness/measure/noise.h"
#include "base/mem.h"

#include <fenv.h>
#include <float.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

struct fixture {
    struct topology *topology;
    struct placement placement;
    struct team *team;
};

/* Starts a team. If there are more threads than CPUs, several threads share a CPU. */
static struct fixture start(int threads)
{
    struct fixture f = {0};
    char *error = NULL;
    struct placement_request one = {.threads = 1};
    f.topology = topology_load(&error);
    assert_non_null(f.topology);
    struct placement first;
    assert_true(topology_pick(f.topology, &one, &first, &error));
    f.placement.threads = threads;
    f.placement.cpus = xarray((size_t)threads, sizeof *f.placement.cpus);
    for (int i = 0; i < threads; i++) f.placement.cpus[i] = first.cpus[0];
    struct placement_request all = {.threads = threads};
    struct placement real;
    if (topology_pick(f.topology, &all, &real, &error)) {
        placement_free(&f.placement);
        f.placement = real;
    } else
        free(error);
    placement_free(&first);
    f.team = team_start(f.topology, &f.placement);
    return f;
}

static void stop(struct fixture *f)
{
    team_stop(f->team);
    topology_unbind(f->topology);
    placement_free(&f->placement);
    topology_free(f->topology);
}

enum { ITEMS = 1000 };
struct thread_items {
    atomic_int done[ITEMS];
    double result[ITEMS];
    atomic_int outside;
    int threads;
};

/* This test must run first, because later threads would reuse the stacks of threads that have
 * ended. */
TEST("a lack of memory for thread stacks gives the out-of-memory status")
{
    int status;
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* Skipped under sanitizers, because they map terabytes of memory. */
#endif
    pid_t child = fork();
    if (child == 0) {
        char *error = NULL;
        int cpus[2] = {0, 0};
        struct placement place = {.threads = 2, .cpus = cpus};
        struct topology *topology = topology_load(&error);
        const struct rlimit none_more = {1 << 20, 1 << 20};
        if (!topology || !freopen("/dev/null", "w", stderr) || setrlimit(RLIMIT_AS, &none_more))
            _exit(100);
        team_start(topology, &place);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), EXIT_OUT_OF_MEMORY);
}

static void square(void *arg, int item, int thread)
{
    struct thread_items *t = arg;
    t->result[item] = (double)item * item;
    atomic_fetch_add(&t->done[item], 1);
    if (thread < 0 || thread >= t->threads) atomic_fetch_add(&t->outside, 1);
}

TEST("each item runs once")
{
    for (int threads = 1; threads <= 4; threads++) {
        struct fixture f = start(threads);
        struct thread_items *t = xalloc(sizeof *t);
        t->threads = threads;
        f.team->run(f.team, square, t, ITEMS);
        double sum = 0;
        for (int i = 0; i < ITEMS; i++) {
            assert_int_equal(atomic_load(&t->done[i]), 1);
            sum += t->result[i];
        }
        assert_true(sum == 332833500.0);
        assert_int_equal(atomic_load(&t->outside), 0);
        free(t);
        stop(&f);
    }
}

static void count(void *arg, int item, int thread)
{
    (void)item, (void)thread;
    atomic_fetch_add((atomic_int *)arg, 1);
}

/* Many short jobs would reveal a lost wake-up or a job that runs twice. Helper threads sleep in the
 * pauses. */
TEST("many tiny jobs run once each")
{
    struct fixture f = start(3);
    atomic_int counted = 0;
    for (int i = 0; i < 1000; i++) {
        f.team->run(f.team, count, &counted, i % 5);
        if (i % 50 == 0) usleep(1000);
    }
    assert_int_equal(atomic_load(&counted), 2000);
    stop(&f);
}

static void mark(void *arg, int thread) { atomic_fetch_add(&((atomic_int *)arg)[thread], 1); }

TEST("each thread runs once")
{
    struct fixture f = start(4);
    atomic_int marks[4] = {0};
    for (int i = 0; i < 100; i++) team_each(f.team, mark, marks);
    for (int t = 0; t < 4; t++) assert_int_equal(atomic_load(&marks[t]), 100);
    stop(&f);
}

/* Halves the smallest normal float. The result is a denormal, or 0 if denormals are flushed. The
 * bits are compared, because a thread that flushes denormals treats every denormal as 0. */
static void halve_least(void *arg, int thread)
{
    volatile float least = FLT_MIN, half = least / 2;
    float result = half;
    memcpy(&((uint32_t *)arg)[thread], &result, sizeof result);
}

TEST("every thread flushes denormals")
{
    /* New threads inherit this setting, so flushing is turned off first. */
    fesetenv(FE_DFL_ENV);
    assert_false(denormals_flushed());
    struct fixture f = start(4);
    uint32_t half[4] = {1, 1, 1, 1};
    team_each(f.team, halve_least, half);
#if defined(__x86_64__) || defined(__aarch64__)
    assert_true(team_denormals_flushed(f.team));
#endif
    for (int t = 0; t < 4; t++)
        assert_int_equal(half[t] == 0, team_thread(f.team, t)->denormals_flushed);
    stop(&f);
}

TEST("threads run on the CPUs that they are bound to")
{
    struct fixture f = start(2);
    atomic_int marks[2] = {0};
    team_each(f.team, mark, marks);
    assert_true(team_bound(f.team));
    for (int t = 0; t < 2; t++)
        assert_int_equal(team_thread(f.team, t)->last_cpu, f.placement.cpus[t]);
    assert_int_equal(team_migrations(f.team), 0);
    char *seen = team_last_cpus(f.team), *asked = placement_cpus(&f.placement);
    assert_string_equal(seen, asked);
    free(seen);
    free(asked);
    stop(&f);
}

static void touch_pages(void *arg, int thread)
{
    (void)arg, (void)thread;
    enum { BYTES = 64 * 4096 };
    char *p = aligned_alloc(4096, BYTES);
    for (int i = 0; i < BYTES; i += 4096) ((volatile char *)p)[i] = 1;
    free(p);
}

TEST("page faults and context switches are counted")
{
    struct fixture f = start(2);
    struct sample_noise before = sample_noise_now(f.team);
    struct row_noise row = row_noise_now(f.team);
    team_each(f.team, touch_pages, NULL);
    usleep(1000);
    struct sample_noise noise = sample_noise_since(&before, f.team);
    struct row_noise since = row_noise_since(&row, f.team);
    assert_true(noise.minor_faults > 0);
    assert_true(noise.voluntary_switches > 0);
    assert_int_equal(noise.migrations, 0);
    if (access("/proc/stat", R_OK) == 0)
        assert_true(row.steal_ticks >= 0 && since.steal_ticks >= 0);
    if (access("/proc/self/schedstat", R_OK) == 0) assert_true(since.run_delay_ns >= 0);
    stop(&f);
}

/* Soon after a boot, tick counts are so small that the line with the total looks like the line of a
 * single CPU. */
TEST("ticks are counted for the CPUs of the team")
{
    struct fixture f = start(1);
    int cpu = f.placement.cpus[0];
    struct row_noise n = {.steal_ticks = -1, .sibling_ticks = -1};
    char *text =
        xformat("cpu  %d 10 20 30 40 50 60 70 80 0\ncpu%d 1 2 3 4 5 6 7 8 0 0\nintr 9\n", cpu, cpu);
    FILE *stat = fmemopen(text, strlen(text), "r");
    row_noise_read_ticks(f.team, stat, &n);
    assert_int_equal(n.steal_ticks, 8);
    assert_int_equal(n.sibling_ticks, 0);
    fclose(stat);
    free(text);
    stop(&f);
}
