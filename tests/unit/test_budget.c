/* SPDX-License-Identifier: MIT
 * What a question takes of a budget (harness/run/budget/budget.h): least, expected and most of
 * races and looks, what is shared, and where a budget ends. */
#include "plan_case.h"
#include "base/mem.h"
#include "harness/run/budget/budget.h"
#include "harness/run/estimate.h"

#include <math.h>
#include <stdlib.h>

#define ARMS "kind: quality\nmetric: loss\nbaseline: dot\narms: {dot: , gat: {score: gat}}\n"
enum { CORES = 4 };

static struct expected_row *rows_of(const struct plan *plan)
{
    struct prediction *p = xarray((size_t)plan->cell_count, sizeof *p);
    for (int i = 0; i < plan->cell_count; i++) p[i] = (struct prediction){.flop = 1e12};
    struct expected_row *rows = estimate_rows(plan, p, 1);
    free(p);
    return rows;
}

static void assert_near(double found, double expected)
{
    if (fabs(found - expected) > 1e-9 * (1 + fabs(expected)))
        fail_msg("found %.9g, expected %.9g", found, expected);
}

/* All rows take as long, so that core time is their count times that. */
static void test_looks(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan(ARMS "looks: [2, 4, 8]\nseeds: 1-8\n", &o);
    struct expected_row *rows = rows_of(&p);
    struct question_cost *cost = budget_costs(&p, rows, CORES);
    assert_near(cost->rows.least, 2 * 2);
    assert_near(cost->rows.most, 2 * 8);
    assert_true(cost->rows.expected > 2 * 2 && cost->rows.expected < 2 * 8);
    assert_near(cost->core_s.most, 2 * 8 * rows[0].seconds);
    assert_near(cost->look_s[0], 2 * 2 * rows[0].seconds);
    assert_near(cost->look_s[0] + cost->look_s[1] + cost->look_s[2], cost->core_s.expected);
    free(cost);
    free(rows);
    plan_free(&p);
}

/* Of three values one is run beyond the tuning seed; a row that another question trains is free. */
static void test_choices_and_shared(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan(ARMS "tune: {axis: score_scale, seeds: [1]}\n"
                                   "factors: {score_scale: [0.5, 1, 2], seed: 1-3}\n",
                              &o);
    struct expected_row *rows = rows_of(&p);
    struct question_cost *cost = budget_costs(&p, rows, CORES);
    assert_near(cost->rows.least, 6 + 4);
    assert_near(cost->rows.expected, 6 + 4);
    assert_near(cost->rows.most, 6 + 4);
    free(cost);
    int certain = 0;
    while (rows[certain].choice >= 0) certain++;
    rows[certain].made = MADE_BY_EARLIER_ROW;
    cost = budget_costs(&p, rows, CORES);
    assert_near(cost->rows.expected, 6 + 4 - 1);
    free(cost);
    free(rows);
    plan_free(&p);
}

/* A seed that chooses a value stands with the first look, though it judges at the second. */
static void test_what_chooses_comes_first(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan(ARMS "looks: [2, 4]\ntune: {axis: score_scale, seeds: [3]}\n"
                                   "factors: {score_scale: [0.5, 1, 2], seed: 1-4}\n",
                              &o);
    struct expected_row *rows = rows_of(&p);
    struct question_cost *cost = budget_costs(&p, rows, CORES);
    assert_near(cost->look_s[0], (2 * 3 + 2 * 2) * rows[0].seconds);
    assert_near(cost->look_s[0] + cost->look_s[1], cost->core_s.expected);
    free(cost);
    free(rows);
    plan_free(&p);
}

/* A yardstick is counted in no budget: it takes nothing beside a training. */
static void test_yardsticks(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan(ARMS "seeds: 1-2\n", &o);
    struct expected_row *rows = rows_of(&p);
    p.cells[p.rows[0].cell_index].yardstick = "unigram";
    struct question_cost *cost = budget_costs(&p, rows, CORES);
    assert_near(cost->rows.expected, 3);
    assert_near(cost->core_s.expected, 3 * rows[1].seconds);
    free(cost);
    free(rows);
    plan_free(&p);
}

static void test_timed_rows_keep_all_cores(void **state)
{
    (void)state;
    struct plan_options o = {0};
    struct plan p = good_plan("rounds: 2\narms: {dot: , gat: {score: gat}}\n", &o);
    struct expected_row *rows = rows_of(&p);
    struct question_cost *cost = budget_costs(&p, rows, CORES);
    assert_near(cost->core_s.expected, CORES * 4 * rows[0].seconds);
    free(cost);
    free(rows);
    plan_free(&p);
}

static void test_where_a_budget_ends(void **state)
{
    (void)state;
    static const struct question_cost cost = {.core_s = {10, 22, 30}, .look_s = {10, 8, 4}};
    static const struct {
        double before, budget;
        bool fits;
        double missing;
        int looks;
    } cases[] = {{0, 22, true, 0, 3},  {0, 21, false, 1, 2}, {0, 17, false, 5, 1},
                 {0, 9, false, 13, 0}, {5, 26, false, 1, 2}, {30, 22, false, 30, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct budget_fit fit = budget_fit(&cost, 3, cases[i].before, cases[i].budget);
        assert_int_equal(fit.fits, cases[i].fits);
        assert_int_equal(fit.looks, cases[i].looks);
        assert_near(fit.missing_s, cases[i].missing);
        assert_near(fit.running_s, cases[i].before + 22);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_looks),
        cmocka_unit_test(test_choices_and_shared),
        cmocka_unit_test(test_what_chooses_comes_first),
        cmocka_unit_test(test_yardsticks),
        cmocka_unit_test(test_timed_rows_keep_all_cores),
        cmocka_unit_test(test_where_a_budget_ends),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
