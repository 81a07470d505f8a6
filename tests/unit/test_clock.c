/* SPDX-License-Identifier: MIT
 * Tests that the clock is monotonic, accurate and cheap to read, and that the speed probe takes a
 * plausible time. */
#include "tests/unit/test.h"
#include "harness/measure/clock.h"

#include <time.h>
#include <unistd.h>

TEST("the clock never runs backwards")
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

/* The elapsed time must lie between two bounds, which are measured with the system clock. */
TEST("elapsed times agree with the system clock")
{
    double before = monotonic_ns();
    uint64_t start = clock_now_ns();
    double least = monotonic_ns();
    usleep(50000);
    least = monotonic_ns() - least;
    double ns = (double)(clock_now_ns() - start), most = monotonic_ns() - before;
    assert_true(ns >=
                least *
                    0.999); /* adjustments of the system clock change its rate by at most 500 ppm */
    assert_true(ns <= most * 1.001);
}

TEST("the cost and the resolution of the clock are plausible")
{
    struct clock_facts f = clock_measure();
    assert_true(f.overhead_ns > 0 && f.overhead_ns < 10000); /* a system call takes about 500 ns */
    assert_true(f.tick_ns >= 1 && f.tick_ns < 1e7);          /* the coarsest kernel tick is 10 ms */
}

/* The probe executes 20,000 dependent multiply-adds, which take 8 us to 400 us at 0.3 to 7 GHz. */
TEST("the speed probe takes a plausible time")
{
    double ns = clock_probe_ns();
    assert_true(ns > 8e3 && ns < 1e8);
}
