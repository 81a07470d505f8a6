/* SPDX-License-Identifier: MIT
 * Tests comparisons between conditions: interactions, their verdicts, and the baseline of each
 * condition.
 * With two degrees of freedom, Student's t gives p = 1 - sqrt(t^2 / (t^2 + 2)). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/trained_folder.h"

/* Gain of mlp relative to base, for each size and seed. The question lists the sizes in this order.
 */
static const struct {
    int size;
    double gain[3];
} gains[] = {{16, {0.10, 0.12, 0.11}}, {8, {0.04, 0.05, 0.06}}, {64, {-0.002, 0.003, 0.002}}};
enum { SIZES = 3, RUNS = 2 * 3 * SIZES };

/* Creates training runs. The log loss of base is about 1. Seed and size shift the losses of both
 * arms equally. */
static void trainings(struct training *runs)
{
    for (int s = 0; s < SIZES; s++)
        for (int seed = 1; seed <= 3; seed++) {
            double plain = 1 - 0.01 * seed + 0.1 * s, gain = gains[s].gain[seed - 1];
            *runs++ = (struct training){"base", "", "", gains[s].size, 0.1, seed, "ok", exp(plain)};
            *runs++ = (struct training){"mlp", "off", "relu", gains[s].size,
                                        0.1,   seed,  "ok",   exp(plain - gain)};
        }
}

#define QUESTION                                                                                   \
    "baseline: base\nmetric: loss\nmargin: 0.01\narms: {base: , mlp: {proj: mlp}}\n"               \
    "factors: {size: [16, 8, 64], seed: 1-3}\nfactorial: [size]\n"

static double p_of(double t_squared) { return 1 - sqrt(t_squared / (t_squared + 2)); }

/* Change of the gain relative to size 16, for three seeds:
 * - size 8: -0.06, -0.07, -0.05
 * - size 64: -0.102, -0.117, -0.108 */
static void test_interactions(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[RUNS];
    trainings(runs);
    set_up(&f, runs, RUNS, QUESTION);
    const struct analysis *a = &f.analysis;
    assert_int_equal(a->interaction_count, 2);
    /* If an effect is not judged, its interactions are not judged either. */
    assert_int_equal(a->interactions[0].outcome, OUTCOME_NOT_JUDGED);
    pass_validity_checks(&f);
    const struct interaction *less = &a->interactions[0], *none = &a->interactions[1];
    assert_string_equal(interaction_value(a, less, true), "16");
    assert_string_equal(interaction_value(a, less, false), "8");
    assert_string_equal(interaction_value(a, none, false), "64");
    near(less->gain.centre, -0.06, 1e-12);
    near(less->gain.sd, 0.01, 1e-12);
    /* The 0.975 quantile of Student's t with two degrees of freedom is 4.30265273. */
    near(less->gain.interval.low, -0.06 - 4.30265273 * 0.01 / sqrt(3), 1e-9);
    near(less->gain.interval.high, -0.06 + 4.30265273 * 0.01 / sqrt(3), 1e-9);
    near(less->gain.p, p_of(108), 1e-9); /* t = 0.06 * sqrt(3) / 0.01, so t^2 = 108 */
    near(none->gain.centre, -0.109, 1e-12);
    near(none->gain.sd, sqrt(57e-6),
         1e-12); /* the deviations from the mean are 0.007, -0.008 and 0.001 */
    near(none->gain.p, p_of(0.109 * 0.109 / 19e-6), 1e-9);
    /* Holm's correction of two tests doubles the smaller p and keeps the larger p. */
    near(none->p_corrected, 2 * none->gain.p, 1e-12);
    near(less->p_corrected, less->gain.p, 1e-12);
    assert_true(less->outcome == OUTCOME_WORSE && none->outcome == OUTCOME_WORSE);
    assert_string_equal(change_names[less->outcome], "gains less");
    assert_true(less->unpaired == 0 && less->lost_runs == 0 && less->reference_lost_runs == 0);
    /* mlp is better at sizes 16 and 8, and equivalent at size 64. */
    assert_int_equal(a->effects[less->first].outcome, OUTCOME_BETTER);
    assert_int_equal(a->effects[less->effect].outcome, OUTCOME_BETTER);
    assert_int_equal(a->effects[none->effect].outcome, OUTCOME_EQUIVALENT);
    folder_remove(&f);
}

/* Two different verdicts count as a change only if the interaction is conclusive. */
static void test_equivalent(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[RUNS];
    trainings(runs);
    static const double more[] = {0.004, 0.006, 0.005};
    for (int i = 0; i < 3; i++)
        runs[6 + 2 * i + 1].loss = runs[6 + 2 * i].loss * exp(-gains[0].gain[i] - more[i]);
    set_up(&f, runs, RUNS, QUESTION);
    pass_validity_checks(&f);
    const struct analysis *a = &f.analysis;
    near(a->interactions[0].gain.centre, 0.005, 1e-12);
    /* The interval 0.005 +- 0.0025 lies within the margin. */
    near(a->interactions[0].gain.sd, 0.001, 1e-12);
    assert_int_equal(a->interactions[0].outcome, OUTCOME_EQUIVALENT);
    folder_remove(&f);
    /* At size 8 the gain is lower with two seeds and higher with the third, so the interaction is
     * inconclusive. */
    runs[6 + 1].loss = runs[6].loss * exp(-0.05), runs[6 + 3].loss = runs[6 + 2].loss * exp(0.04);
    set_up(&f, runs, RUNS, QUESTION);
    pass_validity_checks(&f);
    assert_int_equal(f.analysis.interactions[0].outcome, OUTCOME_INCONCLUSIVE);
    folder_remove(&f);
}

/* An interaction includes a seed only if all four runs have a result. */
static void test_missing_seeds(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[RUNS];
    trainings(runs);
    runs[0].status = "timeout";
    runs[7].status = "diverged";
    set_up(&f, runs, RUNS, QUESTION);
    assert_int_equal(f.analysis.interactions[0].gain.n, 2);
    near(f.analysis.interactions[0].gain.centre, -0.06, 1e-12);
    assert_int_equal(f.analysis.interactions[0].unpaired, 0);
    assert_int_equal(f.analysis.interactions[1].unpaired, 1);
    folder_remove(&f);
    trainings(runs);
    runs[0].status = "diverged";
    set_up(&f, runs, RUNS, QUESTION);
    const struct interaction *x = &f.analysis.interactions[0];
    assert_true(x->gain.n == 2 && x->lost_runs == 1 && x->reference_lost_runs == 0);
    folder_remove(&f);
    trainings(runs);
    runs[1].status = "diverged";
    set_up(&f, runs, RUNS, QUESTION);
    x = &f.analysis.interactions[1];
    assert_true(x->gain.n == 2 && x->lost_runs == 0 && x->reference_lost_runs == 1);
    assert_int_equal(x->unchecked, OUTCOME_INCONCLUSIVE);
    folder_remove(&f);
}

/* Two levels are compared only if all other conditions are equal. */
static void test_other_conditions(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[RUNS];
    trainings(runs);
    set_up(&f, runs, RUNS, QUESTION "zip: [{data: [b, a], threads: [2, 1]}]\n");
    const struct analysis *a = &f.analysis;
    int data = axes_find(&f.axes, "data"), threads = axes_find(&f.axes, "threads");
    assert_int_equal(a->interaction_count, 4);
    for (int i = 0; i < 4; i++) {
        const struct interaction *x = &a->interactions[i];
        int here = a->effects[x->effect].entry, first = a->effects[x->first].entry;
        assert_string_equal(entry_value(a, here, data), entry_value(a, first, data));
        assert_string_equal(entry_value(a, here, threads), entry_value(a, first, threads));
        /* Holm's correction of four tests multiplies the p of size 64 by 4 and the p of size 8 by
         * 2. */
        bool least = !strcmp(interaction_value(a, x, false), "64");
        near(x->p_corrected, (least ? 4 : 2) * x->gain.p, 1e-12);
    }
    folder_remove(&f);
}

static void test_claims(void **state)
{
    (void)state;
    struct folder f;
    struct training runs[RUNS];
    trainings(runs);
    set_up(&f, runs, RUNS,
           QUESTION "claims: [{arm: mlp, axis: size, expects: gains less, where: {size: 8}},\n"
                    "  {arm: mlp, expects: gains more, axis: size, where: {size: 64}},\n"
                    "  {arm: mlp, expects: equal, axis: size, where: {size: 16}},\n"
                    "  {arm: mlp, expects: better, where: {size: 8}}]\n");
    const struct analysis *a = &f.analysis;
    assert_int_equal(a->judged_count, 4);
    pass_validity_checks(&f);
    assert_int_equal(a->judged[0].judgement, JUDGED_SAME);
    near(judged_gain(a, &a->judged[0])->centre, -0.06, 1e-12);
    assert_int_equal(a->judged[1].judgement, JUDGED_OPPOSITE);
    assert_int_equal(a->judged[2].effect, -1);
    assert_null(judged_gain(a, &a->judged[2]));
    assert_int_equal(a->judged[3].interaction, -1);
    near(judged_gain(a, &a->judged[3])->centre, 0.05, 1e-12);
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_interactions),  cmocka_unit_test(test_equivalent),
        cmocka_unit_test(test_missing_seeds), cmocka_unit_test(test_other_conditions),
        cmocka_unit_test(test_claims),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
