/* SPDX-License-Identifier: MIT
 * Tests how large counts (such as "1.5 million") and small ratios are written. */
#include "tests/unit/test.h"
#include "base/rounded.h"
#include "base/mem.h"

TEST("large counts are written in words")
{
    static const struct {
        double count;
        const char *text;
    } of[] = {{9999, "9999"},           {1.5e6, "1.5 million"},     {999e9, "999 billion"},
              {1e12, "1 trillion"},     {1.25e13, "12.5 trillion"}, {1e15, "1000 trillion"},
              {1e16, "10000 trillion"}, {999.6e9, "1 trillion"}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char *text = rounded_count(of[i].count);
        assert_string_equal(text, of[i].text);
        free(text);
    }
}

TEST("small ratios keep three significant digits")
{
    assert_int_equal(small_ratio_digits(0.0123), 4);
    assert_int_equal(small_ratio_digits(0.000434), 6);
    assert_int_equal(small_ratio_digits(0), 3);
}
