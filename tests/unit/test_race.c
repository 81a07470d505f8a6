/* SPDX-License-Identifier: MIT
 * Races (harness/plan/tuning/race.h) on tables of losses made by hand, and on tables at random:
 * whatever the order in which trainings end, the same are called for and the same value wins. */
#include "base/rng.h"
#include "harness/plan/tuning/race.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 16, SEEDS = 3 };
static const double lost = (double)INFINITY;

/* A race over a table (values, SEEDS), and what has been run of it. */
struct run {
    struct race_trial trials[MOST * SEEDS];
    const double *table;
    int values, count, ran, rounds;
    struct race race;
};

static struct run open_race(const double *table, int values)
{
    struct run r = {.table = table, .values = values, .count = values * SEEDS};
    for (int i = 0; i < r.count; i++)
        r.trials[i] = (struct race_trial){i / SEEDS, i % SEEDS, NAN, false};
    return r;
}

/* Runs one training that was called for, the `pick`-th of those that are; false: there is none. */
static bool step(struct run *r, int pick)
{
    int open[MOST * SEEDS], count = 0;
    r->race = race_judge(r->trials, r->count);
    for (int i = 0; i < r->count; i++)
        if (r->trials[i].called && isnan(r->trials[i].loss)) open[count++] = i;
    assert_int_equal(r->race.decided, count == 0); /* it never waits for nothing */
    if (!count) return false;
    int i = open[pick % count];
    r->trials[i].loss = r->table[i];
    r->ran++;
    return true;
}

static struct run run_race(const double *table, int values)
{
    struct run r = open_race(table, values);
    while (step(&r, 0)) continue;
    return r;
}

/* Which values were called for with one seed ('1'), with all ('a'), with none ('.'). */
static const char *depths(const struct run *r)
{
    static char text[MOST + 1];
    memset(text, 0, sizeof text);
    for (int v = 0; v < r->values; v++) {
        int called = 0;
        for (int s = 0; s < SEEDS; s++) called += r->trials[v * SEEDS + s].called;
        text[v] = called == 0 ? '.' : called == 1 ? '1' : 'a';
    }
    return text;
}

/* The same loss with all seeds. */
static void fill(double *table, const double *loss, int values)
{
    for (int i = 0; i < values * SEEDS; i++) table[i] = loss[i / SEEDS];
}

static void outcome(const double *loss, int values, const char *called, int winner)
{
    double table[MOST * SEEDS];
    fill(table, loss, values);
    struct run r = run_race(table, values);
    assert_string_equal(depths(&r), called);
    assert_int_equal(r.race.winner, winner);
    assert_true(winner < 0 ? isinf(r.race.loss) : r.race.loss == loss[winner]);
}

static void a_valley(void **state)
{
    (void)state;
    /* Round 1 finds 4, round 2 tries 3 and 5. */
    outcome((const double[]){9, 8, 7, 6, 5, 6.5, 7.5, 8.5, 9.5}, 9, "1.1aaa1.1", 4);
    /* The best lies between two that were tried first. */
    outcome((const double[]){9, 8, 7, 4, 5, 6.5, 7.5, 8.5, 9.5}, 9, "1.1aaa1.1", 3);
}

static void a_slope_ends_at_an_edge(void **state)
{
    (void)state;
    outcome((const double[]){9, 8, 7, 6, 5, 4, 3}, 7, "1.1.aaa", 6);
    outcome((const double[]){3, 4, 5, 6, 7, 8, 9}, 7, "aaa.1.1", 0);
    /* Of an even number the last is tried first too: no edge is left out. */
    outcome((const double[]){9, 8, 7, 6, 5, 4}, 6, "1.a.aa", 5);
}

static void few_values(void **state)
{
    (void)state;
    outcome((const double[]){2, 1}, 2, "aa", 1);
    outcome((const double[]){2, 3, 1}, 3, "aaa", 2);
    struct race_trial one[] = {{0, 0, NAN, false}, {0, 1, NAN, false}};
    struct race race = race_judge(one, 2);
    assert_true(race.decided && race.winner == 0 && !one[0].called && !one[1].called);
}

static void of_equals_the_first_wins(void **state)
{
    (void)state;
    outcome((const double[]){5, 5, 5, 5, 5}, 5, "aaa.1", 0);
}

static void what_diverged_cannot_win(void **state)
{
    (void)state;
    outcome((const double[]){9, 8, 7, 6, lost, lost, lost}, 7, "1aaa1.1", 3);
    /* Nothing of the first round ended: all others are tried. */
    outcome((const double[]){lost, 8, lost, 6, lost, 7, lost}, 7, "1a1a1a1", 3);
    outcome((const double[]){lost, lost, lost}, 3, "111", -1);
}

/* A finalist that diverges with another seed makes room for the next. */
static void a_finalist_that_fails_is_replaced(void **state)
{
    (void)state;
    double table[7 * SEEDS];
    fill(table, (const double[]){9, 8.5, 7, 6, 5, 6.5, 8}, 7);
    table[4 * SEEDS + 2] = lost;
    struct run r = run_race(table, 7);
    assert_string_equal(depths(&r), "1.aaaa1");
    assert_int_equal(r.race.leader, 4);
    assert_int_equal(r.race.winner, 3);
    for (int v = 0; v < 7; v++) table[v * SEEDS + 1] = lost; /* with the second seed all do */
    r = run_race(table, 7);
    assert_string_equal(depths(&r), "a.aaaaa");
    assert_int_equal(r.race.winner, -1);
}

/* With the first seed 4 leads, over the seeds 3 is better. */
static void the_mean_over_the_seeds_decides(void **state)
{
    (void)state;
    double table[7 * SEEDS];
    fill(table, (const double[]){9, 8, 7, 5.5, 5, 6, 8}, 7);
    table[4 * SEEDS + 1] = 6, table[4 * SEEDS + 2] = 7;
    struct run r = run_race(table, 7);
    assert_true(r.race.leader == 4 && r.race.winner == 3 && r.race.loss == 5.5);
}

/* A filter may leave holes: what is not there is not waited for. */
static void trials_that_are_not_there(void **state)
{
    (void)state;
    struct race_trial t[] = {{0, 1, 3, false},
                             {1, 1, 2, false},
                             {2, 1, 1, false},
                             {0, 4, 3, false},
                             {1, 4, 2, false}}; /* 2 has no trial with the second seed, 4 */
    struct race race = race_judge(t, 5);
    assert_true(race.decided && race.winner == 1 && race.leader == 2);
    race = race_judge(t, 3); /* one seed alone */
    assert_true(race.decided && race.winner == 2);
}

/* ---- tables at random ---- */

static double draw(uint64_t table, uint64_t at, int kinds)
{
    uint64_t stream = rng_stream("race");
    if (rng_below(table, stream, 2 * at, 5) == 0) return lost;
    return 1 + (double)rng_below(table, stream, 2 * at + 1, (uint64_t)kinds); /* few: many ties */
}

static void any_order_of_finishing(void **state)
{
    (void)state;
    for (uint64_t n = 0; n < 3000; n++) {
        double table[MOST * SEEDS];
        int values = 1 + (int)(n % MOST);
        for (int i = 0; i < values * SEEDS; i++) table[i] = draw(n, (uint64_t)i, n % 2 ? 4 : 1000);
        struct run first = run_race(table, values), other = open_race(table, values);
        uint64_t at = 0;
        while (step(&other, (int)rng_below(n, rng_stream("order"), at, 1000))) at++;
        assert_int_equal(other.race.winner, first.race.winner);
        assert_int_equal(other.ran, first.ran);
        assert_string_equal(depths(&other), depths(&first));
        assert_true(first.ran <= race_cost(values, SEEDS).largest);
        for (int i = 0; i < other.count; i++) /* what others have trained changes nothing */
            if (isnan(other.trials[i].loss)) other.trials[i].loss = table[i];
        struct race all = race_judge(other.trials, other.count);
        assert_true(all.decided && all.winner == first.race.winner);
        assert_string_equal(depths(&other), depths(&first));
    }
}

static void the_cost_is_told(void **state)
{
    (void)state;
    for (int values = 2; values <= MOST; values++) {
        double valley[MOST], table[MOST * SEEDS];
        for (int v = 0; v < values; v++) valley[v] = fabs(v - (values > 4 ? 2 : 1) - 0.1);
        fill(table, valley, values);
        assert_int_equal(run_race(table, values).ran, race_cost(values, SEEDS).expected);
    }
    assert_int_equal(race_cost(13, 3).expected, 7 + 2 + 3 * 2);
    for (int values = 2; values <= MOST; values++) {
        double slope[MOST], table[MOST * SEEDS];
        for (int v = 0; v < values; v++) slope[v] = MOST - v;
        fill(table, slope, values);
        assert_int_equal(run_race(table, values).ran, race_cost(values, SEEDS).least);
    }
    /* Seven with one seed, their six neighbours with three, when none of the first round ended. */
    assert_int_equal(race_cost(13, 3).largest, 27);
    assert_int_equal(race_cost(1, 3).largest, 0);
}

/* Nine of thirteen values each fail in their last seed: as dear as it gets. */
static void the_largest_cost_can_happen(void **state)
{
    (void)state;
    double table[13 * SEEDS];
    for (int i = 0; i < 13 * SEEDS; i++)
        table[i] = i % SEEDS == SEEDS - 1 ? lost : fabs(i / SEEDS - 6.1);
    assert_int_equal(run_race(table, 13).ran, race_cost(13, SEEDS).largest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_valley),
        cmocka_unit_test(a_slope_ends_at_an_edge),
        cmocka_unit_test(few_values),
        cmocka_unit_test(of_equals_the_first_wins),
        cmocka_unit_test(what_diverged_cannot_win),
        cmocka_unit_test(a_finalist_that_fails_is_replaced),
        cmocka_unit_test(the_mean_over_the_seeds_decides),
        cmocka_unit_test(trials_that_are_not_there),
        cmocka_unit_test(any_order_of_finishing),
        cmocka_unit_test(the_cost_is_told),
        cmocka_unit_test(the_largest_cost_can_happen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
