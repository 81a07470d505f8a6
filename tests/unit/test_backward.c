/* SPDX-License-Identifier: MIT
 * The backward pass of whole layers in the double build against central differences of the
 * forward pass, over every choice of every slot, methods, masks and tile tails. */
#include "backward_trial.h"
#include "layer_walks.h"

static void test_every_choice_and_value(void **state)
{
    (void)state;
    checked = check_differences;
    every_choice(check_differences);
}

static void test_scores_normalizers_masks(void **state)
{
    (void)state;
    checked = check_differences;
    scores_normalizers_masks(by_both_methods);
}

static void test_tails_and_cross_attention(void **state)
{
    (void)state;
    checked = check_differences;
    tails(by_both_methods);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_choice_and_value),
        cmocka_unit_test(test_scores_normalizers_masks),
        cmocka_unit_test(test_tails_and_cross_attention),
    };
    return cmocka_run_group_tests_name("backward", tests, NULL, NULL);
}
