/* SPDX-License-Identifier: MIT
 * Tests the keys of a quality question: parsed values, values changed by a tier, and every kind of
 * error. */
#include "axes_sample.h"
#include "harness/plan/spec_read.h"

#include <stdlib.h>
#include <string.h>

static const char *name_of(struct spec_axis at)
{
    static char name[32];
    struct axes axes = sample_axes();
    snprintf(name, sizeof name, "%s", axes.list[at.axis].name);
    axes_free(&axes);
    return name;
}

static bool parse(struct spec *s, const char *text, const char *tier, struct diags *diags)
{
    struct axes axes = sample_axes();
    bool good = spec_parse(s, "sample.yaml", text, 0, tier, &axes, diags);
    axes_free(&axes);
    return good;
}

static const char sample[] =
    "baseline: dot\n"
    "factors: {score_scale: [0.5, 1], d_prime: [2, 4], seed: 1-3}\n"
    "arms: {dot: {}, neural: {score: neural}, wide: {heads: 4}}\n"
    "tune: {axis: score_scale, seeds: 1-2}\n"
    "metric: accuracy\n"
    "split: test\n"
    "margin: 0.02\n"
    "factorial: [d_prime, heads, n, batch]\n"
    "controls: {neural: wide}\n"
    "claims:\n"
    "  - {arm: neural, expects: better, published: \"75.0 to 75.4\", where: {d_prime: 2}}\n"
    "  - {arm: wide, expects: equal}\n"
    "  - {arm: neural, expects: gains less, axis: n, published: \"none; it is so\"}\n"
    "tiers: {smoke: {tune: {axis: d_prime, seeds: [3]}}}\n";

static void test_reading(void **state)
{
    (void)state;
    struct spec s;
    struct diags diags = {0};
    if (!parse(&s, sample, "", &diags)) fail_msg("%s", messages(&diags));
    assert_string_equal(s.tune_axis, "score_scale");
    assert_int_equal(s.tune_seed_count, 2);
    assert_string_equal(s.tune_seeds[1], "2");
    assert_string_equal(s.metric, "accuracy");
    assert_string_equal(s.split, "test");
    assert_true(s.margin == 0.02);
    /* Only one factor is part of the factorial design. The other factors are conditions. */
    assert_int_equal(s.factorial_count, 1);
    assert_string_equal(name_of(s.factorial[0]), "d_prime");
    assert_int_equal(s.interaction_count, 3);
    assert_string_equal(name_of(s.interactions[1]), "n");
    assert_int_equal(s.interactions[1].place.line, 8);
    assert_int_equal(s.interactions[1].place.column, 29);
    assert_true(s.claims[0].primary && !s.claims[1].primary);
    assert_int_equal(s.control_count, 1);
    assert_string_equal(s.controls[0].arm, "neural");
    assert_string_equal(s.controls[0].control, "wide");
    assert_int_equal(s.claim_count, 3);
    assert_string_equal(s.claims[0].published, "75.0 to 75.4");
    assert_string_equal(s.claims[0].where.text, "d_prime=2");
    assert_string_equal(s.claims[1].expects, "equal");
    assert_null(s.claims[1].published);
    assert_null(s.claims[1].axis);
    assert_string_equal(s.claims[2].axis, "n");
    assert_string_equal(s.claims[2].expects, "gains less");
    spec_free(&s);
    if (!parse(&s, sample, "smoke", &diags)) fail_msg("%s", messages(&diags));
    assert_string_equal(s.tune_axis, "d_prime");
    assert_int_equal(s.tune_seed_count, 1);
    assert_string_equal(s.tune_seeds[0], "3");
    spec_free(&s);
}

#define ARMS        "arms: {dot: {}}\n"
#define TUNE(seeds) "factors: {n: [4, 8]}\ntune: {axis: n, seeds: " seeds "}\n"

static void test_mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"tune: lr\n", ":1:7: key tune: found 'lr', expected {axis"},
        {"tune: {axis: lr, seeds: [1]}\n", "key tune: found 'lr', expected the name of an axis"},
        {"tune: {axis: n, seeds: [1]}\n", "the axis n is not in factors; add its values there"},
        {"tune: {axis: n}\nfactors: {n: 4}\n", "expected {axis: lr, seeds: [101, 102, 103]}"},
        {"tune: {axis: n, seed: 1}\n", ":1:17: key tune: found the key 'seed', expected axis, "
                                       "seeds"},
        {"tune: {axis: n, seeds: [x]}\n", "found 'x', expected an integer"},
        {TUNE("[8, 9]") "seeds: 1-2\n",
         ":2:1: key tune: found 2 tuning seeds that are used only for tuning, expected 3 to 7"},
        {TUNE("[1, 1, 2]") "seeds: 9\n", "found 2 tuning seeds that are used only for tuning"},
        {TUNE("1-8") "seeds: 9\n", "found 8 tuning seeds that are used only for tuning"},
        {TUNE("1-3") "seeds: 3-4\n",
         ":2:1: key tune: found 1 of 3 tuning seeds among the seeds of the results, expected none"},
        {"metric: beauty\n", ":1:9: key metric: found 'beauty', expected one of loss, perplexity"},
        {"split: train\n", "expected one of valid, test, held_out"},
        {"margin: 0\n", "key margin: found '0', expected a number"},
        {"factorial: n\n", "key factorial: found 'n', expected a list"},
        {"factorial: [nn]\n", "key factorial: found 'nn', expected the name of an axis"},
        {"factorial: [d_pirme]\n", "; did you mean d_prime?"},
        {ARMS "claims: [{arm: dot, axis: n, expects: gains less}]\n",
         ":2:10: key claims: found the axis 'n', expected an axis of conditions from the key "
         "`factorial`"},
        {ARMS "claims: [{arm: dot, axis: n, expects: better}]\n",
         "expected one of gains more, gains less, equal"},
        {ARMS "claims: [{arm: dot}]\n",
         ":2:10: key claims: found a map, expected a map with the keys"},
        {ARMS "claims: [{arm: dto, expects: better}]\n",
         "key claims: found 'dto', expected the name of an arm"},
        {ARMS "claims: [{arm: dot, expects: good}]\n",
         "expected one of better, worse, equal, no worse"},
        {ARMS "claims: [{arm: dot, expects: beter}]\n", "no worse; did you mean better?"},
        {ARMS "claims: [{arm: dot, expects: equal, because: x}]\n", "found the key 'because'"},
        {ARMS "claims: [{arm: dot, expects: equal, where: {nn: 2}}]\n",
         ":2:45: key where: found 'nn', expected the name of an axis"},
        {ARMS "claims: [{arm: dot, expects: equal, where: n=8}]\n",
         ":2:44: key where: found 'n=8', expected a map"},
        {ARMS "claims: [{arm: dot, expects: equal, where: {score: dto}}]\n",
         "key score: found 'dto', expected one of"},
        {ARMS "claims: [{arm: dot, expects: equal, where: {arm: dto}}]\n",
         "key where: found 'dto', expected the name of an arm"},
        {ARMS "claims: [{arm: dot, expects: equal, reading: flop}]\n",
         "found 'flop', expected one of steps, parameters"},
        {ARMS "claims: {arm: dot}\n", "key claims: found a map, expected a list"},
        {ARMS "controls: {dot: wide}\n", "key controls: found 'wide', expected the name of an arm"},
        {ARMS "controls: {wide: dot}\n", "key controls: found 'wide', expected the name of an arm"},
        {ARMS "controls: {dot: [dot]}\n", "key dot: found a list, expected a text"},
        {ARMS "negative_control: [dot, dto]\n",
         "key negative_control: found 'dto', expected the name of an arm"},
        {ARMS "negative_control: {dot: dot}\n",
         "key negative_control: found a map, expected a name, or a list of names"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct spec s;
        struct diags diags = {0};
        if (parse(&s, bad[i].text, "", &diags))
            fail_msg("accepted: %s (expected an error)", bad[i].text);
        char *all = messages(&diags);
        if (!strstr(all, bad[i].message))
            fail_msg("found:\n%s\nexpected:\n%s", all, bad[i].message);
        free(all);
        diag_free(&diags);
        spec_free(&s);
    }
}

/* If a tier has the key `tune`, it replaces the whole `tune` of the file. */
static void test_tuning_of_a_tier(void **state)
{
    (void)state;
    static const char text[] =
        TUNE("[7, 8, 9]") "seeds: 1-2\ntiers: {smoke: {tune: {axis: n, seeds: [1]}}}\n";
    for (int smoke = 0; smoke < 2; smoke++) {
        struct spec s;
        struct diags diags = {0};
        bool good = parse(&s, text, smoke ? "smoke" : "", &diags);
        if (!good) fail_msg("%s", messages(&diags));
        struct axes axes = sample_axes();
        tune_add_seeds(&s, &axes);
        axes_free(&axes);
        assert_int_equal(s.tune_apart, !smoke);
        assert_int_equal(s.tune_seed_count, smoke ? 1 : 3);
        spec_free(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reading),
                                       cmocka_unit_test(test_mistakes),
                                       cmocka_unit_test(test_tuning_of_a_tier)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
