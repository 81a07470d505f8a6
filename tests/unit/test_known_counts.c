/* SPDX-License-Identifier: MIT
 * Tests the hardware performance counters (counters.h) on a loop with a known number of
 * instructions. The test is skipped on machines without counters, such as most virtual machines.
 * tests/arm/ runs it on an emulated machine with counters. */
#include "harness/measure/counters/counters.h"
#include "base/mem.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 1000000 };

/* Runs a loop with two instructions per iteration: decrement, and jump back if not 0. */
static void turn(long turns)
{
#if defined(__aarch64__)
    __asm__ volatile("1: subs %0, %0, #1\n b.ne 1b" : "+r"(turns) : : "cc");
#elif defined(__x86_64__)
    __asm__ volatile("1: dec %0\n jnz 1b" : "+r"(turns) : : "cc");
#else
    (void)turns;
    skip();
#endif
}

/* Returns the count of a hardware event over `passes` iterations, or -1 if the counters are not
 * available. */
static double counted(const struct counter_group *g, const char *event, long turns, int passes)
{
    char *reason = NULL;
    struct counter_pass *pass = counters_open(g, NULL, &reason);
    double found = -1;
    int count;
    if (!pass) {
        print_message("# skipped: group %s: %s\n", g->name, reason);
        free(reason);
        return -1;
    }
    counters_start(pass);
    for (int i = 0; i < passes; i++) turn(turns);
    counters_stop(pass);
    struct counter_value *v = counters_results(pass, NULL, passes, &count);
    for (int i = 0; i < count; i++)
        if (!strcmp(v[i].phase, "all") && !strcmp(v[i].event, event)) found = v[i].value;
    free(v);
    counters_close(pass);
    return found;
}

/* Doubling the number of iterations doubles the count. Starting and stopping the counters adds far
 * less than 0.1 %. */
static void a_loop_of_known_length(void **state)
{
    (void)state;
    const struct counter_group *g = counter_groups;
    while (strcmp(g->name, "cycles") != 0) g++;
    double once = counted(g, "instructions", TURNS, 3),
           twice = counted(g, "instructions", 2 * TURNS, 3);
    double cycles = counted(g, "cycles", TURNS, 3);
    if (once < 0) skip();
    print_message("# %d iterations of two instructions: %.0f instructions, %.0f cycles\n", TURNS,
                  once, cycles);
    assert_true(once >= 2.0 * TURNS && once < 2.0 * TURNS * 1.001);
    assert_true(twice - once > 1.999 * TURNS && twice - once < 2.001 * TURNS);
    assert_true(cycles > TURNS / 4.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_loop_of_known_length)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
