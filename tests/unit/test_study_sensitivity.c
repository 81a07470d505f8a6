/* SPDX-License-Identifier: MIT
 * Sensitivity to the tuned axis, worked out by hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/study_tables.h"

/* Two seeds ran all of three rates; a third only the best. The worst that ended is 3.1. */
static const struct run swept[] = {
    {"base", 0, "", "", 8, 0.1, 1, "ok", 3.0, NULL},
    {"base", 0, "", "", 8, 0.1, 2, "ok", 3.1, NULL},
    {"base", 0, "", "", 8, 0.2, 1, "ok", 2.0, NULL},
    {"base", 0, "", "", 8, 0.2, 2, "ok", 2.1, NULL},
    {"base", 0, "", "", 8, 0.2, 3, "ok", 2.1, NULL},
    {"base", 0, "", "", 8, 0.4, 1, "diverged", 0, NULL},
    {"base", 0, "", "", 8, 0.4, 2, "ok", 2.3, NULL},
    {"mlp", 1, "off", "relu", 8, 0.1, 1, "ok", 2.5, NULL},
    {"mlp", 1, "off", "relu", 8, 0.1, 2, "ok", 2.6, NULL},
    {"mlp", 1, "off", "relu", 8, 0.2, 1, "ok", 1.9, NULL},
    {"mlp", 1, "off", "relu", 8, 0.2, 2, "ok", 1.8, NULL},
    {"mlp", 1, "off", "relu", 8, 0.4, 1, "ok", 2.2, NULL},
    {"mlp", 1, "off", "relu", 8, 0.4, 2, "ok", 2.5, NULL},
};
enum { SWEPT = sizeof swept / sizeof *swept };
static const char asked[] = "base,lr,1;2,loss,,0.01,,";

static void test_sensitivity(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f, swept, SWEPT, asked, "");
    const struct study *s = &f.study;
    assert_int_equal(s->sensitivity_count, 2);
    const struct sensitivity *base = &s->sensitivities[0], *mlp = base + 1;
    assert_int_equal(base->contender, find(s, "base", 0));
    assert_true(base->runs == 6 && base->diverged == 1 && mlp->diverged == 0);
    assert_int_equal(base->loss.n, 2);
    near(base->loss.mean, ((3.0 + 2.0 + 3.1) / 3 - 2.0 + (3.1 + 2.1 + 2.3) / 3 - 2.1) / 2, 1e-14);
    near(mlp->loss.mean, (0.3 + 0.5) / 2, 1e-14);
    assert_int_equal(base->gain.n, 0); /* compared with nothing */
    assert_int_equal(base->outcome, OUTCOME_NONE);
    assert_int_equal(mlp->gain.n, 2);
    near(mlp->gain.mean, (0.7 - 0.3 + 0.4 - 0.5) / 2, 1e-14);
    assert_int_equal(mlp->outcome, OUTCOME_UNRESOLVED);
    tear_down(&f);
}

/* As much less in each seed, up to 1e-4: no doubt is left. */
static void test_outcome(void **state)
{
    (void)state;
    struct fixture f;
    struct run runs[SWEPT];
    memcpy(runs, swept, sizeof swept);
    runs[8].loss = 1.8, runs[12].loss = 1.8003; /* seed 2: 0.0001 to 0.4; seed 1: 0.3 to 0.7 */
    set_up(&f, runs, SWEPT, asked, "");
    near(f.study.sensitivities[1].gain.mean, 0.39995, 1e-12);
    assert_int_equal(f.study.sensitivities[1].outcome, OUTCOME_BETTER);
    tear_down(&f);
}

/* With one seed there is nothing to compare by. */
static void test_one_seed(void **state)
{
    (void)state;
    struct fixture f;
    struct run runs[SWEPT];
    memcpy(runs, swept, sizeof swept);
    runs[1].status = runs[8].status = "skipped";
    set_up(&f, runs, SWEPT, "base,lr,1,loss,,0.01,,", "");
    assert_int_equal(f.study.sensitivity_count, 0);
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sensitivity),
        cmocka_unit_test(test_outcome),
        cmocka_unit_test(test_one_seed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
