/* SPDX-License-Identifier: MIT
 * Tests that a claim is judged only in the setups to which it applies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/unit/plain_question.h"

static void analyse_in_setups(struct folder *f, int setups)
{
    analysis_free(&f->analysis);
    f->run.plan.specs[0].setup_count = setups;
    analysis_build(&f->analysis, &f->run, 0.95, 0.02);
}

/* With one setup, a claim without a matching effect is reported as not run. With several setups,
 * the claim is skipped, because it may belong to a different setup. */
static void test_claim_for_a_different_setup(void **state)
{
    struct folder f;
    (void)state;
    set_up(&f, plain, PLAIN,
           PLAIN_QUESTION "claims: [{arm: mlp, expects: better, where: {size: 8}},"
                          " {arm: mlp, expects: better, where: {size: 8}}]\n");
    const struct spec_claim *claims = f.run.plan.specs[0].claims;
    *claims[0].where.set.list[0].values[0] = '9';
    analyse_in_setups(&f, 1);
    assert_int_equal(f.analysis.judged_count, 2);
    assert_ptr_equal(f.analysis.judged[0].claim, &claims[0]);
    assert_int_equal(f.analysis.judged[0].effect, -1);
    assert_string_equal(judged_word(&f.analysis.judged[0]), "not run");
    assert_true(f.analysis.judged[1].effect >= 0);
    for (int setups = 2; setups <= 3; setups++) {
        analyse_in_setups(&f, setups);
        assert_int_equal(f.analysis.judged_count, 1);
        assert_ptr_equal(f.analysis.judged[0].claim, &claims[1]);
        assert_true(f.analysis.judged[0].effect >= 0);
    }
    folder_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claim_for_a_different_setup)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
