/* SPDX-License-Identifier: MIT
 * Filters of the command line (harness/plan/filter.h): filters that are formulas, cells without a
 * value, and the message if no cell is left. */
#include "plan_case.h"
#include "base/mem.h"

/* Two cells of arm dot, which has no d_prime, and four cells with score gat. */
#define SAMPLE                                                                                     \
    "arms: {dot: , two: {score: gat, d_prime: 2}, three: {score: gat, d_prime: 3}}\n"              \
    "factors: {n: [64, 128]}\n"

static int left_by(const char *filter)
{
    struct plan_options o = {.filters = &filter, .filter_count = 1};
    struct plan p = good_plan(SAMPLE, &o);
    int count = p.cell_count;
    plan_free(&p);
    return count;
}

/* One equals sign separates an axis and its values; two make a formula. */
static void test_formula_or_values(void **state)
{
    (void)state;
    assert_int_equal(left_by("n=64"), 3);
    assert_int_equal(left_by("n==64"), 3);
    assert_int_equal(left_by("arm=='two'"), 2);
}

/* Names may contain quotes. */
static void test_quotes(void **state)
{
    (void)state;
    static const char question[] =
        "baseline: dot\narms: {dot: , 'x\"y': {score: gat}, \"it's\": {score: neural}}\n"
        "factors: {n: [64, 128]}\n";
    static const char *const filters[] = {"arm=x\"y", "arm=it's", "arm == 'x\"y'"};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        struct plan_options o = {.filters = (const char **)&filters[i], .filter_count = 1};
        struct plan p = good_plan(question, &o);
        assert_int_equal(p.cell_count, 4);
        plan_free(&p);
    }
}

/* A name with a comma is one arm, not a list of two. */
static void test_commas(void **state)
{
    (void)state;
    static const char question[] = "baseline: dot\narms: {dot: , 'a,b': {score: gat}}\n"
                                   "factors: {n: [64, 128]}\n";
    static const char *const filters[] = {"arm=a,b", "arm == 'a,b'"};
    for (size_t i = 0; i < sizeof filters / sizeof *filters; i++) {
        struct plan_options o = {.filters = (const char **)&filters[i], .filter_count = 1};
        struct plan p = good_plan(question, &o);
        assert_int_equal(p.cell_count, 4);
        plan_free(&p);
    }
    struct plan_options o = {.filters = (const char *[]){"arm=a,dot"}, .filter_count = 1};
    assert_error(question, o, "unknown arm 'a'");
}

/* A formula without a value for a cell excludes the cell without an error. */
static void test_no_value(void **state)
{
    (void)state;
    assert_int_equal(left_by("d_prime - 2"), 2);
    assert_int_equal(left_by("d_prime"), 4);
}

static void assert_explained(const char *question, const char *first, const char *second,
                             const char *expected)
{
    const char *filters[] = {first, second};
    assert_error(question,
                 (struct plan_options){.filters = filters, .filter_count = second ? 2 : 1},
                 expected);
}

/* The message lists each value once, in the order of the cells. */
static void test_nothing_left(void **state)
{
    (void)state;
    assert_explained(SAMPLE, "n=65", NULL,
                     "--filter: 'n=65': 0 of 6 cells pass; the values are 64, 128\n");
    assert_explained(SAMPLE, "arm=dot", "score=neural",
                     "0 of 2 cells pass (after 'arm=dot'); the values are dot\n");
    assert_explained("factors: {n: [64, 128, 256]}\n", "n=65", NULL,
                     "0 of 3 cells pass; the values are 64, 128, 256\n");
    assert_explained("fixed: {n: 64}\n", "n=65", NULL, "0 of 1 cells pass; the values are 64\n");
    assert_explained("fixed: {n: 64}\n", "d_prime=3", NULL, "0 of 1 cells pass\n");
}

/* The message names the first filter that leaves no cell, whatever filters follow. */
static void test_first_of_two(void **state)
{
    (void)state;
    assert_explained(SAMPLE, "n=65", "score=dot", "--filter: 'n=65': 0 of 6 cells pass");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formula_or_values),
        cmocka_unit_test(test_quotes),
        cmocka_unit_test(test_commas),
        cmocka_unit_test(test_no_value),
        cmocka_unit_test(test_nothing_left),
        cmocka_unit_test(test_first_of_two),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
