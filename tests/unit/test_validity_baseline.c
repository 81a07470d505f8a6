/* SPDX-License-Identifier: MIT
 * Tests the validity check `simple_baseline`. The baseline must be better than the named simple
 * baseline, or than the best one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/validity_case.h"

/* A failed validity check does not change gains or intervals. */
static void test_counting_is_better(void **state)
{
    struct asked s;
    (void)state;
    ask(&s, plain, QUESTION NEGATIVE_CONTROL,
        HEAD FLOOR BIGRAM "simple_baseline,ngram5,seen,ok,,false,8,some,9,1.68,\n", NULL);
    const char *figure = "the baseline does not beat ngram5: 2.05 [1.926, 2.174] against 1.68 "
                         "(nats per token). The value is 2.2 for bigram fitted to the whole "
                         "training split";
    assert_validity(&s, VALIDITY_SIMPLE_BASELINE, VALIDITY_FAILED, figure);
    assert_string_equal(s.mlp->failed_check, figure);
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_JUDGED);
    assert_int_equal(s.mlp->unchecked, OUTCOME_BETTER);
    near(s.mlp->gain.centre, (log(2.00 / 1.800) + log(2.05 / 1.849) + log(2.10 / 1.888)) / 3,
         1e-12);
    assert_int_equal(s.f.analysis.judged[0].judgement, JUDGED_NOT_JUDGED);
    assert_int_equal(s.f.analysis.judged[0].unchecked, JUDGED_SAME);
    asked_free(&s);
    /* The mean loss is lower than the loss of the simple baseline, but the upper limit of its
     * interval is higher. */
    ask(&s, plain, QUESTION NEGATIVE_CONTROL,
        HEAD "simple_baseline,ngram5,seen,ok,,false,8,some,9,2.1,\n", NULL);
    assert_validity(
        &s, VALIDITY_SIMPLE_BASELINE, VALIDITY_FAILED,
        "the baseline does not beat ngram5: 2.05 [1.926, 2.174] against 2.1 (nats per token)");
    asked_free(&s);
}

/* The lower limit of the interval is a loss of 0, which has no logarithm. The check must handle
 * this. */
static void test_counting_near_nought(void **state)
{
    static const double losses[] = {0.010, 0.012, 0.150};
    struct training runs[PLAIN];
    struct asked s;
    (void)state;
    memcpy(runs, plain, sizeof runs);
    for (int i = 0; i < PLAIN; i++)
        if (!strcmp(runs[i].arm, "base") && runs[i].lr > 0.15 && runs[i].lr < 0.25)
            runs[i].loss = losses[runs[i].seed - 1];
    ask(&s, runs, QUESTION NEGATIVE_CONTROL,
        HEAD "simple_baseline,bigram,seen,ok,,false,8,some,9,0.16,\n", NULL);
    assert_int_equal(validity_of_kind(&s, VALIDITY_SIMPLE_BASELINE)->state, VALIDITY_FAILED);
    asked_free(&s);
}

static void test_named_simple_baseline(void **state)
{
    struct asked s;
    (void)state;
    ask(&s, plain, QUESTION NEGATIVE_CONTROL,
        HEAD FLOOR "simple_baseline,ngram5,seen,ok,,false,8,some,9,1.68,\n", "unigram");
    assert_validity(
        &s, VALIDITY_SIMPLE_BASELINE, VALIDITY_PASSED,
        "the baseline beats unigram: 2.05 [1.926, 2.174] against 3.35 (nats per token)");
    asked_free(&s);
}

static void test_nothing_was_counted(void **state)
{
    static const struct {
        const char *beside, *figure;
    } cases[] = {
        {NULL, "no simple baseline was measured"},
        {HEAD "simple_baseline,bigram,seen,ok,,false,16,some,9,1,\n",
         "no simple baseline was measured"},
        {HEAD "simple_baseline,bigram,seen,ok,,false,8,other,9,1,\n",
         "no simple baseline was measured"},
        {HEAD "simple_baseline,bigram,seen,skipped,no folder,,8,some,9,,\n",
         "no simple baseline: no folder"},
        {HEAD "simple_baseline,bigram,seen,ok,,false,8,some,9,,\n",
         "the simple baseline has no value for the metric"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct asked s;
        ask(&s, plain, QUESTION NEGATIVE_CONTROL, cases[i].beside, NULL);
        assert_validity(&s, VALIDITY_SIMPLE_BASELINE, VALIDITY_UNMEASURED, cases[i].figure);
        assert_int_equal(s.mlp->outcome, OUTCOME_NOT_JUDGED);
        asked_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting_is_better),
        cmocka_unit_test(test_counting_near_nought),
        cmocka_unit_test(test_named_simple_baseline),
        cmocka_unit_test(test_nothing_was_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
