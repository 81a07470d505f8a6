/* SPDX-License-Identifier: MIT
 * Tests the estimated time left of a run (harness/run/estimate.h) with worked examples and with a
 * simulated run whose true times are known. */
#include "base/mem.h"
#include "base/rng.h"
#include "harness/run/estimate.h"
#include "tests/unit/sanitized.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

enum { ALONE = false, SIDE_BY_SIDE = true };

static struct expected_row row_of(bool side_by_side, int group, double seconds)
{
    return (struct expected_row){
        .seconds = seconds, .share = 1, .group = group, .side_by_side = side_by_side};
}

static void assert_near(double found, double expected)
{
    if (fabs(found - expected) > 1e-9 * (1 + fabs(expected)))
        fail_msg("found %g, expected %g", found, expected);
}

static void test_before_the_first_row(void **state)
{
    (void)state;
    struct expected_row rows[] = {row_of(ALONE, 0, 3), row_of(ALONE, 0, 0),
                                  row_of(SIDE_BY_SIDE, 1, 4), row_of(SIDE_BY_SIDE, 1, 4),
                                  row_of(SIDE_BY_SIDE, 1, 4)};
    struct time_left *t = time_left_open(rows, 5, 2);
    assert_near(time_left_seconds(t, 0), 3 + 12 / 2.0);
    time_left_set_cores(t, 4);
    /* Rows that run in parallel take at least as long as the longest row. */
    assert_near(time_left_seconds(t, 0), 3 + 4);
    time_left_close(t);
    rows[3].seconds = 20;
    t = time_left_open(rows, 5, 4);
    assert_near(time_left_seconds(t, 0), 3 + 20);
    time_left_close(t);
}

static void test_a_row_that_runs(void **state)
{
    (void)state;
    struct expected_row rows[] = {row_of(ALONE, 0, 10), row_of(ALONE, 0, 10)};
    struct time_left *t = time_left_open(rows, 2, 1);
    time_left_start(t, 0, 100);
    assert_near(time_left_seconds(t, 104), 6 + 10);
    assert_near(time_left_seconds(t, 150), 0.5 + 10);
    time_left_finish(t, 0, 50);
    double left = time_left_seconds(t, 150);
    assert_true(left > 10 && left < 50);
    time_left_finish(t, 1, 50);
    assert_near(time_left_seconds(t, 200), 0);
    time_left_close(t);
}

/* Each row will run with a probability of 0.2. A row that has started counts in full. */
static void test_shares(void **state)
{
    (void)state;
    struct expected_row rows[5];
    for (int i = 0; i < 5; i++) {
        rows[i] = row_of(ALONE, 0, 2);
        rows[i].share = 0.2;
    }
    struct time_left *t = time_left_open(rows, 5, 1);
    assert_true(time_left_has_optional_rows(t));
    assert_near(time_left_seconds(t, 0), 2);
    time_left_start(t, 2, 0);
    assert_near(time_left_seconds(t, 0), 2 + 4 * 0.4);
    time_left_finish(t, 2, 2);
    for (int i = 0; i < 5; i++)
        if (i != 2) time_left_finish(t, i, 0);
    assert_near(time_left_seconds(t, 2), 0);
    time_left_close(t);
}

/* A row takes no time if its result comes from another row or run, unless the row is started
 * anyway. */
static void test_made_elsewhere(void **state)
{
    (void)state;
    struct expected_row rows[] = {row_of(ALONE, 0, 2), row_of(ALONE, 0, 4), row_of(ALONE, 0, 8)};
    rows[0].made = MADE_BY_EARLIER_ROW;
    rows[2].made = MADE_IN_EARLIER_RUN;
    struct time_left *t = time_left_open(rows, 3, 1);
    assert_near(time_left_seconds(t, 0), 4);
    time_left_start(t, 0, 0);
    assert_near(time_left_seconds(t, 0), 2 + 4);
    time_left_close(t);
}

/* Rows from an earlier session also improve the estimate. */
static void test_learning(void **state)
{
    (void)state;
    enum { ROWS = 200 };
    struct expected_row rows[ROWS];
    for (int i = 0; i < ROWS; i++) rows[i] = row_of(ALONE, i % 2, 1);
    struct time_left *t = time_left_open(rows, ROWS, 1);
    for (int i = 0; i < ROWS / 2; i++) time_left_finish(t, i, i % 2 ? 4 : 0.5);
    double left = time_left_seconds(t, 0), truth = ROWS / 4 * (4 + 0.5);
    assert_true(fabs(left - truth) < 0.05 * truth);
    time_left_close(t);
}

/* ---- a made-up run ---- */

enum {
    TIMED =
        8, /* number of timed questions; each has CELLS cells, and each cell has ROUNDS rounds */
    CELLS = 10,
    ROUNDS = 6,
    /* number of quality questions; each has ARMS arms, VALUES values and SEEDS seeds; the first
     * seed is for tuning */
    TRAINED = 21,
    ARMS = 6,
    VALUES = 3,
    SEEDS = 3,
    TIMED_ROWS = TIMED * CELLS * ROUNDS,
    TRAINED_ROWS = TRAINED * ARMS * VALUES * SEEDS,
    LANES = 2
};
struct made_up {
    struct expected_row rows[TIMED_ROWS + TRAINED_ROWS];
    double truth[TIMED_ROWS +
                 TRAINED_ROWS]; /* true time per row in seconds; 0 if the row is not run */
    int count;
    double now, total; /* `total` is 0 until the first simulated run has ended */
    /* worst ratio of the estimated time left to the true time left, after the first 10 % of the run
     */
    double worst;
    struct time_left *left;
};

/* Returns a random factor around 1. `spread` is the standard deviation of its logarithm. */
static double factor(const char *name, int index, uint64_t seed, double spread)
{
    return exp(spread * rng_normal(seed, rng_stream(name), (uint64_t)index));
}

/* Adds a row to the simulated run. `slower` is the true time divided by the time expected for the
 * machine. Kind, question, arm and row each contribute a random factor. */
static void add(struct made_up *m, struct expected_row row, int arm, bool runs, uint64_t seed,
                double slower)
{
    double own = slower * factor("kind", row.side_by_side, seed, 0.05) *
                 factor("spec", row.group, seed, row.side_by_side ? 0.35 : 0.2) *
                 factor("arm", arm, seed, 0.2) * factor("row", m->count, seed, 0.15);
    m->truth[m->count] = runs ? own * row.seconds : 0;
    m->rows[m->count++] = row;
}

static void add_timed(struct made_up *m, uint64_t seed, double slower)
{
    int order[TIMED];
    for (int round = 0; round < ROUNDS; round++) {
        rng_permutation(seed, (uint64_t)round, TIMED, order);
        for (int i = 0; i < TIMED * CELLS; i++) {
            int spec = order[i / CELLS], cell = spec * CELLS + i % CELLS;
            add(m, row_of(ALONE, spec, 0.4 * factor("size", cell, seed, 0.7)), cell / 2, true, seed,
                slower);
        }
    }
}

/* Adds the training rows. Arms of all questions are mixed, as in a plan. */
static void add_trained(struct made_up *m, uint64_t seed, double slower)
{
    int order[TRAINED * ARMS];
    rng_permutation(seed, rng_stream("groups"), TRAINED * ARMS, order);
    for (int i = 0; i < TRAINED * ARMS * VALUES * SEEDS; i++) {
        int arm = order[i / (VALUES * SEEDS)], value = i / SEEDS % VALUES, s = i % SEEDS;
        int spec = TIMED + arm / ARMS;
        bool wins = value == (int)rng_below(seed, rng_stream("winner"), (uint64_t)arm, VALUES);
        struct expected_row row =
            row_of(SIDE_BY_SIDE, spec, 0.6 * factor("size", spec * 1000, seed, 0.5));
        row.share = s ? 1.0 / VALUES : 1;
        add(m, row, TIMED * CELLS + arm, !s || wins, seed, slower);
    }
}

static void look(struct made_up *m)
{
    if (!(m->now >= 0.1 * m->total && m->now < 0.97 * m->total)) return;
    double left = time_left_seconds(m->left, m->now), truth = m->total - m->now;
    if (fabs(log(left / truth)) > fabs(log(m->worst))) m->worst = left / truth;
}

static void run_timed(struct made_up *m)
{
    for (int i = 0; i < TIMED_ROWS; i++) {
        time_left_start(m->left, i, m->now);
        look(m);
        m->now += m->truth[i];
        time_left_finish(m->left, i, m->truth[i]);
    }
}

/* Returns the next row for an idle worker and advances *next, or returns -1 if no row is left. Rows
 * that are not run are finished immediately. */
static int take(struct made_up *m, int *next)
{
    while (*next < m->count && !(m->truth[*next] > 0)) time_left_finish(m->left, (*next)++, 0);
    if (*next == m->count) return -1;
    time_left_start(m->left, *next, m->now);
    return (*next)++;
}

static void run_trained(struct made_up *m)
{
    int next = TIMED_ROWS, lane[LANES];
    double ends[LANES];
    for (int i = 0; i < LANES; i++)
        if ((lane[i] = take(m, &next)) >= 0) ends[i] = m->now + m->truth[lane[i]];
    for (;;) {
        int first = -1;
        for (int i = 0; i < LANES; i++)
            if (lane[i] >= 0 && (first < 0 || ends[i] < ends[first])) first = i;
        if (first < 0) break;
        look(m);
        m->now = ends[first];
        time_left_finish(m->left, lane[first], m->truth[lane[first]]);
        if ((lane[first] = take(m, &next)) >= 0) ends[first] = m->now + m->truth[lane[first]];
    }
}

/* Simulates the run twice. The first pass measures the total time; the second pass compares the
 * estimates with it. */
static double worst_of_run(uint64_t seed, double slower)
{
    struct made_up *m = xalloc(sizeof *m);
    add_timed(m, seed, slower);
    add_trained(m, seed, slower);
    for (int again = 0; again < 2; again++) {
        m->left = time_left_open(m->rows, m->count, LANES);
        m->total = m->now;
        m->now = 0;
        m->worst = 1;
        run_timed(m);
        run_trained(m);
        time_left_close(m->left);
    }
    double worst = m->worst;
    free(m);
    return worst;
}

static void test_made_up_runs(void **state)
{
    (void)state;
    static const double slower[] = {0.5, 1, 2};
    for (uint64_t seed = 1; seed <= REPEATED(20, 5); seed++)
        for (int i = 0; i < 3; i++) {
            double worst = worst_of_run(seed, slower[i]);
            if (worst < 1 / 1.5 || worst > 1.5)
                fail_msg("seed %d, %g times as slow as expected: the estimate is %.2f of the true "
                         "time left",
                         (int)seed, slower[i], worst);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_before_the_first_row),
        cmocka_unit_test(test_a_row_that_runs),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_made_elsewhere),
        cmocka_unit_test(test_learning),
        cmocka_unit_test(test_made_up_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
