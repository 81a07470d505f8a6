/* SPDX-License-Identifier: MIT
 * Gains as people read them: a bound that leaves 0 outside is not rounded to it, and what is
 * rounded to nothing has no sign. */
#include "harness/render/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static const struct {
    const char *metric;
    double centre, low, high; /* of gains */
    const char *text;
} cases[] = {
    {"accuracy", 0.05, -0.19, 0.29, "+0.05 [-0.19, +0.29]"},
    {"accuracy", -0.33, -0.70, -0.004, "-0.330 [-0.700, -0.004]"},
    {"accuracy", 0, 0, 0, "0.0000 [0.0000, 0.0000]"},
    {"loss", -0.12, -0.24, -0.003, "-12.7 % [-27.1, -0.3]"},
    {"loss", -0.12, -0.24, 0.003, "-13 % [-27, 0]"},
    {"loss", -0.00001, -0.00002, 0.00002, "0.00 % [0.00, 0.00]"},
    {"bleu", 1.5, 0.04, 3, "+1.50 [+0.04, +3.00]"},
};

static void test_gain_text(void **state)
{
    (void)state;
    struct document d = {0};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct estimate e = {.n = 8, .centre = cases[i].centre};
        e.interval.low = cases[i].low;
        e.interval.high = cases[i].high;
        e.interval.enough = true;
        assert_string_equal(gain_text(&d, metric_find(cases[i].metric), &e), cases[i].text);
    }
    document_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gain_text)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
