/* SPDX-License-Identifier: MIT
 * Tests interpolation on learning curves, and comparisons of training times. */
#include "tests/unit/test.h"

#include "tests/unit/plain_question.h"

TEST("curves are linear between points and NaN outside")
{
    struct folder f;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    const struct analysis *a = &f.analysis;
    const struct metric *loss = metric_find("loss");
    const struct trial *t = a->members[a->candidates[a->entries[find(a, "mlp", 0)].winner].first];
    double end = trial_result(&a->questions[0], t);
    near(end, 1.8096748360719191, 0);
    near(curve_at(t, loss, 15), (4 + end) / 2, 1e-12);
    near(curve_at(t, loss, 20), end, 0);
    assert_true(isnan(curve_at(t, loss, 9)));
    assert_true(isnan(curve_at(t, loss, 21)));
    folder_remove(&f);
}

/* Scores are always compared. Times are compared only if the machine was not rebooted in between.
 */
TEST("times before and after a reboot are not compared")
{
    static const struct {
        const char *column, *said;
        int apart;
    } cases[] = {
        {"boot", "1f85f45f", 1}, {"trained_in", "results/before", 1}, {"trained_in", "q", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f;
        place_column = cases[i].column, place_said = cases[i].said;
        set_up(&f, plain, PLAIN, PLAIN_QUESTION);
        place_column = NULL;
        int mlp = find(&f.analysis, "mlp", 0);
        const struct effect *steps = entry_effect(&f.analysis, mlp, COMPARE_STEPS);
        assert_int_equal(steps->cost.log_time.n, 3 - cases[i].apart);
        assert_int_equal(steps->pairs, 3);
        folder_remove(&f);
    }
}

TEST("a run without fast kernels gives valid scores, but its time is marked")
{
    for (int side = 0; side < 2; side++) {
        struct folder f;
        formula_arm = side ? "base" : "mlp";
        set_up(&f, plain, PLAIN, PLAIN_QUESTION "claims: [{arm: mlp, expects: better}]\n");
        formula_arm = NULL;
        const struct analysis *a = &f.analysis;
        int mlp = find(a, side ? "mlp" : "mlp (by formula)", 0);
        const struct effect *steps = entry_effect(a, mlp, COMPARE_STEPS);
        assert_true(steps->cost.by_formula);
        near(exp(steps->cost.log_time.centre), 2, 1e-15);
        near(steps->gain.centre, 0.2, 1e-12);
        near(steps->p_corrected, steps->gain.p, 0);
        assert_int_equal(steps->unchecked, OUTCOME_INCONCLUSIVE);
        assert_int_equal(a->judged[0].unchecked, JUDGED_INCONCLUSIVE);
        folder_remove(&f);
    }
}
