/* SPDX-License-Identifier: MIT
 * Tests ranges of numbers (harness/plan/range.c): the minimum and maximum number of values, and
 * messages for invalid ranges. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/mem.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

static void assert_values(const char *text, int expected, const char *first, const char *last)
{
    int count;
    char *error, **list = range_expand(text, &count, &error);
    if (!list) fail_msg("%s", error);
    assert_int_equal(count, expected);
    assert_string_equal(list[0], first);
    assert_string_equal(list[count - 1], last);
    texts_free(list, count);
}

static void assert_refused(const char *text, const char *expected)
{
    int count;
    char *error, **list = range_expand(text, &count, &error);
    if (list) fail_msg("%s was accepted (expected an error)", text);
    if (!strstr(error, expected)) fail_msg("found: %s\nexpected: %s", error, expected);
    free(error);
}

static void test_one_value(void **state)
{
    (void)state;
    assert_values("8-8", 1, "8", "8");
    assert_values("8-15*2", 1, "8", "8");
    assert_values("8", 1, "8", "8");
}

/* A range that is too long is refused, because a truncated range would silently omit rows. */
static void test_most_values(void **state)
{
    (void)state;
    assert_values("1-10000", 10000, "1", "10000");
    assert_refused("1-10001",
                   "found the range '1-10001', but a range may have at most 10,000 values");
}

static void test_steps_that_lead_nowhere(void **state)
{
    (void)state;
    assert_refused("8-64*1", "*factor needs a positive first number and a factor above 1");
    assert_refused("0-64*2", "*factor needs a positive first number and a factor above 1");
    assert_refused("8-64+0", "the step after + must be positive");
    /* A text that is not a range is passed to the axis unchanged. */
    assert_values("0x10-0x12", 1, "0x10-0x12", "0x10-0x12");
    assert_refused("9-8", "the last number must not be below the first");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_value),
        cmocka_unit_test(test_most_values),
        cmocka_unit_test(test_steps_that_lead_nowhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
