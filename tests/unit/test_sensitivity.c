/* SPDX-License-Identifier: MIT
 * Sensitivity to the tuned axis, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/* Pages have a struct of this name, too. */
#define folder made
#include "tests/unit/trained_folder.h"
#undef folder
#include "harness/render/report.h"

/* Two seeds ran all of three rates; a third only the best. The worst that ended is 3.1. */
static const struct training swept[] = {
    {"base", "", "", 8, 0.1, 1, "ok", 3.0},       {"base", "", "", 8, 0.1, 2, "ok", 3.1},
    {"base", "", "", 8, 0.2, 1, "ok", 2.0},       {"base", "", "", 8, 0.2, 2, "ok", 2.1},
    {"base", "", "", 8, 0.2, 3, "ok", 2.1},       {"base", "", "", 8, 0.4, 1, "diverged", 0},
    {"base", "", "", 8, 0.4, 2, "ok", 2.3},       {"mlp", "off", "relu", 8, 0.1, 1, "ok", 2.5},
    {"mlp", "off", "relu", 8, 0.1, 2, "ok", 2.6}, {"mlp", "off", "relu", 8, 0.2, 1, "ok", 1.9},
    {"mlp", "off", "relu", 8, 0.2, 2, "ok", 1.8}, {"mlp", "off", "relu", 8, 0.4, 1, "ok", 2.2},
    {"mlp", "off", "relu", 8, 0.4, 2, "ok", 2.5},
};
enum { SWEPT = sizeof swept / sizeof *swept };

#define QUESTION(seeds)                                                                            \
    "baseline: base\nmetric: loss\nmargin: 0.01\narms: {base: , mlp: {proj: mlp}}\n"               \
    "tune: {axis: lr, seeds: [" seeds "]}\nfactors: {lr: [0.1, 0.2, 0.4], seed: 1-3}\n"

static void test_sensitivity(void **state)
{
    (void)state;
    struct made f;
    set_up(&f, swept, SWEPT, QUESTION("1, 2"));
    const struct analysis *a = &f.analysis;
    assert_int_equal(a->sensitivity_count, 2);
    const struct sensitivity *base = &a->sensitivities[0], *mlp = base + 1;
    assert_int_equal(base->entry, find(a, "base", 0));
    assert_true(base->runs == 6 && base->diverged == 1 && mlp->diverged == 0);
    assert_int_equal(base->loss.n, 2);
    near(base->loss.centre, ((3.0 + 2.0 + 3.1) / 3 - 2.0 + (3.1 + 2.1 + 2.3) / 3 - 2.1) / 2, 1e-14);
    near(mlp->loss.centre, (0.3 + 0.5) / 2, 1e-14);
    assert_int_equal(base->gain.n, 0); /* compared with nothing */
    assert_int_equal(base->outcome, OUTCOME_NONE);
    assert_int_equal(mlp->gain.n, 2);
    near(mlp->gain.centre, (0.7 - 0.3 + 0.4 - 0.5) / 2, 1e-14);
    assert_int_equal(mlp->outcome, OUTCOME_UNRESOLVED);
    folder_remove(&f);
}

/* In words, but for a control that is damaged on purpose, which is no arm. */
static void assert_said(struct made *f)
{
    struct document d = {0};
    const struct page p = {.d = &d, .a = &f->analysis, .q = &f->analysis.questions[0]};
    assert_string_equal(sensitivity_counts(&p), "1 less sensitive to lr");
    f->analysis.entries[f->analysis.sensitivities[1].entry].damaged = true;
    assert_string_equal(sensitivity_counts(&p), "");
    document_free(&d);
}

/* As much less in each seed, up to 1e-4: no doubt is left. */
static void test_outcome(void **state)
{
    (void)state;
    struct made f;
    struct training runs[SWEPT];
    memcpy(runs, swept, sizeof swept);
    runs[8].loss = 1.8, runs[12].loss = 1.8003; /* seed 2: 0.0001 to 0.4; seed 1: 0.3 to 0.7 */
    set_up(&f, runs, SWEPT, QUESTION("1, 2"));
    near(f.analysis.sensitivities[1].gain.centre, 0.39995, 1e-12);
    assert_int_equal(f.analysis.sensitivities[1].outcome, OUTCOME_BETTER);
    assert_said(&f);
    folder_remove(&f);
}

/* One that ended and learned nothing has a loss of its own, which is neither the worst of those
 * that learned nor what the run counts as. */
static void test_learned_nothing(void **state)
{
    (void)state;
    struct made f;
    struct training runs[SWEPT];
    memcpy(runs, swept, sizeof swept);
    runs[12].loss = 9; /* mlp, 0.4, seed 2 */
    set_up(&f, runs, SWEPT, QUESTION("1, 2"));
    struct analysis *a = &f.analysis;
    for (int i = 0; i < f.run.trial_count; i++) {
        struct trial *t = &f.run.trials[i];
        if (t->metric[SPLIT_VALID][metric_find("loss") - metrics] < 9 || t->state) continue;
        t->untrained = xstrdup("ended at 9, not below unigram 5");
        t->state = TRIAL_DIVERGED;
    }
    find_sensitivities(a, &a->questions[0]);
    const struct sensitivity *base = &a->sensitivities[a->questions[0].sensitivities.first];
    near(base->loss.centre, ((3.0 + 2.0 + 3.1) / 3 - 2.0 + (3.1 + 2.1 + 2.3) / 3 - 2.1) / 2, 1e-14);
    near(base[1].loss.centre, (0.3 + (2.6 + 1.8 + 3.1) / 3 - 1.8) / 2, 1e-14);
    assert_int_equal(base[1].diverged, 1);
    folder_remove(&f);
}

/* With one seed there is nothing to compare by. */
static void test_one_seed(void **state)
{
    (void)state;
    struct made f;
    struct training runs[SWEPT];
    memcpy(runs, swept, sizeof swept);
    runs[1].status = runs[8].status = "not_needed";
    set_up(&f, runs, SWEPT, QUESTION("1"));
    assert_int_equal(f.analysis.sensitivity_count, 0);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sensitivity),
        cmocka_unit_test(test_outcome),
        cmocka_unit_test(test_learned_nothing),
        cmocka_unit_test(test_one_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
