/* SPDX-License-Identifier: MIT
 * Tests the key `where` of a question (harness/plan/spec_values.c): both ways to write it, and its
 * text on report pages. */
#include "plan_case.h"
#include "base/mem.h"

#define ARMS "baseline: dot\narms: {dot: , gat: {score: gat}, neural: {score: neural}}\n"

/* Checks the conditions of the first figure: their text, and the arms that the figure includes. */
static void assert_where(const char *where, const char *text, bool dot, bool gat, bool neural)
{
    struct plan_options o = {0};
    char *question = xformat(ARMS "factors: {n: [8, 16], heads: [1, 2]}\n"
                                  "figures: [{kind: scaling, x: n, where: %s}]\n",
                             where);
    struct plan p = good_plan(question, &o);
    const struct conditions *c = &p.specs[0].figures[0].where;
    assert_string_equal(c->text, text);
    assert_int_equal(conditions_include_arm(c, "dot"), dot);
    assert_int_equal(conditions_include_arm(c, "gat"), gat);
    assert_int_equal(conditions_include_arm(c, "neural"), neural);
    free(question);
    plan_free(&p);
}

static void test_axes_and_arms(void **state)
{
    (void)state;
    assert_where("{heads: 2, arm: gat}", "heads=2 arm=gat", false, true, false);
    assert_where("{arm: [gat, neural], heads: [1, 2]}", "heads=1,2 arm=gat,neural", false, true,
                 true);
    assert_where("{arm: dot}", "arm=dot", true, false, false);
}

static void test_no_arm_is_any(void **state)
{
    (void)state;
    assert_where("{heads: 2}", "heads=2", true, true, true);
}

/* A figure without a matching cell is refused. */
static void test_of_no_cell(void **state)
{
    (void)state;
#define ASKED "factors: {n: [8, 16], heads: [1, 2]}\nfigures: [{kind: scaling, x: n, where: "
#define CLAIM "claims: [{arm: gat, expects: better, published: more, source: a paper, where: "
    struct plan_options o = {0};
    assert_error(ARMS ASKED "{heads: 3}}]\n", o,
                 ":4:41: key where: no cell of this question has heads=3");
    assert_error(ARMS ASKED "{heads: 1, d_prime: 4}}]\n", o,
                 ":4:41: key where: no cell of this question has heads=1 d_prime=4");
    assert_error(ARMS CLAIM "{n: 32}}]\nfactors: {n: [8, 16]}\n", o,
                 ":3:80: key where: no cell of this question has n=32");
}

/* A comparison at equal parameters needs a control arm. */
static void test_reading_without_control(void **state)
{
    (void)state;
    static const char text[] = ARMS "claims: [{arm: gat, expects: equal, published: more, source: "
                                    "a paper, reading: parameters}]"
                                    "\nfactors: {n: 8}\n";
    struct plan_options o = {0};
    assert_error(text, o, ":3:10: key claims: `reading: parameters` needs a control for gat");
    char *controlled = xformat("%scontrols: {gat: neural}\n", text);
    struct plan p = good_plan(controlled, &o);
    plan_free(&p);
    free(controlled);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_axes_and_arms),
        cmocka_unit_test(test_no_arm_is_any),
        cmocka_unit_test(test_of_no_cell),
        cmocka_unit_test(test_reading_without_control),
    };
    axes = sample_axes();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
