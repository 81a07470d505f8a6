/* SPDX-License-Identifier: MIT
 * Names, likelihood, accuracy and Matthews correlation, against values worked by hand and
 * published examples. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "models/metrics/metrics.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Equal but for the last digit of the printed expectation. */
static const double tight = 1e-12;

/* cmocka 1.1 compares floats only. */
static void near(double got, double want, double tolerance)
{
    if (!(fabs(got - want) <= tolerance)) fail_msg("%.17g instead of %.17g", got, want);
}

static void test_names(void **state)
{
    (void)state;
    size_t count = 0, higher = 0;
    for (; metrics[count].name; count++) {
        higher += metrics[count].higher_is_better;
        assert_ptr_equal(metric_find(metrics[count].name), &metrics[count]); /* no name twice */
        assert_true(*metrics[count].unit && *metrics[count].title);
    }
    assert_int_equal(count, 11);
    assert_int_equal(higher, 8);
    assert_false(metric_find("loss")->higher_is_better);
    assert_false(metric_find("perplexity")->higher_is_better);
    assert_false(metric_find("bits_per_char")->higher_is_better);
    assert_true(metric_find("bleu")->higher_is_better);
    assert_null(metric_find("BLEU"));
    assert_null(metric_find(""));
}

/* A uniform guess over 27 letters: perplexity 27, log2 27 bits each; in words of 5 characters,
 * a fifth of the bits. */
static void test_likelihood(void **state)
{
    (void)state;
    struct likelihood l = {0};
    assert_true(isnan(likelihood_loss(&l)));
    assert_true(isnan(likelihood_bits_per_char(&l)));
    likelihood_add(&l, 10 * log(27), 10, 50);
    likelihood_add(&l, 30 * log(27), 30, 150);
    near(likelihood_loss(&l), log(27), tight);
    near(perplexity(likelihood_loss(&l)), 27, 27 * tight);
    near(likelihood_bits_per_char(&l), log2(27) / 5, tight);
}

static void test_perplexity_limits(void **state)
{
    (void)state;
    near(perplexity(0), 1, 0);
    assert_true(isfinite(perplexity(709.7)));
    assert_true(isinf(perplexity(710)));
    assert_true(isinf(perplexity(DBL_MAX)));
    assert_true(isinf(perplexity((double)INFINITY)));
    assert_true(isnan(perplexity((double)NAN)));
}

static void check(const char *truths, const char *predictions, double accuracy, double matthews)
{
    struct classification c;
    classification_begin(&c, 4);
    for (; *truths; truths++, predictions++)
        assert_true(classification_add(&c, (size_t)(*truths - '0'), (size_t)(*predictions - '0')));
    near(classification_accuracy(&c), accuracy, tight);
    near(classification_matthews(&c), matthews, tight);
    classification_end(&c);
}

static void test_classification(void **state)
{
    (void)state;
    check("1110", "1011", 0.5, -1.0 / 3); /* the example of scikit-learn's documentation */
    /* TP 6, FN 2, FP 1, TN 3: (6 * 3 - 1 * 2) / sqrt(7 * 8 * 4 * 5) */
    check("111111110000", "111111001000", 0.75, 16 / sqrt(1120));
    check("0101", "0101", 1, 1);
    check("0101", "1010", 0, -1);
    check("0123", "0123", 1, 1);
    /* from the tests of scikit-learn; three classes cannot reach -1 */
    check("001122", "220011", 0, -0.5);
    check("001122", "110000", 0, -12 / sqrt(24 * 16));
    /* one class only, in the predictions or in the truths */
    check("012", "333", 0, 0);
    check("1111", "1010", 0.5, 0);
    check("1111", "1111", 1, 0);
}

static void test_classification_limits(void **state)
{
    (void)state;
    struct classification c;
    classification_begin(&c, 2);
    assert_true(isnan(classification_accuracy(&c)));
    assert_true(isnan(classification_matthews(&c)));
    assert_false(classification_add(&c, 2, 0));
    assert_false(classification_add(&c, 0, SIZE_MAX));
    assert_int_equal(c.count, 0);
    /* a margin of one in four thousand million: neither overflow nor a lost example */
    c.count = 4000000000u;
    c.truths[0] = c.predictions[0] = c.count - 1;
    c.truths[1] = c.predictions[1] = 1;
    c.right = c.count;
    near(classification_matthews(&c), 1, 1e-6); /* c s and sum t p agree to ten digits */
    classification_end(&c);
    classification_begin(&c, 0);
    assert_false(classification_add(&c, 0, 0));
    classification_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_likelihood),
        cmocka_unit_test(test_perplexity_limits),
        cmocka_unit_test(test_classification),
        cmocka_unit_test(test_classification_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
