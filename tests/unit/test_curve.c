/* SPDX-License-Identifier: MIT
 * Points of the learning curve: what stands there is the mean of the steps since the point before.
 */
#include "tests/unit/trainer_case.h"

static struct stop curve_of(int every)
{
    struct stop told = {0};
    struct train_options o = options();
    o.evaluate_every = every;
    struct outcome out = run(&o, &told);
    assert_true(out.good && !out.result.diverged);
    return told;
}

/* Sums of the same numbers in the same order. */
static void near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-12 * fabs(want))) fail_msg("%.17g instead of %.17g", got, want);
}

/* Looking at the model changes nothing of it, so a run with a point a step has each step's numbers.
 * Every batch has as many targets. */
static void points_are_means_of_their_steps(void **state)
{
    (void)state;
    const struct stop each = curve_of(1), some = curve_of(3);
    assert_int_equal(each.points, STEPS);
    assert_int_equal(some.points, STEPS / 3);
    for (int p = 0; p < some.points; p++) {
        double loss = 0, norm = 0;
        for (int i = 3 * p; i < 3 * p + 3; i++) {
            loss += each.point[i].train_loss / 3;
            norm += each.point[i].gradient_norm / 3;
        }
        assert_int_equal(some.point[p].step, 3 * p + 3);
        near(some.point[p].train_loss, loss);
        near(some.point[p].gradient_norm, norm);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(points_are_means_of_their_steps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
