/* SPDX-License-Identifier: MIT
 * Tests the analysis of training runs: best values, effects, comparisons, factors and claims.
 * Comments show how the expected numbers are computed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/plain_question.h"

static void test_winners(void **state)
{
    (void)state;
    struct folder f;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    const struct analysis *a = &f.analysis;
    assert_int_equal(a->entry_count, 2);
    int base = find(a, "base", 0), mlp = find(a, "mlp", 0);
    const struct candidate *b = &a->candidates[a->entries[base].winner];
    /* The rate 0.4 was tried but diverged, so 0.2 is not at the edge of the range. */
    assert_string_equal(b->value, "0.2");
    assert_int_equal(b->n, 3);
    near(b->mean, 2.1, 1e-15);
    near(b->sd, 0.1, 1e-15);
    near(b->tuning, 2, 0);
    assert_false(a->entries[base].at_edge);
    assert_string_equal(a->candidates[a->entries[mlp].winner].value, "0.1");
    assert_true(a->entries[mlp].at_edge);
    const struct candidate *lost = &a->candidates[a->entries[base].first + 2];
    assert_true(lost->diverged == 1 && isinf(lost->tuning) && lost->n == 0);
    assert_int_equal(a->candidates[a->entries[base].first].not_needed, 1);
    folder_remove(&f);
}

static void test_rows_without_a_result(void **state)
{
    static const struct {
        const char *status;
        enum trial_state found;
    } cases[] = {{"not_needed: lr=0.2 won the tuning of this arm, with a validation loss of 2",
                  TRIAL_NOT_NEEDED},
                 {"skipped: data set 'trec': there is no folder data/trec", TRIAL_SKIPPED},
                 {"skipped: no value of lr could be trained", TRIAL_SKIPPED},
                 {"skipped: needs 9 MiB, this machine has 8 MiB", TRIAL_SKIPPED},
                 {"unsupported: it has no meaning", TRIAL_FAILED}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f;
        struct training runs[PLAIN];
        memcpy(runs, plain, sizeof plain);
        runs[3].status = cases[i].status;
        set_up(&f, runs, PLAIN, PLAIN_QUESTION);
        const struct analysis *a = &f.analysis;
        const struct candidate *c = &a->candidates[a->entries[find(a, "base", 0)].first];
        int found = 0;
        for (int k = c->first; k < c->last; k++) found += a->members[k]->state == cases[i].found;
        assert_int_equal(found, 1);
        assert_int_equal(c->not_needed, cases[i].found == TRIAL_NOT_NEEDED);
        assert_int_equal(c->not_run, 1);
        assert_int_equal(c->failed, cases[i].found != TRIAL_NOT_NEEDED);
        folder_remove(&f);
    }
}

/* An arm has no best value until all its tuning runs are finished. */
static void test_unfinished_tuning(void **state)
{
    (void)state;
    struct folder f;
    set_up(&f, plain, PLAIN - 1, PLAIN_QUESTION);
    const struct analysis *a = &f.analysis;
    int base = find(a, "base", 0), mlp = find(a, "mlp", 0);
    assert_non_null(entry_winner(a, base));
    assert_null(entry_winner(a, mlp));
    assert_int_equal(a->candidates[a->entries[mlp].first].tuning_seeds, 1);
    assert_int_equal(entry_effect(a, mlp, COMPARE_STEPS)->outcome, OUTCOME_NONE);
    folder_remove(&f);
}

/* If every learning rate failed with some seed, the analysis picks the learning rate with the
 * fewest failures. */
static void test_without_a_winner(void **state)
{
    (void)state;
    /* Rows skipped for lack of memory are treated like timeouts. */
    static const char *const lost[] = {"timeout", "skipped: needs 9 MiB, this machine has 8 MiB"};
    struct folder f;
    struct training runs[] = {
        {"base", "", "", 8, 0.1, 1, "diverged", 0},      {"base", "", "", 8, 0.1, 2, "diverged", 0},
        {"base", "", "", 8, 0.2, 1, "diverged", 0},      {"base", "", "", 8, 0.2, 2, "ok", 2},
        {"mlp", "off", "relu", 8, 0.1, 1, "ok", 2},      {"mlp", "off", "relu", 8, 0.2, 1, "ok", 3},
        {"mlp", "off", "relu", 8, 0.1, 2, "timeout", 0}, {"mlp", "off", "relu", 8, 0.2, 2, "ok", 4},
    };
    for (int i = 0; i < 2; i++) {
        runs[6].status = lost[i];
        set_up(&f, runs, 8,
               "baseline: base\ntune: {axis: lr, seeds: [1, 2]}\n" ARMS
               "factors: {lr: [0.1, 0.2], seed: 1-2}\n" BY_LOSS);
        const struct analysis *a = &f.analysis;
        assert_string_equal(a->candidates[a->entries[find(a, "base", 0)].winner].value, "0.2");
        /* A failed seed counts as an infinite loss, so learning rate 0.1 is not chosen. */
        int mlp = find(a, "mlp", 0);
        assert_true(isinf(a->candidates[a->entries[mlp].first].tuning));
        assert_string_equal(a->candidates[a->entries[mlp].winner].value, "0.2");
        folder_remove(&f);
    }
}

static void test_effect(void **state)
{
    (void)state;
    struct folder f;
    set_up(&f, plain, PLAIN,
           PLAIN_QUESTION "claims: [{arm: mlp, expects: better, published: ten},"
                          " {arm: base, expects: better}]\n");
    const struct analysis *a = &f.analysis;
    const struct effect *e = entry_effect(a, find(a, "mlp", 0), COMPARE_STEPS);
    assert_int_equal(e->pairs, 3);
    near(e->gain.centre, 0.2, 1e-12);
    near(e->gain.sd, 0.1, 1e-12);
    near(e->gain.interval.low, 0.2 - 4.30265273 * 0.1 / sqrt(3), 1e-8);
    near(e->wins, 3, 0);
    near(e->p_corrected, e->gain.p, 0); /* a single comparison needs no correction of p */
    assert_int_equal(e->unchecked, OUTCOME_INCONCLUSIVE);
    near(e->cost.parameters, 1.5, 0);
    near(e->cost.flops, 2, 0);
    near(e->cost.memory, 1.1, 1e-15);
    near(exp(e->cost.log_time.centre), 2, 1e-15);
    assert_null(entry_effect(a, find(a, "base", 0), COMPARE_STEPS));
    assert_null(entry_effect(a, find(a, "mlp", 0), COMPARE_PARAMETERS));
    assert_int_equal(a->judged_count, 2);
    assert_int_equal(a->judged[0].unchecked, JUDGED_INCONCLUSIVE);
    assert_int_equal(a->judged[1].effect, -1);
    folder_remove(&f);
}

/* mlp diverged with the second seed, so it cannot be judged better. */
static void test_divergence(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[PLAIN];
    memcpy(runs, plain, sizeof plain);
    runs[8].status = "diverged";
    runs[9].loss = 2.2 * exp(-0.1001);
    set_up(&f, runs, PLAIN, PLAIN_QUESTION "claims: [{arm: mlp, expects: worse}]\n");
    const struct analysis *a = &f.analysis;
    const struct effect *e = entry_effect(a, find(a, "mlp", 0), COMPARE_STEPS);
    assert_true(e->pairs == 3 && e->gain.n == 2 && e->wins == 2 && e->lost_runs == 1);
    assert_true(e->gain.interval.low > 0.01 && e->p_corrected < 0.05);
    assert_int_equal(e->unchecked, OUTCOME_INCONCLUSIVE);
    folder_remove(&f);
}

/* The default margin is 1 % of the range of the metric. */
static void test_default_margins(void **state)
{
    (void)state;
    static const struct {
        const char *metric;
        double margin;
    } cases[] = {{"loss", 0.01}, {"accuracy", 0.01}, {"matthews", 0.02}, {"bleu", 1}, {"f1", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f;
        char *text = xformat(TUNED ARMS SWEPT "metric: %s\n", cases[i].metric);
        set_up(&f, plain, PLAIN, text);
        near(f.analysis.questions[0].margin, cases[i].margin, 0);
        folder_remove(&f);
        free(text);
    }
}

/* The accuracy gain is almost the same with every seed, so the verdict is conclusive. */
static void test_higher_is_better(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[PLAIN];
    memcpy(runs, plain, sizeof plain);
    runs[6].loss = 1.9, runs[8].loss = 2.001, runs[9].loss = 2.1;
    set_up(&f, runs, PLAIN,
           TUNED ARMS SWEPT "metric: accuracy\n"
                            "claims: [{arm: mlp, expects: better, where: {size: 8}},"
                            " {arm: mlp, expects: equal},"
                            " {arm: mlp, expects: no worse, where: {size: [8, 9], arm: mlp}},"
                            " {arm: mlp, expects: better, where: {arm: base}}]\n");
    const struct analysis *a = &f.analysis;
    const struct effect *e = entry_effect(a, find(a, "mlp", 0), COMPARE_STEPS);
    near(e->gain.centre, (0.1 + 0.099 + 0.1) / 3 / 4, 1e-12);
    assert_int_equal(e->unchecked, OUTCOME_BETTER);
    assert_int_equal(a->judged[0].unchecked, JUDGED_SAME);
    assert_int_equal(a->judged[1].unchecked, JUDGED_OPPOSITE);
    assert_int_equal(a->judged[2].unchecked, JUDGED_SAME); /* "better" implies "no worse" */
    assert_int_equal(a->judged[3].effect, -1);             /* no effect matches this claim */
    folder_remove(&f);
}

/* An arm is compared with its control in the same condition. The control may itself be an arm of
 * the question. */
static void test_control(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[PLAIN + 5];
    memcpy(runs, plain, sizeof plain);
    for (int seed = 1; seed <= 3; seed++)
        runs[PLAIN + seed - 1] = (struct training){"wide", "", "", 8, 0.1, seed, "ok", 2};
    runs[PLAIN + 3] = (struct training){"wide", "", "", 8, 0.2, 1, "diverged", 0};
    runs[PLAIN + 4] = (struct training){"wide", "", "", 8, 0.4, 1, "diverged", 0};
    set_up(&f, runs, PLAIN + 5,
           TUNED SWEPT BY_LOSS "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"
                               "controls: {mlp: wide}\n"
                               "claims: [{arm: mlp, expects: better},"
                               " {arm: mlp, expects: better, reading: parameters}]\n");
    const struct effect *e =
        entry_effect(&f.analysis, find(&f.analysis, "mlp", 0), COMPARE_PARAMETERS);
    /* The first claim compares mlp with the baseline. The second compares mlp with its control. */
    assert_int_equal(f.analysis.judged[0].unchecked, JUDGED_INCONCLUSIVE);
    assert_int_equal(f.analysis.judged[1].unchecked, JUDGED_SAME);
    assert_ptr_equal(&f.analysis.effects[f.analysis.judged[1].effect], e);
    near(e->gain.centre, (0.1 + log(2 / 1.7193345814637619) + log(2 / 1.6298000854997794)) / 3,
         1e-12);
    near(e->cost.parameters, 1, 0);
    folder_remove(&f);
}

static void test_faults(void **state)
{
    (void)state;
    struct folder f;
    set_up(&f, plain, PLAIN, TUNED ARMS SWEPT);
    static const struct {
        const char *file, *text, *error;
    } faults[] = {
        {"cells.csv", "ablation,key,status,metric\nq,nobody,ok,loss\n",
         "the row nobody is not in plan.json"},
        {"cells.csv", "ablation,key\n", "missing column \"status\""},
        {"plan.json", "{}", "plan.json: another version of attnlab wrote the file"},
        {"describe.json", "{", "describe"},
    };
    char *error = NULL;
    struct text beauty = {0};
    text_add(&beauty, "ablation,key,status,metric\nq,\"%s\",ok,beauty\n", f.plan.rows[0].key);
    folder_write(&f, "cells.csv", beauty.data);
    run_data_free(&f.run);
    assert_false(run_data_read(&f.run, f.path, &error));
    assert_non_null(strstr(error, "no metric \"beauty\""));
    free(error);
    text_free(&beauty);
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        run_data_free(&f.run);
        folder_write(&f, "cells.csv", "ablation,key,status\n");
        folder_write(&f, faults[i].file, faults[i].text);
        assert_false(run_data_read(&f.run, f.path, &error));
        if (!strstr(error, faults[i].error)) fail_msg("%s", error);
        free(error);
    }
    folder_remove(&f);
}

/* Each run has its own curve, with points at steps 10 and 20 (trained_folder.h). */
static void test_curves(void **state)
{
    (void)state;
    struct folder f;
    set_up(&f, plain, PLAIN,
           "baseline: base\nfixed: {lr: 0.2}\n" ARMS "factors: {seed: 1-3}\n" BY_LOSS);
    int with = 0;
    for (int i = 0; i < f.run.trial_count; i++) {
        const struct trial *t = &f.run.trials[i];
        if (t->row < 0 || t->state != TRIAL_OK) continue;
        assert_int_equal(t->point_count, 2);
        near(t->points[0].step, 10, 0);
        near(t->points[1].step, 20, 0);
        near(t->points[0].flop, t->points[1].flop / 2, 0);
        with += i == 0;
    }
    assert_int_equal(with, 1);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_winners),
        cmocka_unit_test(test_rows_without_a_result),
        cmocka_unit_test(test_unfinished_tuning),
        cmocka_unit_test(test_without_a_winner),
        cmocka_unit_test(test_effect),
        cmocka_unit_test(test_divergence),
        cmocka_unit_test(test_default_margins),
        cmocka_unit_test(test_higher_is_better),
        cmocka_unit_test(test_control),
        cmocka_unit_test(test_curves),
        cmocka_unit_test(test_faults),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
