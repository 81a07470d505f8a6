/* SPDX-License-Identifier: MIT
 * Durations in options (base/duration.h). */
#include "base/duration.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

static void test_units(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        double seconds;
    } good[] = {{"30", 30},      {"30s", 30},    {"90m", 5400},
                {"60h", 216000}, {"1.5h", 5400}, {"1e-6", 1e-6}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double seconds = 0;
        assert_true(duration_read(good[i].text, &seconds));
        assert_true(seconds == good[i].seconds);
    }
}

static void test_what_is_none(void **state)
{
    (void)state;
    static const char *const bad[] = {"",        "h",     "0",   "-1h", "60 h",
                                      "60hours", "1h30m", "nan", "infh"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double seconds = 7;
        if (duration_read(bad[i], &seconds)) fail_msg("'%s' was taken", bad[i]);
        assert_true(seconds == 7);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_units),
        cmocka_unit_test(test_what_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
