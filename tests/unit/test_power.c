/* SPDX-License-Identifier: MIT
 * Tests the smallest difference that a plan can detect (harness/run/power.c). The planning rule
 * must agree with the tests in the analysis. */
#include "axes_sample.h"
#include "base/mem.h"
#include "base/statistics/paired.h"
#include "harness/run/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void assert_power(const char *text, int comparisons, const char *words)
{
    struct axes axes = sample_axes();
    struct plan plan;
    struct diags diags = {0};
    char path[] = "/tmp/attnlab-power-XXXXXX";
    const char *paths[] = {path};
    int fd = mkstemp(path);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    if (!plan_build(&plan, &(struct plan_options){.paths = paths, .path_count = 1}, &axes, &diags))
        fail_msg("%s", messages(&diags));
    unlink(path);
    char *found = power_words(&plan, 0);
    assert_int_equal(power_comparisons(&plan, 0), comparisons);
    if (!words)
        assert_null(found);
    else
        assert_string_equal(found, words);
    free(found);
    plan_free(&plan);
    axes_free(&axes);
}

static void test_rounds(void **state)
{
    (void)state;
    /* 3 arms at 12 lengths make 36 comparisons, which need 11 rounds: 2^(1 - 11) * 36 <= 0.05. */
    assert_power(
        "rounds: 6\nbaseline: dot\nfactors: {n: 1-12}\n"
        "arms: {dot: , a: {score: gat}, b: {score: neural}, c: {q: mlp}}\n",
        36,
        "36 comparisons: 6 rounds are too few for a verdict after correction. 11 are needed: "
        "--set rounds=11");
    assert_power("rounds: 11\nbaseline: dot\nfactors: {n: 1-12}\n"
                 "arms: {dot: , a: {score: gat}, b: {score: neural}, c: {q: mlp}}\n",
                 36,
                 "36 comparisons: 11 rounds are enough for a verdict after correction (11 needed)");
    assert_power("rounds: 1\nbaseline: {score: dot}\nfactors: {score: [dot, gat]}\n", 1,
                 "1 comparison: 1 round is too few for a verdict after correction. 6 are needed: "
                 "--set rounds=6");
    assert_power("factors: {n: [8, 16]}\n", 0, NULL);
}

/* The expected values come from tables of Student's distribution, such as t(0.975; 4) / sqrt(5) =
 * 1.24 for one comparison. */
static void test_seeds(void **state)
{
    (void)state;
    assert_power("kind: quality\nmetric: loss\nbaseline: dot\nfactors: {seed: 1-5}\n"
                 "arms: {dot: , gat: {score: gat}}\n",
                 1,
                 "1 comparison: after correction, 5 seeds detect a difference of 1.24 standard "
                 "deviations over the seeds, and 7 seeds detect a difference of 1");
    assert_power(
        "kind: quality\nmetric: loss\nbaseline: dot\ntune: {axis: score_scale, seeds: [1]}\n"
        "factors: {score_scale: [0.5, 1, 2], seed: 1-3}\n"
        "arms: {dot: , gat: {score: gat}, mlp: {q: mlp}}\n",
        2,
        "2 comparisons: after correction, 3 seeds detect a difference of 3.58 standard "
        "deviations over the seeds, and 9 seeds detect a difference of 1");
    /* The negative control is corrected separately, so it does not count. */
    assert_power("kind: quality\nmetric: loss\nbaseline: dot\nfactors: {seed: 1-5}\n"
                 "negative_control: flat\n"
                 "arms: {dot: , gat: {score: gat}, flat: {q: mlp}}\n",
                 1,
                 "1 comparison: after correction, 5 seeds detect a difference of 1.24 standard "
                 "deviations over the seeds, and 7 seeds detect a difference of 1");
    assert_power("kind: quality\nmetric: loss\nbaseline: dot\nfactors: {seed: 1-2}\n"
                 "arms: {dot: , gat: {score: gat}}\n",
                 1,
                 "1 comparison: after correction, 2 seeds detect a difference of 8.98 standard "
                 "deviations over the seeds, and 7 seeds detect a difference of 1");
    assert_power(
        "kind: quality\nmetric: loss\nbaseline: dot\nfactors: {seed: [1]}\n"
        "arms: {dot: , gat: {score: gat}}\n",
        1,
        "1 comparison: 1 seed gives no interval. 7 seeds detect a difference of 1 standard "
        "deviation over the seeds");
}

/* The planning rule must agree with the test: n differences of the same sign are significant only
 * if n reaches the planned minimum. */
static void test_agrees_with_the_test(void **state)
{
    (void)state;
    for (int m = 1; m <= 200; m++) {
        double ones[32];
        int least = stats_rounds_needed(m, 0.95);
        for (int i = 0; i < 32; i++) ones[i] = 1 + 1e-3 * i;
        assert_true(stats_hodges_lehmann(ones, least, 0.95).p * m <= 0.05 + 1e-12);
        assert_true(stats_hodges_lehmann(ones, least - 1, 0.95).p * m > 0.05);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rounds), cmocka_unit_test(test_seeds),
                                       cmocka_unit_test(test_agrees_with_the_test)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
