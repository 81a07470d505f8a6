/* SPDX-License-Identifier: MIT
 * Tests the expected time of a timed row (harness/run/estimate.h): the cost of the gradient check
 * and of samples, and the time saved by threads. */
#include "base/mem.h"
#include "harness/run/estimate.h"
#include "plan_case.h"

#include <math.h>

static const char axes_json[] =
    "{\"schema\": 1, \"axes\": ["
    "{\"name\": \"score\", \"type\": \"choice\", \"choices\": [\"dot\"], \"default\": \"dot\","
    " \"role\": \"variant\", \"doc\": \"\"},"
    "{\"name\": \"threads\", \"type\": \"int\", \"min\": 1, \"max\": 64, \"default\": \"1\","
    " \"role\": \"placement\"},"
    "{\"name\": \"samples\", \"type\": \"int\", \"min\": 1, \"max\": 64, \"default\": \"5\","
    " \"role\": \"measure\"},"
    "{\"name\": \"phase\", \"type\": \"choice\", \"choices\": [\"forward\", \"backward\"],"
    " \"default\": \"forward\", \"role\": \"measure\"}"
    "], \"slots\": [\"score\"], \"events\": []}";

/* Returns the expected time of a cell in seconds. */
static double seconds(const char *set, double flop)
{
    struct plan_options o = {0};
    char *text = xformat("question: how long?\nfixed: {%s}\n", set);
    struct plan plan = good_plan(text, &o);
    struct prediction p = {.flop = flop, .memory_bytes = (double)NAN};
    struct expected_row *rows = estimate_rows(&plan, &p, 1, NULL);
    assert_int_equal(plan.cell_count, 1);
    double found = rows[0].seconds;
    free(rows);
    free(text);
    plan_free(&plan);
    return found;
}

static void test_checks(void **state)
{
    (void)state;
    double plain = seconds("phase: forward", 1e9), gradient = seconds("phase: backward", 1e9);
    assert_true(gradient > plain && gradient < 2 * plain);
}

/* Threads share the work of a pass. Each sample takes one pass. */
static void test_passes(void **state)
{
    (void)state;
    double start = seconds("threads: 1", 0), one = seconds("threads: 1", 9e11) - start,
           four = seconds("threads: 4", 9e11) - start;
    assert_true(one > 100 && fabs(one / four - 4) < 0.01);
    double more = seconds("samples: 15", 9e11) - start;
    /* ten more samples take 10 s each at 90 GFLOP/s */
    assert_true(fabs(more - one - 10 * 10) < 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_checks),
        cmocka_unit_test(test_passes),
    };
    char *error;
    if (!axes_from_json(&axes, axes_json, &error)) fail_msg("%s", error);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
