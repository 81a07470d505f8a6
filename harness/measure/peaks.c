/* SPDX-License-Identifier: MIT
 * Measures the roofs of the cores: the rate of a large sgemm and the bandwidth of the triad.
 *
 * One repetition is one call of team_each in which the first `active` threads do the same work and
 * the rest nothing; its rate is all work over the wall time. Repetitions are few and timed one by
 * one, the median counts. */
#include "harness/measure/peaks.h"
#include "harness/measure/clock.h"
#include "harness/measure/memory.h"
#include "harness/measure/team.h"
#include "base/mem.h"

#include <stdlib.h>
#include <unistd.h>

enum { SGEMM_SIZE = 1536, REPEATS = 5 };
/* Bytes of one of the triad's three arrays. 3 x 64 KiB is more than level-1 caches hold and less
 * than level-2 caches do; 3 x 128 MiB is beyond all but the largest last-level caches. */
static const size_t TRIAD_L2 = 64 << 10, TRIAD_MOST = 128 << 20;
static const double BUDGET_NS = 0.35e9; /* for the repetitions of one figure */

struct bench {
    struct team *team;
    int active;          /* threads that work */
    float **a, **b, **c; /* one of each for each thread */
    size_t bytes;        /* of an array in use */
    int sweeps;          /* over the arrays in one repetition */
    void (*work)(const struct bench *, int thread);
};

/* Wide enough for every instruction set; the loader picks the clone that the core can run. */
typedef float wide __attribute__((vector_size(64), may_alias));

#if defined(__x86_64__)
#ifndef __SANITIZE_THREAD__ /* whose functions the choice of a clone would call before they work   \
                             */
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

/* First touch by the thread itself. Values vary and stay near one, as a kernel's do. */
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
    if (thread < x->active) x->work(x, thread);
}

static double repeat_once(struct bench *x)
{
    uint64_t start = clock_now_ns();
    team_each(x->team, take_part, x);
    return (double)(clock_now_ns() - start);
}

static int ascending(const void *p, const void *q)
{
    double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}

/* Median ns of up to REPEATS repetitions after one that warms up; at least one. */
static double median_ns(struct bench *x)
{
    double ns[REPEATS], spent = repeat_once(x);
    int count = 0;
    while (count < REPEATS && (count == 0 || spent < BUDGET_NS)) {
        ns[count] = repeat_once(x);
        spent += ns[count++];
    }
    qsort(ns, (size_t)count, sizeof *ns, ascending);
    return ns[count / 2];
}

/* Bytes per ns are GB/s. */
static double triad_rate(struct bench *x, size_t bytes, int sweeps)
{
    x->work = triad_work;
    x->bytes = bytes;
    x->sweeps = sweeps;
    return 3.0 * (double)bytes * sweeps * x->active / median_ns(x);
}

static double sgemm_rate(struct bench *x)
{
    x->work = sgemm_work;
    return 2.0 * SGEMM_SIZE * SGEMM_SIZE * SGEMM_SIZE * x->active / median_ns(x);
}

static struct peak measure(struct bench *x, int active, size_t most)
{
    x->active = active;
    return (struct peak){.sgemm_gflops = sgemm_rate(x),
                         .triad_gbytes = triad_rate(x, most, 1),
                         .triad_l2_gbytes = triad_rate(x, TRIAD_L2, 500)};
}

/* A quarter of the memory at most for all threads together, and room for the matrices. */
static size_t array_bytes(int threads)
{
    double memory = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
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

void peaks_measure(struct team *team, struct peaks *out)
{
    uint64_t start = clock_now_ns();
    int threads = team ? team->threads : 1;
    size_t most = array_bytes(threads);
    struct memory *memory = memory_new(THP_NEVER, 0);
    struct bench x = {.team = team, .active = threads, .bytes = most, .work = touch_work};
    x.a = arrays(memory, threads, most);
    x.b = arrays(memory, threads, most);
    x.c = arrays(memory, threads, most);
    repeat_once(&x);
    *out = (struct peaks){.threads = threads,
                          .sgemm_size = SGEMM_SIZE,
                          .triad_bytes = 3 * most,
                          .triad_l2_bytes = 3 * TRIAD_L2};
    out->one = measure(&x, 1, most);
    out->fall = out->one.triad_gbytes / triad_rate(&x, most / 2, 1);
    out->all = threads > 1 ? measure(&x, threads, most) : out->one;
    free(x.a);
    free(x.b);
    free(x.c);
    memory_free(memory);
    out->seconds = (double)(clock_now_ns() - start) / 1e9;
}
