/* SPDX-License-Identifier: MIT
 * The clock is monotonic, at the right pace, at a known cost; the probe's work is fixed. */
#include "tests/unit/test.h"
#include "harness/measure/clock.h"

#include <time.h>
#include <unistd.h>

TEST("never goes back")
{
    uint64_t last = clock_now_ns();
    for (int i = 0; i < 100000; i++) {
        uint64_t now = clock_now_ns();
        assert_true(now >= last);
        last = now;
    }
}

static double monotonic_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Between two readings of the other clock and around two: however long this process had to wait
 * in between, the truth lies there. */
TEST("pace")
{
    double before = monotonic_ns();
    uint64_t start = clock_now_ns();
    double least = monotonic_ns();
    usleep(50000);
    least = monotonic_ns() - least;
    double ns = (double)(clock_now_ns() - start), most = monotonic_ns() - before;
    assert_true(ns >= least * 0.999); /* slewing is at most 500 ppm */
    assert_true(ns <= most * 1.001);
}

TEST("facts")
{
    struct clock_facts f = clock_measure();
    assert_true(f.overhead_ns > 0 && f.overhead_ns < 10000); /* a system call takes about 500 ns */
    assert_true(f.tick_ns >= 1 && f.tick_ns < 1e7);          /* 10 ms is the coarsest kernel tick */
}

/* 20,000 dependent multiply-adds: 3 to 5 cycles each at 0.3 to 7 GHz lie between 8 us and 400 us;
 * other processes may stretch all three tries, hence the distant upper end. */
TEST("probe")
{
    double ns = clock_probe_ns();
    assert_true(ns > 8e3 && ns < 1e8);
}
