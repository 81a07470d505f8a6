/* SPDX-License-Identifier: MIT
 * Tests the validity check `negative_control`: how much worse than the baseline a negative control
 * must be, and which control the message names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/trained_folder.h"

enum { SEEDS = 3 };

#define QUESTION                                                                                   \
    "baseline: base\nmetric: loss\nmargin: 0.01\nfactors: {seed: 1-3}\n"                           \
    "arms: {base: , mlp: {proj: mlp}, wide: {proj: wide}}\n"

/* Analyses runs in which two arms have these gains over the baseline, with one value per seed. */
static void ask(struct folder *f, const char *negative_control, const double *mlp,
                const double *wide)
{
    struct training runs[3 * SEEDS];
    char *question = xformat(QUESTION "negative_control: %s\n", negative_control);
    for (int i = 0; i < SEEDS; i++) {
        double base = 2 + 0.1 * i;
        runs[3 * i] = (struct training){"base", "", "", 8, 0.1, i + 1, "ok", base};
        runs[3 * i + 1] =
            (struct training){"mlp", "off", "relu", 8, 0.1, i + 1, "ok", base * exp(-mlp[i])};
        runs[3 * i + 2] =
            (struct training){"wide", "", "", 8, 0.1, i + 1, "ok", base * exp(-wide[i])};
    }
    set_up(f, runs, 3 * SEEDS, question);
    free(question);
}

static const struct effect *effect_of(const struct folder *f, const char *label)
{
    return entry_effect(&f->analysis, find(&f->analysis, label, 0), COMPARE_STEPS);
}

/* The negative control is significantly worse than the baseline. The check still fails, because the
 * difference may be smaller than the margin. */
static void test_worse_by_less_than_the_margin(void **state)
{
    /* The half-width of the interval is 0.015; 2.4841377 is t for 2 degrees of freedom, divided by
     * sqrt(3). */
    static const double spread = 0.015 / 2.4841377;
    const double better[] = {0.2, 0.201, 0.202};
    const double little[] = {-0.02 - spread, -0.02, -0.02 + spread};
    struct folder f;
    (void)state;
    ask(&f, "wide", better, little);
    const struct effect *e = effect_of(&f, "wide");
    const struct validity *g = &f.analysis.validity[VALIDITY_NEGATIVE_CONTROL];
    near(e->gain.interval.high, -0.005, 1e-6);
    assert_int_equal(e->unchecked, OUTCOME_WORSE);
    assert_int_equal(g->state, VALIDITY_FAILED);
    assert_string_equal(
        g->figure,
        "wide is 2.02 % worse [0.501, 3.56] (it must be significantly worse by more than 1 %)");
    assert_int_equal(effect_of(&f, "mlp")->unchecked, OUTCOME_BETTER);
    assert_int_equal(effect_of(&f, "mlp")->outcome, OUTCOME_NOT_JUDGED);
    folder_remove(&f);
}

/* If several negative controls are worse, the message names the control whose interval has the
 * lowest upper limit. */
static void test_names_the_surest(void **state)
{
    static const double far[] = {-0.3, -0.301, -0.302}, close[] = {-0.2, -0.201, -0.202},
                        noisy[] = {-0.3, -0.4, -0.5};
    static const struct {
        const double *mlp, *wide;
        const char *named;
    } cases[] = {{close, far, "wide is 35.1 % worse ["},
                 {far, close, "mlp is 35.1 % worse ["},
                 {noisy, close, "wide is 22.3 % worse ["},
                 {close, noisy, "mlp is 22.3 % worse ["}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct folder f;
        ask(&f, "[mlp, wide]", cases[i].mlp, cases[i].wide);
        const struct validity *g = &f.analysis.validity[VALIDITY_NEGATIVE_CONTROL];
        assert_int_equal(effect_of(&f, "mlp")->unchecked, OUTCOME_WORSE);
        assert_int_equal(effect_of(&f, "wide")->unchecked, OUTCOME_WORSE);
        assert_true(effect_of(&f, "mlp")->gain.interval.high < -0.01);
        assert_true(effect_of(&f, "wide")->gain.interval.high < -0.01);
        assert_int_equal(g->state, VALIDITY_PASSED);
        if (strncmp(g->figure, cases[i].named, strlen(cases[i].named))) fail_msg("%s", g->figure);
        folder_remove(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worse_by_less_than_the_margin),
        cmocka_unit_test(test_names_the_surest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
