/* SPDX-License-Identifier: MIT
 * Numbers in figures have as many digits as their interval bears, and no noise of the last ones. */
#include "harness/render/figures/figure_numbers.h"
#include "base/mem.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const struct {
    struct value value;
    enum unit unit;
    const char *text;
} cases[] = {
    /* one decimal where the interval allows no more; two where it is narrow */
    {{0.92, -0.18, 2.02, 8}, UNIT_CHANGE, "+0.9 % [-0.2, +2.0]"},
    {{-9.41, -13.93, -5.06, 8}, UNIT_CHANGE, "-9.4 % [-13.9, -5.1]"},
    {{0.117, 0.058, 0.176, 8}, UNIT_CHANGE, "+0.12 % [+0.06, +0.18]"},
    {{0.5, 0.5, 0.5, 1}, UNIT_CHANGE, "+0.5 %"},
    /* noise is no change, and nothing is a change without a sign */
    {{2.22e-17, 2.22e-17, 2.22e-17, 5}, UNIT_CHANGE, "0.0 %"},
    {{-1e-9, -0.04, 0.04, 5}, UNIT_GAIN, "0.00 [-0.04, +0.04]"},
    {{-0.044, -0.0682, -0.0198, 5}, UNIT_GAIN, "-0.04 [-0.07, -0.02]"},
    /* as the page beside it says them */
    {{-0.33, -0.70, 0.05, 8}, UNIT_GAIN, "-0.33 [-0.70, +0.05]"},
    {{1.34, 1.26, 1.42, 8}, UNIT_RATIO, "1.34 [1.26, 1.42]"},
    {{0.5, 0.48, 0.91, 8}, UNIT_RATIO, "0.50 [0.48, 0.91]"},
    {{16.3, 15.1, 24.3, 6}, UNIT_RATIO, "16.3 [15.1, 24.3]"},
    {{0.0123, 0.0101, 0.2, 6}, UNIT_RATIO, "0.0123 [0.0101, 0.2000]"},
    {{0.000434, 0.000434, 0.000434, 1}, UNIT_RATIO, "0.000434"},
    {{2.5, 2.499999, 2.500001, 6}, UNIT_RATIO, "2.500 [2.500, 2.500]"},
    {{0.00735, 0.0071, 0.0079, 13}, UNIT_SECONDS, "7.35 ms [7.10 ms, 7.90 ms]"},
    {{0.9996, NAN, NAN, 0}, UNIT_SECONDS, "1.00 s"},
    {{1024, NAN, NAN, 0}, UNIT_BYTES, "1.00 KiB"},
    {{512, 512, 512, 0}, UNIT_PLAIN, "512"},
    {{0.004, 0.004, 0.004, 0}, UNIT_PLAIN, "0.004"},
    {{2.0312, 2.0189, 2.0433, 5}, UNIT_PLAIN, "2.031 [2.019, 2.043]"},
};

static void test_texts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = value_with_interval(cases[i].value, cases[i].unit);
        assert_string_equal(text, cases[i].text);
        free(text);
    }
}

static void test_bounds(void **state)
{
    (void)state;
    const struct value v = {0.92, -0.18, 2.02, 8}, alone = {0.92, 0.92, 0.92, 1};
    char *const texts[] = {bound_text(v, false, UNIT_CHANGE), bound_text(v, true, UNIT_CHANGE),
                           bound_text(alone, true, UNIT_CHANGE)};
    static const char *const expected[] = {"-0.2", "+2.0", ""};
    for (int i = 0; i < 3; i++) {
        assert_string_equal(texts[i], expected[i]);
        free(texts[i]);
    }
}

static void test_counts(void **state)
{
    static const struct {
        double count;
        const char *text;
    } of[] = {{9999, "9999"},           {1.5e6, "1.5 million"},     {999e9, "999 billion"},
              {1e12, "1 trillion"},     {1.25e13, "12.5 trillion"}, {1e15, "1000 trillion"},
              {1e16, "10000 trillion"}, {999.6e9, "1 trillion"}};
    (void)state;
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char *text = count_text(of[i].count);
        assert_string_equal(text, of[i].text);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_texts), cmocka_unit_test(test_bounds),
                                       cmocka_unit_test(test_counts)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
