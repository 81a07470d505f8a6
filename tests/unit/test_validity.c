/* SPDX-License-Identifier: MIT
 * Tests the validity checks of a quality question: a question that passes all checks, the effect of
 * each failed check, and runs that learned nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/validity_case.h"

static void test_all_passed(void **state)
{
    struct asked s;
    (void)state;
    ask(&s, plain, QUESTION NEGATIVE_CONTROL, HEAD FLOOR BIGRAM, NULL);
    assert_validity(&s, VALIDITY_SIMPLE_BASELINE, VALIDITY_PASSED,
                    "the baseline beats bigram: 2.05 [1.926, 2.174] against 2.5 (nats per token). "
                    "The value is 2.2 for bigram fitted to the whole training split");
    assert_int_equal(validity_of_kind(&s, VALIDITY_NEGATIVE_CONTROL)->state, VALIDITY_PASSED);
    assert_validity(&s, VALIDITY_SWEEP, VALIDITY_PASSED,
                    "no best value is the lowest or highest value tried");
    assert_int_equal(s.mlp->outcome, OUTCOME_BETTER);
    assert_null(s.mlp->failed_check);
    assert_int_equal(s.wide->outcome, OUTCOME_WORSE);
    assert_int_equal(s.f.analysis.judged[0].judgement, JUDGED_SAME);
    asked_free(&s);
}

static void test_damage(void **state)
{
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    ask(&s, plain, QUESTION, HEAD FLOOR BIGRAM, NULL);
    assert_validity(&s, VALIDITY_NEGATIVE_CONTROL, VALIDITY_FAILED, "no negative control was run");
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_JUDGED);
    asked_free(&s);
    /* All runs of the specified negative control failed, so the check fails too. */
    memcpy(runs, plain, sizeof plain);
    for (int i = 0; i < 5; i++) runs[10 + i].status = "oom: it needs more memory";
    ask(&s, runs, QUESTION NEGATIVE_CONTROL, HEAD FLOOR BIGRAM, NULL);
    assert_validity(&s, VALIDITY_NEGATIVE_CONTROL, VALIDITY_UNMEASURED,
                    "no pair of the negative control and the baseline finished");
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_JUDGED);
    asked_free(&s);
    /* Every arm listed in negative_control is marked. */
    ask(&s, plain, QUESTION "negative_control: [wide, mlp]\n", HEAD FLOOR BIGRAM, NULL);
    assert_true(s.f.analysis.entries[s.mlp->entry].negative_control);
    assert_true(s.f.analysis.entries[s.wide->entry].negative_control);
    assert_false(s.f.analysis.entries[s.mlp->reference].negative_control);
    asked_free(&s);
    /* The negative control is as good as the baseline, so the check fails. */
    memcpy(runs, plain, sizeof plain);
    for (int i = 0; i < 5; i++) {
        int of_base[] = {0, 1, 2, 3, 4};
        runs[10 + i].loss = plain[of_base[i]].loss * 1.001;
    }
    ask(&s, runs, QUESTION NEGATIVE_CONTROL, HEAD FLOOR BIGRAM, NULL);
    assert_validity(&s, VALIDITY_NEGATIVE_CONTROL, VALIDITY_FAILED,
                    "wide is 0.1 % worse [0.1, 0.1] (it must be significantly worse by more than "
                    "1 %)");
    assert_int_equal(s.wide->unchecked, OUTCOME_EQUIVALENT);
    asked_free(&s);
}

/* Of three negative controls, only the last is found to be worse. Arm mlp has too few or too noisy
 * runs, and arm normed is as good as the baseline. */
static void test_one_damage_is_seen(void **state)
{
    static const double of_mlp[2][3] = {{-1, -1, -1}, {-1.05, -2.025, -1.425}};
    (void)state;
    for (int noisy = 0; noisy < 2; noisy++) {
        struct training runs[12];
        struct folder f;
        for (int i = 0; i < 12; i++) {
            int seed = i % 3, arm = i / 3;
            double base = 2 + 0.1 * seed;
            const double gains[] = {0, of_mlp[noisy][seed], 0.1 * (seed - 1), -0.2 + 0.001 * seed};
            runs[i] = (struct training){"mlp",
                                        "off",
                                        "relu",
                                        8,
                                        0.1,
                                        seed + 1,
                                        arm == 1 && seed && !noisy ? "diverged" : "ok",
                                        base * exp(-gains[arm])};
            if (arm == 2) runs[i].norm = "before";
            if (arm % 3) continue;
            runs[i].arm = arm ? "wide" : "base";
            runs[i].norm = runs[i].act = "";
        }
        set_up(&f, runs, 12,
               "baseline: base\nmetric: loss\nmargin: 0.01\nfactors: {seed: 1-3}\n"
               "arms: {base: , mlp: {proj: mlp}, normed: {proj: mlp, norm: before}, "
               "wide: {proj: wide}}\nnegative_control: [mlp, wide, normed]\n");
        const struct validity *g = &f.analysis.validity[VALIDITY_NEGATIVE_CONTROL];
        assert_non_null(strstr(g->figure, "wide is 22"));
        assert_int_equal(g->state, VALIDITY_PASSED);
        folder_remove(&f);
    }
}

/* An arm has no verdict if its best value is at the edge of the sweep. Other arms keep their
 * verdicts. */
static void test_edges(void **state)
{
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    for (int i = MLP; i < MLP + 5; i++)
        if (runs[i].lr == 0.2)
            runs[i].lr = 0.4;
        else if (runs[i].lr == 0.4)
            runs[i].lr = 0.2;
    ask(&s, runs, QUESTION NEGATIVE_CONTROL, HEAD FLOOR BIGRAM, NULL);
    assert_validity(&s, VALIDITY_SWEEP, VALIDITY_FAILED,
                    "lr = 0.4 of mlp is the highest value tried");
    assert_string_equal(s.mlp->failed_check, "lr = 0.4 of mlp is the highest value tried");
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_JUDGED);
    assert_int_equal(s.wide->outcome, OUTCOME_WORSE);
    asked_free(&s);
}

/* If the baseline's best value is at the edge of the sweep, the baseline may be too weak. Arms
 * compared with it have no verdict. */
static void test_edge_of_the_baseline(void **state)
{
    static const char *const edge = "lr = 0.1 of base is the lowest value tried";
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    for (int i = 0; i < MLP; i++)
        if (runs[i].lr == 0.2)
            runs[i].lr = 0.1;
        else if (runs[i].lr == 0.1)
            runs[i].lr = 0.2;
    ask(&s, runs, QUESTION NEGATIVE_CONTROL, HEAD FLOOR BIGRAM, NULL);
    assert_validity(&s, VALIDITY_SWEEP, VALIDITY_FAILED, edge);
    assert_false(s.f.analysis.entries[s.mlp->entry].at_edge);
    assert_string_equal(s.mlp->failed_check, edge);
    assert_string_equal(s.wide->failed_check, edge);
    assert_int_equal(s.mlp->outcome, OUTCOME_NOT_JUDGED);
    assert_int_equal(s.wide->outcome, OUTCOME_NOT_JUDGED);
    assert_int_equal(s.mlp->unchecked, OUTCOME_BETTER);
    assert_int_equal(s.f.analysis.judged[0].judgement, JUDGED_NOT_JUDGED);
    asked_free(&s);
}

/* An arm that is only as good as the negative control has not learned the task. An arm that is 5 %
 * better has learned it. */
static void test_learned(void **state)
{
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    for (int learned = 0; learned < 2; learned++) {
        memcpy(runs, plain, sizeof plain);
        for (int i = 0; i < 5; i++) {
            const double noise[] = {1, 1, 1, 1.002, 0.998};
            runs[MLP + i].loss = plain[2 * MLP + i].loss * noise[i] * (learned ? 0.95 : 1);
        }
        ask(&s, runs, QUESTION NEGATIVE_CONTROL, HEAD FLOOR BIGRAM, NULL);
        const struct validity *v = validity_of_kind(&s, VALIDITY_LEARNED);
        assert_int_equal(v->state, learned ? VALIDITY_PASSED : VALIDITY_FAILED);
        assert_int_equal(s.wide->outcome, OUTCOME_WORSE);
        assert_int_equal(s.mlp->unchecked, OUTCOME_WORSE);
        assert_int_equal(s.mlp->outcome, learned ? OUTCOME_WORSE : OUTCOME_NOT_JUDGED);
        if (!learned) {
            assert_string_equal(s.mlp->failed_check, v->figure);
            assert_non_null(strstr(v->figure, "mlp does not beat the negative control (gain "));
        }
        asked_free(&s);
    }
}

static const struct trial *trial(const struct asked *s, const char *label, const char *seed)
{
    const struct analysis *a = &s->f.analysis;
    const struct candidate *c = entry_winner(a, find(a, label, 0));
    int i = c->first;
    while (strcmp(trial_value(a->run, a->members[i], a->seed), seed)) i++;
    return a->members[i];
}

static void test_did_not_train(void **state)
{
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    runs[MLP + 4].loss = 3.36;
    ask(&s, runs, QUESTION NEGATIVE_CONTROL, HEAD FLOOR BIGRAM, NULL);
    assert_int_equal(trial(&s, "mlp", "3")->state, TRIAL_DIVERGED);
    assert_string_equal(trial(&s, "mlp", "3")->untrained,
                        "ended with a loss of 3.36, not below the loss of unigram (3.35)");
    assert_int_equal(trial(&s, "mlp", "2")->state, TRIAL_OK);
    assert_int_equal(s.mlp->lost_runs, 1);
    assert_int_equal(s.mlp->gain.n, 2);
    asked_free(&s);
    /* Accuracy is above the floor of 0.16, so the run has learned something, whatever its loss is.
     */
    ask(&s, runs, "split: valid\n" QUESTION NEGATIVE_CONTROL, HEAD, NULL);
    assert_null(trial(&s, "mlp", "3")->untrained);
    asked_free(&s);
}

static void test_right_more_often(void **state)
{
    static const char by_accuracy[] =
        "baseline: base\nmetric: accuracy\nfactors: {lr: [0.2], seed: 1-3}\n"
        "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n";
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    runs[MLP + 4].loss = 3.36; /* corresponds to an accuracy of 0.16 */
    ask(&s, runs, by_accuracy, HEAD "simple_baseline,majority,seen,ok,,true,8,some,9,3.35,0.1\n",
        NULL);
    assert_null(trial(&s, "mlp", "3")->untrained);
    asked_free(&s);
    ask(&s, runs, by_accuracy, HEAD "simple_baseline,majority,seen,ok,,true,8,some,9,3.35,0.2\n",
        NULL);
    assert_string_equal(trial(&s, "mlp", "3")->untrained,
                        "ended with a loss of 3.36, not below the loss of majority (3.35)");
    asked_free(&s);
    /* If the simple baseline has no loss, the message gives its accuracy. */
    ask(&s, runs, by_accuracy, HEAD "simple_baseline,majority,seen,ok,,true,8,some,9,,0.2\n", NULL);
    assert_string_equal(trial(&s, "mlp", "3")->untrained,
                        "ended with accuracy 0.16, no better than majority (0.2)");
    asked_free(&s);
}

/* If the baseline is almost always right, no arm can be significantly better. A worse arm can still
 * be detected. In this test, accuracy is 1 - loss / 4. */
static void test_no_room(void **state)
{
    static const char question[] =
        "baseline: base\ntune: {axis: lr, seeds: [1]}\nmetric: accuracy\nmargin: 0.01\n"
        "factors: {lr: [0.1, 0.2, 0.4], seed: 1-3}\n"
        "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n" NEGATIVE_CONTROL
        "claims: [{arm: mlp, expects: better}, {arm: mlp, expects: no worse},"
        " {arm: wide, expects: better}, {arm: wide, expects: worse},"
        " {arm: wide, expects: no worse}]\n";
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    runs[1].loss = 0.004, runs[3].loss = 0.003, runs[4].loss = 0.005;
    runs[MLP + 1].loss = 0.005, runs[MLP + 3].loss = 0.003, runs[MLP + 4].loss = 0.004;
    ask(&s, runs, question, HEAD "simple_baseline,majority,seen,ok,,true,8,some,9,3.35,0.1\n",
        NULL);
    const struct judged *judged = s.f.analysis.judged;
    assert_int_equal(s.mlp->outcome, OUTCOME_EQUIVALENT);
    assert_int_equal(judged[0].judgement, JUDGED_NOT_JUDGED);
    assert_true(judged[0].why_no_gain);
    assert_string_equal(judged[0].why_no_gain,
                        "the baseline reaches 0.999, and the maximum is 1 (accuracy), "
                        "so no arm can be better by the margin of "
                        "0.01");
    assert_int_equal(judged[0].unchecked, JUDGED_EQUIVALENT);
    assert_int_equal(judged[1].judgement, JUDGED_NOT_JUDGED);
    assert_int_equal(judged[1].unchecked, JUDGED_SAME);
    assert_int_equal(judged[2].judgement, JUDGED_NOT_JUDGED);
    assert_int_equal(judged[3].judgement, JUDGED_SAME);
    assert_int_equal(judged[4].judgement, JUDGED_OPPOSITE);
    assert_null(judged[4].why_no_gain);
    asked_free(&s);
    /* At an accuracy of 0.95, a gain larger than the margin is still possible. */
    for (int i = 0; i < MLP; i++) runs[i].loss += 0.2;
    ask(&s, runs, question, HEAD "simple_baseline,majority,seen,ok,,true,8,some,9,3.35,0.1\n",
        NULL);
    assert_false(s.f.analysis.judged[2].why_no_gain);
    assert_int_equal(s.f.analysis.judged[2].judgement, JUDGED_OPPOSITE);
    asked_free(&s);
}

/* The metric of the question is accuracy, but the simple baseline reports only a loss. The check
 * must still test whether a gain in accuracy is possible. */
static void test_no_room_beside_a_loss(void **state)
{
    static const char question[] =
        "baseline: base\ntune: {axis: lr, seeds: [1]}\nmetric: accuracy\nmargin: 0.01\n"
        "factors: {lr: [0.1, 0.2, 0.4], seed: 1-3}\n"
        "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n" NEGATIVE_CONTROL
        "claims: [{arm: mlp, expects: better}]\n";
    struct asked s;
    struct training runs[PLAIN];
    (void)state;
    memcpy(runs, plain, sizeof plain);
    runs[1].loss = 0.004, runs[3].loss = 0.003, runs[4].loss = 0.005;
    runs[MLP + 1].loss = 0.005, runs[MLP + 3].loss = 0.003, runs[MLP + 4].loss = 0.004;
    ask(&s, runs, question, HEAD "simple_baseline,majority,seen,ok,,true,8,some,9,3.35,\n", NULL);
    const struct standing standing = standing_of(&s.f.analysis, s.mlp->reference);
    assert_ptr_equal(standing.metric, metric_find("loss"));
    near(standing.own.centre, 0.004, 1e-12);
    near(standing.asked.centre, 0.999, 1e-12);
    assert_int_equal(s.f.analysis.judged[0].judgement, JUDGED_NOT_JUDGED);
    assert_string_equal(
        s.f.analysis.judged[0].why_no_gain,
        "the baseline reaches 0.999, and the maximum is 1 (accuracy), so no arm can be "
        "better by the margin of "
        "0.01");
    asked_free(&s);
}

/* The check passes if a gain of exactly one margin is possible. All numbers are exact in double
 * precision. */
static void test_just_enough_room(void **state)
{
    static const char question[] = "baseline: base\nmetric: accuracy\nmargin: 0.25\n"
                                   "factors: {lr: [0.2], seed: 1-3}\n"
                                   "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n";
    (void)state;
    for (int room = 0; room < 2; room++) {
        struct asked s;
        struct training runs[PLAIN];
        memcpy(runs, plain, sizeof plain);
        for (int i = 0; i < MLP; i++) runs[i].loss = room ? 1 : 0.999;
        ask(&s, runs, question, HEAD, NULL);
        int base = find(&s.f.analysis, "base", 0);
        assert_int_equal(standing_of(&s.f.analysis, base).own.n, 3);
        assert_int_equal(is_at_best_value(&s.f.analysis, base), !room);
        asked_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_passed),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_one_damage_is_seen),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_edge_of_the_baseline),
        cmocka_unit_test(test_learned),
        cmocka_unit_test(test_did_not_train),
        cmocka_unit_test(test_right_more_often),
        cmocka_unit_test(test_no_room),
        cmocka_unit_test(test_no_room_beside_a_loss),
        cmocka_unit_test(test_just_enough_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
