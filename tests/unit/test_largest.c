/* SPDX-License-Identifier: MIT
 * The largest training of a question in words (harness/run/commands/largest.h): which one it is,
 * its figures in their units, and when nothing is said. */
#include "plan_case.h"
#include "base/mem.h"
#include "harness/run/commands/largest.h"

#include <math.h>
#include <stdlib.h>

#define ARMS    "baseline: dot\narms: {dot: , gat: {score: gat}}\n"
#define TRAINED "kind: quality\nmetric: loss\n" ARMS

/* Each cell foretells the same, each row takes as many hours. */
struct told {
    struct plan plan;
    struct prediction *cells;
    struct expected_row *rows;
};

static struct told tell(const char *text, double hours)
{
    struct plan_options o = {0};
    struct told t = {.plan = good_plan(text, &o)};
    t.cells = xarray((size_t)t.plan.cell_count, sizeof *t.cells);
    t.rows = xarray((size_t)t.plan.row_count, sizeof *t.rows);
    for (int i = 0; i < t.plan.cell_count; i++)
        t.cells[i] = (struct prediction){.flop = 1e15,
                                         .evaluate_flop = 2e14,
                                         .decode_flop = 3e13,
                                         .memory_bytes = 2.5e9,
                                         .parameters = 3e6};
    for (int i = 0; i < t.plan.row_count; i++) t.rows[i].seconds = 3600 * hours;
    return t;
}

static void untell(struct told *t)
{
    free(t->cells);
    free(t->rows);
    plan_free(&t->plan);
}

/* expected NULL: nothing is said. */
static void assert_said(const struct told *t, const char *expected)
{
    char *found = largest_words(&t->plan, t->cells, t->rows, 0);
    if (expected)
        assert_string_equal(found, expected);
    else
        assert_null(found);
    free(found);
}

/* Core-hours are those of the row, at 3600 s. */
static void test_figures(void **state)
{
    (void)state;
    struct told t = tell(TRAINED, 1.5);
    assert_said(&t, "largest training: 3 million parameters, 1.23e+15 FLOP with scoring, 2.5 GB of "
                    "memory, 1.5 core-hours");
    untell(&t);
}

/* The row that takes longest, wherever it stands, and no yardstick. */
static void test_which(void **state)
{
    (void)state;
    struct told t = tell(TRAINED "seeds: 1-2\n", 1);
    assert_int_equal(t.plan.row_count, 4);
    for (int longest = 0; longest < 4; longest++) {
        for (int i = 0; i < 4; i++) {
            t.rows[i].seconds = i == longest ? 7200 : 3600;
            t.cells[t.plan.rows[i].cell_index].parameters = i == longest ? 8e6 : 3e6;
        }
        char *found = largest_words(&t.plan, t.cells, t.rows, 0);
        assert_non_null(strstr(found, ": 8 million"));
        assert_non_null(strstr(found, ", 2 core-hours"));
        free(found);
    }
    t.plan.cells[t.plan.rows[3].cell_index].yardstick = "unigram";
    char *found = largest_words(&t.plan, t.cells, t.rows, 0);
    assert_non_null(strstr(found, ": 3 million"));
    free(found);
    untell(&t);
}

static void test_nothing_to_say(void **state)
{
    (void)state;
    struct told timed = tell(ARMS, 1), trained = tell(TRAINED, 1);
    assert_said(&timed, NULL);
    for (int i = 0; i < trained.plan.cell_count; i++) trained.cells[i].memory_bytes = (double)NAN;
    assert_said(&trained, NULL);
    for (int i = 0; i < trained.plan.cell_count; i++) {
        trained.cells[i].memory_bytes = 1;
        trained.cells[i].parameters = 0;
    }
    assert_said(&trained, NULL);
    untell(&timed);
    untell(&trained);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_figures),
        cmocka_unit_test(test_which),
        cmocka_unit_test(test_nothing_to_say),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
