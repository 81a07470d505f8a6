/* SPDX-License-Identifier: MIT
 * Tests the parsing of durations in options (base/duration.h). */
#include "tests/unit/test.h"
#include "base/duration.h"

TEST("durations are parsed with units")
{
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

TEST("invalid durations are refused")
{
    static const char *const bad[] = {"",        "h",     "0",   "-1h", "60 h",
                                      "60hours", "1h30m", "nan", "infh"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        double seconds = 7;
        if (duration_read(bad[i], &seconds)) fail_msg("'%s' was accepted", bad[i]);
        assert_true(seconds == 7);
    }
}
