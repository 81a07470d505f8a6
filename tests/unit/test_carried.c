/* SPDX-License-Identifier: MIT
 * Carried values (harness/plan/tuning/carried.h): winners made by hand give the values that the
 * fitted power has, on the grid; and the contest of such a value with its neighbours. */
#include "harness/plan/tuning/carried.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static const double grid[] = {0.001, 0.002, 0.004, 0.008, 0.016};
enum { VALUES = 5 };

static struct foretold at(const struct carry_point *points, int count, double size)
{
    return carry_foretell(points, count, size, grid, VALUES);
}

static void a_power_is_found(void **state)
{
    (void)state;
    static const struct carry_point inverse[] = {{32, 0.016}, {64, 0.008}, {128, 0.004}};
    struct foretold f = at(inverse, 3, 256);
    assert_int_equal(f.place, 1);
    assert_float_equal(f.exponent, -1, 1e-9);
    assert_float_equal(f.exact, 0.002, 1e-12);
    assert_false(f.outside);
    static const struct carry_point flat[] = {{32, 0.004}, {64, 0.004}};
    f = at(flat, 2, 1024);
    assert_int_equal(f.place, 2);
    assert_float_equal(f.exponent, 0, 1e-9);
    /* By least squares: log2 of the values falls by 0, 1, 1 from the first: slope -1/2. */
    static const struct carry_point bent[] = {{1, 0.016}, {2, 0.008}, {4, 0.008}};
    assert_float_equal(at(bent, 3, 8).exponent, -0.5, 1e-9);
}

/* Slope -1/2: at four times the width half the value, at twice it a tie, which the first wins. */
static void the_nearest_of_the_grid_is_taken(void **state)
{
    (void)state;
    static const struct carry_point root[] = {{16, 0.016}, {64, 0.008}};
    assert_int_equal(at(root, 2, 256).place, 2);
    assert_int_equal(at(root, 2, 128).place, 2);
    assert_int_equal(at(root, 2, 120).place, 3);
    assert_int_equal(at(root, 2, 140).place, 2);
}

/* Half a step beyond the end belongs to the end. */
static void beyond_the_grid_is_outside(void **state)
{
    (void)state;
    static const struct carry_point inverse[] = {{32, 0.016}, {64, 0.008}};
    struct foretold f = at(inverse, 2, 512);
    assert_int_equal(f.place, 0);
    assert_false(f.outside);
    f = at(inverse, 2, 700);
    assert_true(f.place == 0 && !f.outside);
    f = at(inverse, 2, 750);
    assert_true(f.place == 0 && f.outside);
    f = at(inverse, 2, 16);
    assert_true(f.place == VALUES - 1 && f.outside);
}

static void too_few_sizes_foretell_nothing(void **state)
{
    (void)state;
    static const struct carry_point points[] = {{32, 0.016}, {32, 0.008}};
    assert_int_equal(at(points, 0, 64).place, -1);
    assert_int_equal(at(points, 1, 64).place, -1);
    assert_int_equal(at(points, 2, 64).place, -1); /* of one size */
}

enum { SEEDS = 2 };
struct contest {
    struct race_trial trials[VALUES * SEEDS];
    struct race race;
};

static void judge(struct contest *c, int place, enum carry_role role, const double *loss)
{
    for (int i = 0; i < VALUES * SEEDS; i++)
        c->trials[i] = (struct race_trial){i / SEEDS, i % SEEDS, loss[i / SEEDS], false};
    struct foretold f = {.place = place};
    c->race = carry_judge(c->trials, VALUES * SEEDS, &f, role);
}

static int called(const struct contest *c)
{
    int n = 0;
    for (int i = 0; i < VALUES * SEEDS; i++) n += c->trials[i].called;
    return n;
}

static void a_foretold_value_needs_no_trials(void **state)
{
    (void)state;
    struct contest c;
    static const double unknown[VALUES] = {(double)NAN, (double)NAN, (double)NAN, (double)NAN,
                                           (double)NAN};
    judge(&c, 2, CARRY_FORETOLD, unknown);
    assert_true(c.race.decided && c.race.winner == 2 && called(&c) == 0);
    judge(&c, -1, CARRY_NEIGHBOURS, unknown);
    assert_true(c.race.decided && c.race.winner == -1 && called(&c) == 0);
    assert_int_equal(carry_cost(VALUES, SEEDS, CARRY_FORETOLD).largest, 0);
}

static void of_three_neighbours_the_best_wins(void **state)
{
    (void)state;
    struct contest c;
    static const double waiting[VALUES] = {1, 3, 2, (double)NAN, 1};
    judge(&c, 2, CARRY_NEIGHBOURS, waiting);
    assert_true(!c.race.decided && called(&c) == 3 * SEEDS);
    static const double valley[VALUES] = {1, 3, 2, 4, 1}; /* the ends are not asked */
    judge(&c, 2, CARRY_NEIGHBOURS, valley);
    assert_true(c.race.decided && c.race.winner == 2 && c.race.loss == 2);
    static const double slope[VALUES] = {1, 3, 2, 1.5, 1};
    judge(&c, 2, CARRY_NEIGHBOURS, slope);
    struct foretold f = {.place = 2};
    assert_int_equal(carry_step(&f, c.race.winner), 1);
    judge(&c, 0, CARRY_NEIGHBOURS, valley); /* at the end of the grid there are two */
    assert_true(called(&c) == 2 * SEEDS && c.race.winner == 0);
    static const double lost[VALUES] = {1, (double)INFINITY, (double)INFINITY, (double)INFINITY, 1};
    judge(&c, 2, CARRY_NEIGHBOURS, lost);
    assert_true(c.race.decided && c.race.winner == -1);
    assert_int_equal(carry_cost(VALUES, SEEDS, CARRY_NEIGHBOURS).largest, 3 * SEEDS);
    assert_int_equal(carry_cost(VALUES, SEEDS, CARRY_NEIGHBOURS).least, 2 * SEEDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_power_is_found),
        cmocka_unit_test(the_nearest_of_the_grid_is_taken),
        cmocka_unit_test(beyond_the_grid_is_outside),
        cmocka_unit_test(too_few_sizes_foretell_nothing),
        cmocka_unit_test(a_foretold_value_needs_no_trials),
        cmocka_unit_test(of_three_neighbours_the_best_wins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
