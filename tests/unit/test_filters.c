/* SPDX-License-Identifier: MIT
 * Tests command-line filters (harness/plan/expand.h): formulas as filters, cells without a value,
 * and the error message if no cell remains. */
#include "plan_case.h"
#include "base/mem.h"

/* A plan with two cells of arm dot and four cells with score gat. Arm dot has no d_prime. */
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

/* One equals sign separates an axis from its values. Two equals signs form a formula. */
static void test_formula_or_values(void **state)
{
    (void)state;
    assert_int_equal(left_by("n=64"), 3);
    assert_int_equal(left_by("n==64"), 3);
    assert_int_equal(left_by("arm=='two'"), 2);
}

/* Names of arms may contain quotes. */
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

/* A comma in the name of an arm does not split the name. */
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

/* If a formula uses an axis that a cell does not have, the cell is excluded without an error. */
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

/* The error message lists each value once, in the order of the cells. */
static void test_no_cell_remains(void **state)
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

/* The error message names the first filter that excludes all remaining cells. */
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
        cmocka_unit_test(test_no_cell_remains),
        cmocka_unit_test(test_first_of_two),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
