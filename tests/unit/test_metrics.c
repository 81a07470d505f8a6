/* SPDX-License-Identifier: MIT
 * Tests the names of metrics, and likelihood metrics against worked examples. */
#include "tests/unit/test.h"

#include "models/metrics/metrics.h"

#include <float.h>
#include <math.h>

static const double tight = 1e-12;

static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("found %.17g, expected %.17g", got, want);
}

TEST("each metric has a unique name, a unit and a title")
{
    size_t count = 0, higher = 0;
    for (; metrics[count].name; count++) {
        higher += metrics[count].higher_is_better;
        assert_ptr_equal(metric_find(metrics[count].name), &metrics[count]);
        assert_null(strchr(metric_said(&metrics[count]), '_'));
        assert_true(*metrics[count].unit && *metrics[count].title);
        bool of_windows = metrics[count].records && !isfinite(metric_span(&metrics[count]));
        assert_true(of_windows == (strstr("loss perplexity", metrics[count].name) != NULL));
        assert_true(isfinite(metrics[count].most) == metrics[count].higher_is_better);
    }
    assert_int_equal(count, 20);
    assert_int_equal(higher, 11);
    assert_false(metric_find("loss")->higher_is_better);
    assert_false(metric_find("perplexity")->higher_is_better);
    assert_false(metric_find("bits_per_char")->higher_is_better);
    assert_true(metric_find("bleu")->higher_is_better);
    assert_null(metric_find("BLEU"));
    assert_string_equal(metric_unit_said(metric_find("loss")), "nats per token");
    assert_string_equal(metric_unit_said(metric_find("bits_per_char")), "");
    assert_string_equal(metric_unit_said(metric_find("bleu")), "");
    assert_string_equal(metric_find("matthews")->unit, "-1 to 1");
    assert_true(metric_span(metric_find("matthews")) == 2);
    assert_true(metric_span(metric_find("bleu")) == 100 && metric_span(metric_find("f1")) == 100);
    assert_true(metric_span(metric_find("accuracy_4n")) == 1);
    assert_null(metric_find(""));
}

/* A uniform guess over 27 letters has perplexity 27 and log2 27 bits per character. With tokens of
 * 5 characters, the bits are divided by 5. */
TEST("likelihood agrees with worked examples")
{
    struct likelihood l = {0};
    assert_true(isnan(likelihood_loss(&l)));
    assert_true(isnan(likelihood_bits_per_char(&l)));
    likelihood_add(&l, 10 * log(27), 10, 50);
    likelihood_add(&l, 30 * log(27), 30, 150);
    near(likelihood_loss(&l), log(27), tight);
    near(perplexity(likelihood_loss(&l)), 27, 27 * tight);
    near(likelihood_bits_per_char(&l), log2(27) / 5, tight);
}

TEST("perplexity of a large loss is infinite")
{
    near(perplexity(0), 1, 0);
    assert_true(isfinite(perplexity(709.7)));
    assert_true(isinf(perplexity(710)));
    assert_true(isinf(perplexity(DBL_MAX)));
    assert_true(isinf(perplexity((double)INFINITY)));
    assert_true(isnan(perplexity((double)NAN)));
}
