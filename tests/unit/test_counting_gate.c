/* SPDX-License-Identifier: MIT
 * The gate of counting: a baseline must beat a model that only counts, whichever is named or is
 * best. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/analysis/looks/judge_looks.h"
#include "tests/unit/assessable_case.h"

/* Gains and intervals stay, and so does what would have been said. */
static void test_counting_is_better(void **state)
{
    struct asked s;
    (void)state;
    ask(&s, plain, QUESTION DAMAGED,
        HEAD FLOOR BIGRAM "yardstick,ngram5,seen,ok,,false,8,some,9,1.68,\n", NULL);
    const char *figure =
        "baseline 2.05 [1.926, 2.174] does not beat ngram5, which gives 1.68 (nats per token); on "
        "all of the training part bigram gives 2.2";
    assert_gate(&s, GATE_COUNTING, GATE_FAILED, figure);
    assert_string_equal(s.mlp->shut, figure);
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_ASSESSABLE);
    assert_int_equal(s.mlp->ungated, OUTCOME_BETTER);
    near(s.mlp->gain.centre, (log(2.00 / 1.800) + log(2.05 / 1.849) + log(2.10 / 1.888)) / 3,
         1e-12);
    assert_int_equal(s.f.analysis.judged[0].judgement, JUDGED_NOT_ASSESSABLE);
    assert_int_equal(s.f.analysis.judged[0].ungated, JUDGED_REPRODUCED);
    asked_free(&s);
    /* A mean below it is not enough when the interval is not. */
    ask(&s, plain, QUESTION DAMAGED, HEAD "yardstick,ngram5,seen,ok,,false,8,some,9,2.1,\n", NULL);
    assert_gate(
        &s, GATE_COUNTING, GATE_FAILED,
        "baseline 2.05 [1.926, 2.174] does not beat ngram5, which gives 2.1 (nats per token)");
    asked_free(&s);
}

/* An interval that reaches down to a loss of 0, which has no logarithm, may yet beat what counts.
 */
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
    ask(&s, runs, QUESTION DAMAGED "looks: [2, 3]\n",
        HEAD "yardstick,bigram,seen,ok,,false,8,some,9,0.16,\n", NULL);
    assert_int_equal(gate(&s, GATE_COUNTING)->state, GATE_FAILED);
    assert_true(entry_is_open(&s.f.analysis, find(&s.f.analysis, "base", 0)));
    asked_free(&s);
}

/* Whether a look leaves the baseline open though all comparisons are resolved: only where more
 * seeds may tell. Its interval is that of the look, of confidence 1 - 0.05 * 2/3: t is 5.34 and
 * not 4.30. */
static void test_counting_at_a_look(void **state)
{
    static const struct {
        const char *counted;
        enum gate_state state;
        bool open;
    } cases[] = {{"2.21", GATE_PASSED, false},
                 {"2.19", GATE_FAILED, true}, /* within 95 % of all, and of a look not */
                 {"1.91", GATE_FAILED, true},
                 {"1.89", GATE_FAILED, false}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct asked s;
        char *beside =
            xformat(HEAD "yardstick,bigram,seen,ok,,false,8,some,9,%s,\n", cases[i].counted);
        ask(&s, plain, QUESTION DAMAGED "looks: [2, 3]\n", beside, NULL);
        assert_int_equal(gate(&s, GATE_COUNTING)->state, cases[i].state);
        assert_int_equal(entry_is_open(&s.f.analysis, find(&s.f.analysis, "base", 0)),
                         cases[i].open);
        assert_false(entry_is_open(&s.f.analysis, find(&s.f.analysis, "mlp", 0)));
        assert_false(entry_is_open(&s.f.analysis, find(&s.f.analysis, "wide", 0)));
        asked_free(&s);
        free(beside);
    }
}

/* A seed beyond the look that the baseline has reached is in no mean: of seeds 1 to 3 it has the
 * first two, until the fourth is there too. */
static void test_standing_at_a_look(void **state)
{
    static const char question[] = "baseline: base\nmetric: loss\nmargin: 0.01\nseeds: 1-4\n"
                                   "looks: [2, 4]\narms: {base: , wide: {proj: wide}}\n";
    struct training runs[8];
    (void)state;
    for (int i = 0; i < 8; i++)
        runs[i] =
            (struct training){i < 4 ? "wide" : "base",          "", "", 8, 0.1, i % 4 + 1, "ok",
                              (i < 4 ? 2.4 : 2) + 0.1 * (i % 4)};
    for (int whole = 0; whole < 2; whole++) {
        struct folder f;
        set_up(&f, runs, 7 + whole, question);
        struct standing s = standing_of(&f.analysis, find(&f.analysis, "base", 0));
        assert_int_equal(s.own.n, whole ? 4 : 2);
        near(s.own.centre, whole ? 2.15 : 2.05, 1e-12);
        folder_remove(&f);
    }
}

static void test_named_yardstick(void **state)
{
    struct asked s;
    (void)state;
    ask(&s, plain, QUESTION DAMAGED, HEAD FLOOR "yardstick,ngram5,seen,ok,,false,8,some,9,1.68,\n",
        "unigram");
    assert_gate(&s, GATE_COUNTING, GATE_PASSED,
                "baseline 2.05 [1.926, 2.174] beats unigram, which gives 3.35 (nats per token)");
    asked_free(&s);
}

static void test_nothing_was_counted(void **state)
{
    static const struct {
        const char *beside, *figure;
    } cases[] = {
        {NULL, "no yardstick was measured"},
        {HEAD "yardstick,bigram,seen,ok,,false,16,some,9,1,\n", "no yardstick was measured"},
        {HEAD "yardstick,bigram,seen,ok,,false,8,other,9,1,\n", "no yardstick was measured"},
        {HEAD "yardstick,bigram,seen,skipped,no folder,,8,some,9,,\n", "no yardstick: no folder"},
        {HEAD "yardstick,bigram,seen,ok,,false,8,some,9,,\n",
         "the yardstick has no value of the metric"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct asked s;
        ask(&s, plain, QUESTION DAMAGED, cases[i].beside, NULL);
        assert_gate(&s, GATE_COUNTING, GATE_UNMEASURED, cases[i].figure);
        assert_int_equal(s.mlp->outcome, OUTCOME_NOT_ASSESSABLE);
        asked_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_counting_is_better), cmocka_unit_test(test_counting_near_nought),
        cmocka_unit_test(test_counting_at_a_look), cmocka_unit_test(test_named_yardstick),
        cmocka_unit_test(test_standing_at_a_look), cmocka_unit_test(test_nothing_was_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
