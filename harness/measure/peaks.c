/* SPDX-License-Identifier: MIT
 * Implements `attnlab-worker peaks`, which measures the peak rates of the worker's CPUs with a
 * large sgemm and the triad, using one thread per core. In one repetition, `active` threads do the
 * same work. The rate is the total work divided by the time of the slowest thread. Other programs
 * and hypervisors can only lower a rate, so the best repetition is used.
 *
 * On a core shared with other programs, even the best rate would be too low. The time that a thread
 * waited for its CPU (run delay) is therefore subtracted. While one thread waits, the others have
 * more memory bandwidth, so repetitions in which a thread waited are used only if there are no
 * others. */
#include "harness/measure/clock.h"
#include "harness/measure/memory.h"
#include "harness/measure/noise.h"
#include "harness/measure/resources.h"
#include "harness/measure/team.h"
#include "harness/measure/worker.h"
#include "base/groups/memory_room.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

enum { SGEMM_SIZE = 1536, LEAST_REPEATS = 3, MOST_REPEATS = 9 };
/* Largest share of the time that a thread may wait in an undisturbed repetition. */
static const double most_waiting = 0.05;
/* Size in bytes of each of the triad's three arrays. 3 x 64 KiB fits in level-2 but not in level-1
 * caches; 3 x 128 MiB exceeds all but the largest last-level caches. */
static const size_t TRIAD_L2 = 64 << 10, TRIAD_MOST = 128 << 20;
static const double BUDGET_NS = 0.35e9; /* time limit for measuring one rate */

struct peak {
    double sgemm_gflops; /* rate of C = A B, in 10^9 FLOP/s */
    double triad_gbytes; /* rate of `a = b + s * c` from memory; 10^9 B/s, 12 bytes per element */
    double triad_l2_gbytes; /* rate of `a = b + s * c` within a level-2 cache, in 10^9 B/s */
};
struct peaks {
    struct peak one;    /* rates with only thread 0 working */
    struct peak all;    /* total rates with all threads working at the same time */
    size_t triad_bytes; /* total size in bytes of one thread's three arrays */
    /* Rate at triad_bytes divided by the rate at half that size. A ratio below 0.9 shows that part
     * of the data may have been in a cache; virtual machines may report wrong cache sizes. */
    double fall;
    double seconds;
};

struct span_ns {
    double clock, waited;
};

struct bench {
    struct team *team;
    int active;
    float **a, **b, **c;  /* three arrays per thread */
    size_t bytes;         /* number of bytes used in each array */
    int sweeps;           /* number of passes over the arrays in one repetition */
    struct span_ns *took; /* time of each thread in the last repetition */
    void (*work)(const struct bench *, int thread);
};

/* A vector as wide as the widest instruction set. The loader selects the clone for this CPU. */
typedef float wide __attribute__((vector_size(64), may_alias));

#if defined(__x86_64__)
/* ThreadSanitizer is not yet initialised when the loader selects a clone. */
#ifndef __SANITIZE_THREAD__
__attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
static void
triad(wide *a, const wide *b, const wide *c, size_t count, float s)
{
    for (size_t i = 0; i < count; i++) a[i] = b[i] + s * c[i];
}

static void triad_work(const struct bench *x, int thread)
{
    for (int i = 0; i < x->sweeps; i++)
        triad((wide *)x->a[thread], (const wide *)x->b[thread], (const wide *)x->c[thread],
              x->bytes / sizeof(wide), 0.5f);
}

static void sgemm_work(const struct bench *x, int thread)
{
    int n = SGEMM_SIZE;
    blas_sgemm_nn(n, n, n, x->b[thread], x->c[thread], x->a[thread]);
}

/* Initialises a thread's arrays on the thread itself, which places their pages on its NUMA node. */
static void touch_work(const struct bench *x, int thread)
{
    for (size_t i = 0; i < x->bytes / sizeof(float); i++) {
        x->a[thread][i] = 0;
        x->b[thread][i] = (float)(i % 128) / 128 - 0.5f;
        x->c[thread][i] = (float)(i % 64) / 64 - 0.5f;
    }
}

static void take_part(void *arg, int thread)
{
    const struct bench *x = arg;
    if (thread >= x->active) return;
    long long delay = thread_run_delay_ns();
    uint64_t start = clock_now_ns();
    x->work(x, thread);
    x->took[thread] =
        (struct span_ns){(double)(clock_now_ns() - start), (double)(thread_run_delay_ns() - delay)};
}

/* Returns the time of the slowest thread in ns. Sets *waited to the largest share of time that a
 * thread waited. */
static double repeat_once(struct bench *x, double *waited)
{
    double slowest = *waited = 0;
    team_each(x->team, take_part, x);
    for (int t = 0; t < x->active; t++) {
        double waits = fmin(x->took[t].waited, x->took[t].clock);
        slowest = fmax(slowest, x->took[t].clock - waits);
        *waited = fmax(*waited, waits / x->took[t].clock);
    }
    return slowest;
}

/* Returns the best time of several repetitions after a warm-up. Undisturbed repetitions are
 * preferred. */
static double best_ns(struct bench *x)
{
    double best[2] = {INFINITY, INFINITY}, waited;
    uint64_t start = clock_now_ns();
    repeat_once(x, &waited);
    for (int i = 0; i < MOST_REPEATS; i++) {
        double ns = repeat_once(x, &waited);
        bool disturbed = waited > most_waiting;
        best[disturbed] = fmin(best[disturbed], ns);
        if (i + 1 >= LEAST_REPEATS && (double)(clock_now_ns() - start) >= BUDGET_NS) break;
    }
    return isfinite(best[false]) ? best[false] : best[true];
}

/* Returns the triad's rate in bytes per ns, which equals GB/s. */
static double triad_rate(struct bench *x, size_t bytes, int sweeps)
{
    x->work = triad_work;
    x->bytes = bytes;
    x->sweeps = sweeps;
    return 3.0 * (double)bytes * sweeps * x->active / best_ns(x);
}

static double sgemm_rate(struct bench *x)
{
    x->work = sgemm_work;
    return 2.0 * SGEMM_SIZE * SGEMM_SIZE * SGEMM_SIZE * x->active / best_ns(x);
}

static struct peak measure(struct bench *x, int active, size_t most)
{
    x->active = active;
    return (struct peak){.sgemm_gflops = sgemm_rate(x),
                         .triad_gbytes = triad_rate(x, most, 1),
                         .triad_l2_gbytes = triad_rate(x, TRIAD_L2, 500)};
}

/* Returns the size of each array. All arrays together take at most a quarter of the memory of the
 * machine or container. Each array is large enough for a matrix. */
static size_t array_bytes(int threads)
{
    double machine = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    double memory = memory_room("", machine).bytes;
    size_t most = TRIAD_MOST, least = sizeof(float) * SGEMM_SIZE * SGEMM_SIZE;
    while (most / 2 >= least && 3.0 * (double)most * threads > memory / 4) most /= 2;
    return most;
}

static float **arrays(struct memory *memory, int threads, size_t bytes)
{
    float **list = xarray((size_t)threads, sizeof *list);
    for (int t = 0; t < threads; t++) list[t] = memory_buffer(memory, "peak", bytes);
    return list;
}

/* Measures all peak rates. Takes about 2.5 s on an idle machine, and 3 x 128 MiB per thread. */
static void measure_peaks(struct team *team, struct peaks *out)
{
    uint64_t start = clock_now_ns();
    int threads = team->threads;
    size_t most = array_bytes(threads);
    struct memory *memory = memory_new(THP_NEVER, 0);
    struct bench x = {.team = team, .active = threads, .bytes = most, .work = touch_work};
    double waited;
    x.a = arrays(memory, threads, most);
    x.b = arrays(memory, threads, most);
    x.c = arrays(memory, threads, most);
    x.took = xarray((size_t)threads, sizeof *x.took);
    repeat_once(&x, &waited);
    *out = (struct peaks){.triad_bytes = 3 * most};
    out->one = measure(&x, 1, most);
    out->fall = out->one.triad_gbytes / triad_rate(&x, most / 2, 1);
    out->all = threads > 1 ? measure(&x, threads, most) : out->one;
    free(x.a);
    free(x.b);
    free(x.c);
    free(x.took);
    memory_free(memory);
    out->seconds = (double)(clock_now_ns() - start) / 1e9;
}

/* ---- the command ---- */

static json_t *peaks_json(struct team *team)
{
    struct peaks p;
    measure_peaks(team, &p);
    return json_pack("{s:i, s:f, s:f, s:f, s:f, s:f, s:i, s:I, s:I, s:f, s:f}", "threads",
                     team->threads, "sgemm_gflops", p.all.sgemm_gflops, "triad_gb_s",
                     p.all.triad_gbytes, "triad_l2_gb_s", p.all.triad_l2_gbytes,
                     "one_thread_sgemm_gflops", p.one.sgemm_gflops, "one_thread_triad_gb_s",
                     p.one.triad_gbytes, "sgemm_size", SGEMM_SIZE, "triad_bytes",
                     (json_int_t)p.triad_bytes, "triad_l2_bytes", (json_int_t)(3 * TRIAD_L2),
                     "triad_fall", p.fall, "seconds", p.seconds);
}

int worker_peaks(int argc, char **argv)
{
    struct worker_options options;
    struct resources resources;
    char *error = NULL;
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    if (!resources_open(&resources, 0, THP_NEVER, 0, &error)) {
        fprintf(stderr, "attnlab-worker: %s\n", error);
        free(error);
        return WORKER_USAGE;
    }
    bool put = worker_put(options.record_fd, peaks_json(resources.team));
    resources_close(&resources);
    return put ? 0 : WORKER_USAGE;
}
