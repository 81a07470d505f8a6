/* SPDX-License-Identifier: MIT
 * Reads the clock, measures its cost and resolution, and times a chain of operations whose duration
 * depends on the core's frequency. */
#include "harness/measure/clock.h"

#include "base/statistics/stats.h"

#include <time.h>

uint64_t clock_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC_RAW, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

uint64_t clock_cpu_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

static double measure_overhead(void)
{
    enum { BATCHES = 31, READINGS = 200 };
    double ns[BATCHES];
    for (int b = 0; b < BATCHES; b++) {
        uint64_t start = clock_now_ns(), last = start;
        for (int i = 0; i < READINGS; i++) last = clock_now_ns();
        ns[b] = (double)(last - start) / READINGS;
    }
    return stats_median(ns, BATCHES);
}

static double measure_tick(void)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 2000; i++) {
        uint64_t before = clock_now_ns(), after = before;
        while (after == before) after = clock_now_ns();
        if (after - before < least) least = after - before;
    }
    return (double)least;
}

struct clock_facts clock_measure(void)
{
    return (struct clock_facts){.name = "CLOCK_MONOTONIC_RAW",
                                .overhead_ns = measure_overhead(),
                                .tick_ns = measure_tick()};
}

/* Runs a linear congruential generator. Each step depends on the previous step, so the time is the
 * latency of the chain in cycles divided by the core's frequency. */
static void chain(uint64_t x)
{
    for (int i = 0; i < 20000; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        __asm__ volatile("" : "+r"(x)); /* keeps the compiler from removing the loop */
    }
}

double clock_probe_ns(void)
{
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 3; i++) {
        uint64_t start = clock_now_ns();
        chain(start);
        uint64_t ns = clock_now_ns() - start;
        if (ns < least) least = ns;
    }
    return (double)least;
}
