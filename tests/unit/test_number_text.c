/* SPDX-License-Identifier: MIT
 * Tests how numbers are written on pages: digits, units, and the direction of a gain. */
#include "tests/unit/test.h"

#include "base/metric_names.h"
#include "harness/report/report.h"

#include <math.h>

static struct writer w;
static const struct page p = {.w = &w};

TEST("times and sizes have three digits and suitable units")
{
    assert_string_equal(time_text(&p, 1), "1.00 ns");
    assert_string_equal(time_text(&p, 9.994), "9.99 ns");
    assert_string_equal(time_text(&p, 9.996), "10.0 ns");
    assert_string_equal(time_text(&p, 99.94), "99.9 ns");
    assert_string_equal(time_text(&p, 99.96), "100 ns");
    assert_string_equal(time_text(&p, 999.4), "999 ns");
    assert_string_equal(time_text(&p, 999.6), "1.00 µs");
    assert_string_equal(time_text(&p, 2.5e9), "2.50 s");
    assert_string_equal(time_text(&p, 5e12), "5000 s");
    assert_string_equal(time_text(&p, (double)NAN), "");
    assert_string_equal(bytes_text(&p, 1000), "1000 B");
    assert_string_equal(bytes_text(&p, 1023.9), "1.00 KiB");
    assert_string_equal(bytes_text(&p, 1.5 * 1024 * 1024), "1.50 MiB");
}

TEST("ratios have three significant digits")
{
    assert_string_equal(ratio_text(&p, 0.9534), "0.953");
    assert_string_equal(ratio_text(&p, 1.9951), "2.00");
    assert_string_equal(ratio_text(&p, 1.9996), "2.00");
    assert_string_equal(ratio_text(&p, 2.5), "2.50");
    assert_string_equal(ratio_text(&p, 9.996), "10.0");
    assert_string_equal(ratio_text(&p, 99.96), "100");
    assert_string_equal(ratio_text(&p, (double)NAN), "");
    assert_string_equal(ratio_text(&p, 0.0987), "0.0987");
    assert_string_equal(ratio_text(&p, 0.000434), "0.000434");
    assert_string_equal(ratio_text(&p, 0), "0.000");
}

static struct estimate estimate(int n, double centre, double low, double high)
{
    return (struct estimate){.n = n, .centre = centre, .interval = {low, high, 0.95, true}};
}

TEST("the width of the interval determines the number of digits of a gain")
{
    const struct metric *accuracy = metric_find("accuracy"), *loss = metric_find("loss");
    /* half-width of the interval: 1 point */
    struct estimate g = estimate(4, 0.0512, 0.0412, 0.0612);
    assert_string_equal(gain_text(&p, accuracy, &g), "+0.051 [+0.041, +0.061]");
    g = estimate(4, 0.0512, 0.0492, 0.0532); /* half-width of the interval: 0.2 points */
    assert_string_equal(gain_text(&p, accuracy, &g), "+0.0512 [+0.0492, +0.0532]");
    g = estimate(4, 0.0512, -0.0588, 0.1612); /* half-width of the interval: 11 points */
    assert_string_equal(gain_text(&p, accuracy, &g), "+0.05 [-0.06, +0.16]");
    g = estimate(4, -log(0.95), -log(0.97), -log(0.93));
    assert_string_equal(gain_text(&p, loss, &g), "+5.0 % [+3.0, +7.0]");
    g = estimate(1, -log(0.95), NAN, NAN);
    assert_string_equal(gain_text(&p, loss, &g), "+5.00 %");
    g = estimate(0, 0, 0, 0);
    assert_string_equal(gain_text(&p, loss, &g), "");
}

/* A ratio is printed without its interval if a limit is more than 100 times the ratio. */
TEST("ratios of times have intervals unless the intervals are too wide")
{
    struct estimate g = estimate(6, -log(2), -log(150), -log(1.5));
    assert_string_equal(gain_text(&p, NULL, &g), "2 [2, 150]");
    g = estimate(6, -log(0.0123), -log(0.2), -log(0.0101));
    assert_string_equal(gain_text(&p, NULL, &g), "0.0123 [0.0101, 0.2000]");
    g = estimate(6, -log(2), -log(201), -log(1.5));
    assert_string_equal(gain_text(&p, NULL, &g), "2.00 (interval too wide to use)");
    g = estimate(6, -log(2), -log(2.2), -log(1.9));
    g.interval.enough = false;
    g.interval.level = 0.75;
    assert_string_equal(gain_text(&p, NULL, &g), "2.00 [1.90, 2.20] of 75 %");
}

/* A gain of 0 is written as "higher" for accuracy and "lower" for loss. */
TEST("a better loss is called lower, and a better accuracy higher")
{
    const struct metric *accuracy = metric_find("accuracy"), *loss = metric_find("loss");
    struct estimate up = estimate(1, 0.25, NAN, NAN), down = estimate(1, -0.25, NAN, NAN),
                    none = estimate(1, 0, NAN, NAN), wide = estimate(4, -0.02, -0.04, 0.01);
    assert_string_equal(gain_words(&p, accuracy, &up), "accuracy 0.2500 higher");
    assert_string_equal(gain_words(&p, accuracy, &down), "accuracy 0.2500 lower");
    assert_string_equal(gain_words(&p, accuracy, &none), "accuracy 0.0000 higher");
    assert_string_equal(gain_words(&p, loss, &up), "loss 22.12 % lower");
    assert_string_equal(gain_words(&p, loss, &none), "loss 0.00 % lower");
    assert_string_equal(gain_words(&p, loss, &wide), "loss 2.0 % higher [-1.0, 4.1]");
}

TEST("each outcome has its own symbol")
{
    assert_string_equal(outcome_mark(OUTCOME_SUGGESTIVE, 0.1), "△");
    assert_string_equal(outcome_mark(OUTCOME_SUGGESTIVE, -0.1), "▽");
    assert_string_equal(outcome_mark(OUTCOME_BETTER, 0.1), "▲");
    assert_string_equal(outcome_mark(OUTCOME_WORSE, -0.1), "▼");
}

/* If the interval excludes 0, its limits are never printed as 0. A value that rounds to 0 has no
 * sign. */
TEST("rounding does not move an interval limit to zero")
{
    static const struct {
        const char *metric;
        double centre, low, high;
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
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct estimate e = estimate(8, cases[i].centre, cases[i].low, cases[i].high);
        assert_string_equal(gain_text(&p, metric_find(cases[i].metric), &e), cases[i].text);
    }
}
