/* SPDX-License-Identifier: MIT
 * Tests that the planner refuses plans whose results cannot be compared:
 * - invalid factorial designs and interactions
 * - arms without a baseline in their condition
 * - identical arms */
#include "plan_case.h"
#include "run_folder.h"

/* The conditions of this question are size and data set. The number of threads depends on the data
 * set. */
#define QUESTION                                                                                   \
    "kind: quality\n"                                                                              \
    "baseline: plain\n"                                                                            \
    "metric: loss\n"                                                                               \
    "tune: {axis: lr, seeds: [1]}\n"                                                               \
    "factors: {size: [64, 32], lr: [0.5, 1], seed: 1-2}\n"                                         \
    "zip: [{data: [a, b], threads: [1, 2]}]\n"                                                     \
    "arms: {plain: , deep: {proj: mlp, d: 3}, deeper: {proj: mlp, d: 4}}\n"

static void test_designs(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"factorial: [d, d]\n", ":8:16: key factorial: found 'd', expected each axis only once"},
        {"factorial: [act]\n",
         ":8:13: key factorial: found act, expected an axis with several values"},
        {"factorial: [lr]\n",
         ":8:13: key factorial: found lr, expected an axis of arms or conditions"},
        {"factorial: [seed]\n",
         ":8:13: key factorial: found seed, expected an axis of arms or conditions"},
        {"factorial: [phase]\n",
         ":8:13: key factorial: found phase, expected an axis with several"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char *text = xformat(QUESTION "%s", bad[i].text);
        assert_error(text, (struct plan_options){0}, bad[i].message);
        free(text);
    }
    struct plan_options o = {0};
    struct plan p = good_plan(QUESTION "factorial: [size, d, data]\n", &o);
    assert_int_equal(p.specs[0].factorial_count, 1);
    assert_int_equal(p.specs[0].interaction_count, 2);
    plan_free(&p);
}

/* A tier may omit levels of a factorial design, but the question must list all of them. */
static void test_tiers(void **state)
{
    (void)state;
    struct plan_options o = {.tier = "smoke"};
    struct plan p =
        good_plan(QUESTION "factorial: [d, size]\n"
                           "tiers: {smoke: {factors: {size: 16}, arms: [plain, deep]}}\n",
                  &o);
    plan_free(&p);
    assert_error(QUESTION "factorial: [act]\ntiers: {smoke: {factors: {size: 16}}}\n", o,
                 "found act, expected an axis with several values");
}

static void test_metrics_of_interactions(void **state)
{
    (void)state;
#define TEXTS                                                                                      \
    "kind: quality\nbaseline: plain\nfactors: {data: [one, two]}\n"                                \
    "arms: {plain: , deep: {proj: mlp}}\nfactorial: [data]\n"
    struct plan_options o = {0};
    assert_error(TEXTS, o,
                 ":5:13: key factorial: found data, expected a metric that is compared by ratio");
    assert_error(TEXTS "metric: accuracy\n", o,
                 ":5:13: key factorial: found data, expected a metric that is compared by ratio");
    struct plan p = good_plan(TEXTS "metric: perplexity\n", &o);
    plan_free(&p);
    assert_error("factors: {size: [16, 32]}\narms: {a: , b: {proj: mlp}}\nbaseline: a\n"
                 "factorial: [size]\n",
                 o, ":4:13: key factorial: found size, expected `kind: quality`");
    assert_error("kind: quality\nfactors: {size: [16, 32]}\narms: {a: , b: {proj: mlp}}\n"
                 "factorial: [size]\n",
                 o, ":4:13: key factorial: found size, expected the key `baseline`");
}

static void test_baselines_in_conditions(void **state)
{
    (void)state;
    struct plan_options o = {0};
#define SHORT                                                                                      \
    "baseline: plain\nfixed: {size: 64}\narms:\n"                                                  \
    "  plain: {}\n"                                                                                \
    "  short: {proj: mlp, size: 32}\n"
    assert_error(
        "kind: quality\n" SHORT, o,
        ":6:22: key size: the arm short differs from its baseline plain in an axis of conditions");
    struct plan p = good_plan(SHORT, &o); /* arms of a timed question may differ in shape */
    plan_free(&p);
    p = good_plan("kind: quality\nbaseline: plain\nfixed: {size: 64}\ngrids:\n"
                  "  - arms: {plain: , short: {proj: mlp, size: 32}}\n"
                  "  - {fixed: {size: 32}, arms: {plain: }}\n",
                  &o);
    plan_free(&p);
    /* A baseline may be given as the value of any axis, even if this axis is not part of an arm. */
    p = good_plan("baseline: {size: 64}\nfactors: {size: [64, 32]}\narms: {a: , b: {proj: mlp}}\n",
                  &o);
    plan_free(&p);
}

static void test_identical_arms(void **state)
{
    (void)state;
    struct plan_options o = {0};
    assert_error("arms:\n  a: {}\n  b: {proj: mlp}\n  c: {proj: base}\n", o,
                 ":4:3: key arms: c has the same settings as a (");
    /* This tier removes the MLP. LayerNorm before the MLP then has no effect, so two arms become
     * identical. */
    o.tier = "smoke";
    assert_error("arms:\n  a: {}\n  b: {norm: before}\nfixed: {proj: mlp}\n"
                 "tiers: {smoke: {fixed: {proj: base}}}\n",
                 o, ":3:3: key arms: b has the same settings as a (");
    /* Arms that are identical in only some of their cells are kept. */
    struct plan p = good_plan("factors: {size: [8, 16]}\ngrids: [{arms: {a: , b: {proj: mlp}}},\n"
                              "  {arms: {c: }, factors: {threads: [1, 2]}}]\n",
                              &(struct plan_options){0});
    assert_int_equal(p.specs[0].arm_count, 3);
    plan_free(&p);
}

int main(void)
{
    char *error;
    if (!axes_from_json(&axes, describe_json, &error)) fail_msg("%s", error);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_designs),
        cmocka_unit_test(test_tiers),
        cmocka_unit_test(test_metrics_of_interactions),
        cmocka_unit_test(test_baselines_in_conditions),
        cmocka_unit_test(test_identical_arms),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    axes_free(&axes);
    return failed;
}
