/* SPDX-License-Identifier: MIT
 * Tests the sentences that answer a question about training: outcomes, costs, reasons why there is
 * no answer, and the choice of the arm or claim. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/asked.h"

/* Sets the outcome and gain of an effect. The interval is centre +- half, and n is the number of
 * pairs with a result. */
static void found(struct effect *e, enum outcome outcome, int n, double centre, double half)
{
    e->outcome = outcome;
    e->gain = (struct estimate){
        .n = n, .centre = centre, .interval = {centre - half, centre + half, 0.95, n > 1}};
}

static void test_sentences(void **state)
{
    (void)state;
    static const struct {
        enum outcome outcome;
        double centre, half;
        const char *text;
    } cases[] = {
        {OUTCOME_BETTER, 0.05, 0.01,
         "mlp is better than base: accuracy 0.050 higher [0.040, 0.060]"},
        {OUTCOME_WORSE, -0.05, 0.01, "mlp is worse than base: accuracy 0.050 lower [0.040, 0.060]"},
        {OUTCOME_INCONCLUSIVE, -0.05, 0.09,
         "accuracy 0.050 lower [-0.040, 0.140] with mlp than with base"},
        {OUTCOME_SUGGESTIVE, 0.05, 0.01,
         "accuracy 0.050 higher [0.040, 0.060] with mlp than with base"},
    };
    struct asked k;
    ask(&k, "");
    struct effect *e = effect_of(&k, "mlp", COMPARE_STEPS);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        found(e, cases[i].outcome, 4, cases[i].centre, cases[i].half);
        assert_string_equal(effect_sentence(&k.p, e), cases[i].text);
    }
    forget(&k);
}

/* If both the arm and its baseline diverged, the sentence says that the arm diverged. */
static void test_diverged_runs(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "");
    struct effect *e = effect_of(&k, "mlp", COMPARE_STEPS),
                  *c = effect_of(&k, "mlp", COMPARE_PARAMETERS);
    found(e, OUTCOME_NOT_JUDGED, 0, 0, 0);
    assert_string_equal(no_gain_words(&k.p, e), "not measured");
    e->reference_lost_runs = c->reference_lost_runs = 1;
    assert_string_equal(no_gain_words(&k.p, e), "its baseline diverged");
    assert_string_equal(no_gain_words(&k.p, c), "its control diverged");
    e->lost_runs = 1;
    assert_string_equal(effect_sentence(&k.p, e), "mlp: diverged");
    forget(&k);
}

/* The answer mentions the cost of an arm only if the arm is better and costs more than 5 %. */
static void test_costs(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "");
    struct effect *e = effect_of(&k, "mlp", COMPARE_STEPS),
                  *c = effect_of(&k, "mlp", COMPARE_PARAMETERS);
    found(e, OUTCOME_BETTER, 4, 0.05, 0.01);
    found(c, OUTCOME_INCONCLUSIVE, 4, -0.05, 0.09);
    e->cost.parameters = 1.2, e->cost.flops = 1.3;
    assert_string_equal(price_words(&k.p, e),
                        ". It has 1.20 times the parameters and 1.30 times the FLOPs");
    assert_string_equal(control_words(&k.p, e),
                        ". The comparison with a control of the same size, wide, is inconclusive ("
                        "accuracy 0.050 lower [-0.040, 0.140])");
    e->cost.flops = 1.04;
    assert_string_equal(price_words(&k.p, e), ". It has 1.20 times the parameters");
    e->cost.parameters = 1.04;
    assert_string_equal(price_words(&k.p, e), "");
    assert_string_equal(control_words(&k.p, e), "");
    e->cost.flops = 1.06;
    assert_string_equal(price_words(&k.p, e), ". It has 1.060 times the FLOPs");
    found(e, OUTCOME_SUGGESTIVE, 4, 0.05, 0.01);
    assert_string_equal(price_words(&k.p, e), "");
    forget(&k);
}

/* If a validity check failed, the question has no answer, and the failed check is given as the
 * reason. */
static void test_not_judged(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "claims: [{arm: mlp, expects: better, published: more, source: a paper}]\n");
    struct effect *e = effect_of(&k, "mlp", COMPARE_STEPS);
    found(e, OUTCOME_BETTER, 4, 0.05, 0.01);
    assert_string_equal(answer_of(&k.p).why, "");
    e->failed_check = xstrdup("no negative control was run");
    assert_string_equal(answer_of(&k.p).why, "no negative control was run");
    free(e->failed_check);
    e->failed_check = NULL;
    k.f.analysis.judged[0].why_no_gain = xstrdup("it is at the top");
    assert_string_equal(answer_of(&k.p).why, "");
    assert_true(answer_of(&k.p).of_all);
    assert_non_null(strstr(answer_of(&k.p).found, "1 better. It is at the top"));
    assert_string_equal(answer_of(&k.p).word, "1 better");
    forget(&k);
}

/* Returns the label of the arm that the answer names, for a question without claims. */
static const char *largest(struct asked *k)
{
    return k->f.analysis.entries[answer_of(&k->p).effect->entry].label;
}

static void test_preferred_effects(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "");
    struct effect *mlp = effect_of(&k, "mlp", COMPARE_STEPS),
                  *wide = effect_of(&k, "wide", COMPARE_STEPS);
    found(mlp, OUTCOME_WORSE, 4, -0.05, 0.01);
    found(wide, OUTCOME_BETTER, 4, 0.04, 0.01);
    k.f.analysis.entries[wide->entry].control_only = false;
    assert_string_equal(largest(&k), "mlp");
    assert_true(answer_of(&k.p).of_all);
    assert_non_null(strstr(answer_of(&k.p).found, ". Largest effect: mlp is worse than"));
    /* The answer prefers conclusive effects to inconclusive ones. */
    mlp->outcome = OUTCOME_INCONCLUSIVE;
    assert_string_equal(largest(&k), "wide");
    wide->outcome = OUTCOME_INCONCLUSIVE;
    assert_string_equal(largest(&k), "mlp");
    assert_null(strstr(answer_of(&k.p).found, "the largest"));
    /* The answer prefers effects whose validity checks passed. */
    mlp->failed_check = xstrdup("shut");
    assert_string_equal(largest(&k), "wide");
    wide->gain.n = 0; /* the answer prefers effects with a completed pair */
    assert_string_equal(largest(&k), "mlp");
    forget(&k);
}

/* Controls are never the answer, and their comparisons are not counted. */
static void test_controls(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, "");
    struct effect *mlp = effect_of(&k, "mlp", COMPARE_STEPS),
                  *wide = effect_of(&k, "wide", COMPARE_STEPS);
    found(mlp, OUTCOME_INCONCLUSIVE, 4, 0.01, 0.05);
    found(wide, OUTCOME_WORSE, 4, -0.5, 0.01);
    assert_ptr_equal(answer_of(&k.p).effect, mlp);
    assert_int_equal(counts_of(&k.p, k.p.q->conditions).all, 1);
    k.f.analysis.entries[mlp->entry].negative_control = true;
    assert_int_equal(counts_of(&k.p, k.p.q->conditions).all, 0);
    forget(&k);
}

#define CLAIMS                                                                                     \
    "claims: [{arm: wide, expects: equal, published: same, source: notes}, {arm: mlp, expects: "   \
    "better, published: 'more (notes on arXiv 1111.11111)', source: notes}, {arm: wide, expects: " \
    "better, published: most, source: 'arXiv 2222.22222'}]\nsource: arXiv 3333.33333, "            \
    "4444.44444\n"

/* Claims with a completed pair come first, then the primary claim, then the first claim. If the
 * claim names no paper, the paper of the question is used. */
static void test_preferred_claim(void **state)
{
    (void)state;
    struct asked k;
    ask(&k, CLAIMS);
    struct effect *mlp = effect_of(&k, "mlp", COMPARE_STEPS),
                  *wide = effect_of(&k, "wide", COMPARE_STEPS);
    assert_string_equal(answer_of(&k.p).judged->claim->published, "same");
    assert_string_equal(paper_of(&k.p, answer_of(&k.p).judged), "arXiv 3333.33333");
    wide->gain.n = 0;
    const struct judged *j = answer_of(&k.p).judged;
    assert_string_equal(paper_of(&k.p, j), "arXiv 1111.11111");
    assert_ptr_equal(claim_of(&k.p, mlp), j);
    assert_string_equal(paper_of(&k.p, NULL), "arXiv 3333.33333");
    mlp->gain.n = 0;
    assert_string_equal(answer_of(&k.p).judged->claim->published, "same");
    forget(&k);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sentences),
        cmocka_unit_test(test_diverged_runs),
        cmocka_unit_test(test_costs),
        cmocka_unit_test(test_not_judged),
        cmocka_unit_test(test_preferred_effects),
        cmocka_unit_test(test_controls),
        cmocka_unit_test(test_preferred_claim),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
