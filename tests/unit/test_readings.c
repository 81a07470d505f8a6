/* SPDX-License-Identifier: MIT
 * Effects at equal FLOP and time, read from learning curves; of which trainings times are compared.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/plain_question.h"

/* Base ends at FLOP 200 and 2 s, where the others are at their first point, with loss 4. */
static void test_budgets(void **state)
{
    (void)state;
    struct folder f;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    const struct analysis *a = &f.analysis;
    int mlp = find(a, "mlp", 0);
    double want = (log(2.0 / 4) + log(2.1 / 4) + log(2.2 / 4)) / 3;
    near(entry_effect(a, mlp, READ_FLOP)->gain.centre, want, 1e-12);
    near(entry_effect(a, mlp, READ_FLOP)->budget_share, 0.5, 1e-15);
    near(entry_effect(a, mlp, READ_FLOP)->read_value, 4, 1e-12);
    near(entry_effect(a, mlp, READ_FLOP)->read_reference, 2.1, 1e-12); /* its ends */
    assert_true(isnan(entry_effect(a, mlp, READ_STEPS)->read_value));
    near(entry_effect(a, mlp, READ_TIME)->gain.centre, want, 1e-12);
    const struct metric *loss = metric_find("loss");
    const struct trial *t = a->members[a->candidates[a->entries[mlp].winner].first];
    double end = trial_result(&a->questions[0], t);
    near(end, 1.8096748360719191, 0);
    near(curve_at(t, loss, CURVE_FLOP, 300), (4 + end) / 2, 1e-12);
    near(curve_at(t, loss, CURVE_STEP, 20), end, 0);
    assert_true(isnan(curve_at(t, loss, CURVE_STEP, 9)));
    assert_true(isnan(curve_at(t, loss, CURVE_STEP, 21)));
    folder_remove(&f);
}

/* A pair of which one has no curve is left out, and the budget is of those that are read. */
static void test_budgets_without_a_curve(void **state)
{
    (void)state;
    struct folder f;
    lost_curve = 2;
    set_up(&f, plain, PLAIN, PLAIN_QUESTION);
    lost_curve = 0;
    const struct effect *e = entry_effect(&f.analysis, find(&f.analysis, "mlp", 0), READ_FLOP);
    assert_int_equal(e->pairs, 2);
    near(e->gain.centre, (log(2.0 / 4) + log(2.2 / 4)) / 2, 1e-12);
    near(e->budget_share, 0.5, 1e-15);
    near(e->read_reference, 2.1, 1e-12);
    assert_int_equal(e->off_curve, 1);
    assert_int_equal(e->two_machines, 0);
    folder_remove(&f);
}

/* Times of two starts of a system are not compared, nor, where a run does not tell of starts, those
 * of a training that was taken over from another run. What it learns is. */
static void test_times_of_two_machines(void **state)
{
    static const struct {
        const char *column, *said;
        int apart;
    } cases[] = {
        {"boot", "1f85f45f", 1}, {"trained_in", "results/before", 1}, {"trained_in", "q", 0}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f;
        place_column = cases[i].column, place_said = cases[i].said;
        set_up(&f, plain, PLAIN, PLAIN_QUESTION);
        place_column = NULL;
        int mlp = find(&f.analysis, "mlp", 0);
        const struct effect *steps = entry_effect(&f.analysis, mlp, READ_STEPS);
        const struct effect *time = entry_effect(&f.analysis, mlp, READ_TIME);
        assert_int_equal(time->two_machines, cases[i].apart);
        assert_int_equal(time->pairs, 3 - cases[i].apart);
        assert_int_equal(steps->cost.log_time.n, 3 - cases[i].apart);
        assert_int_equal(steps->pairs, 3);
        folder_remove(&f);
    }
}

/* What a model learns by formula is what it learns; what it takes is not what it would take. */
static void test_by_formula(void **state)
{
    (void)state;
    for (int side = 0; side < 2; side++) {
        struct folder f;
        formula_arm = side ? "base" : "mlp";
        set_up(&f, plain, PLAIN, PLAIN_QUESTION "claims: [{arm: mlp, expects: better}]\n");
        formula_arm = NULL;
        const struct analysis *a = &f.analysis;
        int mlp = find(a, side ? "mlp" : "mlp (by formula)", 0);
        const struct effect *steps = entry_effect(a, mlp, READ_STEPS);
        const struct effect *flop = entry_effect(a, mlp, READ_FLOP);
        const struct effect *time = entry_effect(a, mlp, READ_TIME);
        assert_true(steps->cost.by_formula);
        near(exp(steps->cost.log_time.centre), 2, 1e-15);
        near(steps->gain.centre, 0.2, 1e-12);
        near(steps->p_corrected, steps->gain.p, 0);
        assert_int_equal(steps->ungated, OUTCOME_UNRESOLVED);
        assert_int_equal(a->judged[0].ungated, JUDGED_UNRESOLVED);
        assert_int_equal(flop->ungated, OUTCOME_WORSE);
        assert_int_equal(time->ungated, OUTCOME_BY_FORMULA);
        near(time->gain.centre, flop->gain.centre, 1e-12); /* the same points of the curves */
        assert_true(isnan(time->gain.p) && isnan(time->gain.p_flip) && isnan(time->p_corrected));
        folder_remove(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_budgets),
        cmocka_unit_test(test_budgets_without_a_curve),
        cmocka_unit_test(test_times_of_two_machines),
        cmocka_unit_test(test_by_formula),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
