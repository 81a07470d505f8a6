/* SPDX-License-Identifier: MIT
 * Tests that a factor applies only to the choices in its bit mask, and to none beyond the last bit.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "harness/measure/cell_axes.h"

static void choices_beyond_the_last_bit_have_no_factor(void **state)
{
    (void)state;
    const struct factor ends = {.when_choices = 1u | 1u << 31}, all = {.when_choices = ~0u};
    for (int choice = 0; choice < 3 * FACTOR_CASES; choice++) {
        assert_int_equal(factor_goes_with(&ends, choice), choice == 0 || choice == 31);
        assert_int_equal(factor_goes_with(&all, choice), choice < FACTOR_CASES);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(choices_beyond_the_last_bit_have_no_factor)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
