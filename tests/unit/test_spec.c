/* SPDX-License-Identifier: MIT
 * Tests question files: the parsed values, and the location and message of every kind of error. */
#include "axes_sample.h"
#include "harness/plan/spec_read.h"
#include "harness/plan/spec.h"

#include <stdlib.h>
#include <string.h>

static bool parse(struct spec *s, const char *text, const char *tier, struct diags *diags)
{
    struct axes axes = sample_axes();
    bool good = spec_parse(s, "dir/sample.yaml", text, 0, tier, &axes, diags);
    axes_free(&axes);
    return good;
}

static const char sample[] = "question: What?\n"
                             "kind: overhead\n"
                             "baseline: dot\n"
                             "fixed: {batch: 2}\n"
                             "factors:\n"
                             "  n: [64, 128-512*2, 010]\n"
                             "  score_scale: 0.5\n"
                             "arms:\n"
                             "  dot:\n"
                             "  neural: {score: neural, label: \"a, b\"}\n"
                             "zip: [{heads: [4, 8], d_model: 256-512*2}]\n"
                             "derive: {k: q}\n"
                             "rules: [{exclude: n > 100 and arm == neural, because: slow}]\n"
                             "seeds: 1-3\n"
                             "rounds: 4\n"
                             "timeout_s: 1.5\n"
                             "memory_mib: 1e3\n"
                             "tiers:\n"
                             "  smoke: {rounds: 1, factors: {n: 32}, seeds: 7}\n"
                             "  full: {arms: [dot]}\n";

static void test_reading(void **state)
{
    (void)state;
    struct spec s;
    struct diags diags = {0};
    if (!parse(&s, sample, "", &diags)) fail_msg("%s", messages(&diags));
    assert_string_equal(s.name, "sample");
    assert_string_equal(s.question, "What?");
    assert_string_equal(s.baseline, "dot");
    assert_null(s.claim);
    assert_int_equal(s.rounds, 4);
    assert_true(s.timeout_s == 1.5);
    assert_int_equal(s.memory_mib, 1000);
    assert_int_equal(s.grid.arm_count, 2);
    assert_string_equal(s.grid.arms[1].label, "a, b");
    assert_int_equal(s.grid.factors.count, 3);
    const struct setting *n = &s.grid.factors.list[0];
    assert_int_equal(n->value_count, 5);
    assert_string_equal(n->values[1], "128");
    assert_string_equal(n->values[4], "10");
    assert_int_equal(n->place.line, 6);
    assert_int_equal(n->place.column, 3);
    assert_int_equal(s.grid.factors.list[2].value_count, 3);
    assert_string_equal(s.grid.rules[0].because, "slow");
    spec_free(&s);
}

/* With the step sqrt2, every second value is exactly doubled. The other values are rounded to three
 * digits. */
static void test_half_doublings(void **state)
{
    (void)state;
    static const char *const values[] = {"0.001", "0.00141", "0.002", "0.00283",
                                         "0.004", "0.00566", "0.008"};
    static const char *const texts[] = {"0.001-0.008*sqrt2", "0.001-0.011*sqrt2"};
    for (int i = 0, count; i < 2; i++) {
        char *error, **list = range_expand(texts[i], &count, &error);
        assert_int_equal(count, 7);
        for (int k = 0; k < count; k++) {
            assert_string_equal(list[k], values[k]);
            free(list[k]);
        }
        free(list);
    }
}

static void test_tiers(void **state)
{
    (void)state;
    struct spec s;
    struct diags diags = {0};
    assert_true(parse(&s, sample, "smoke", &diags));
    assert_int_equal(s.rounds, 1);
    assert_int_equal(s.grid.factors.count, 3);
    for (int i = 1; i < 3; i++)
        assert_string_equal(s.grid.factors.list[i].values[0], i == 1 ? "32" : "7");
    spec_free(&s);
    assert_true(parse(&s, sample, "full", &diags));
    assert_int_equal(s.keep_count, 1);
    spec_free(&s);
    /* The file does not define tier quick, so the question's own values are used. */
    assert_true(parse(&s, sample, "quick", &diags));
    assert_int_equal(s.rounds, 4);
    spec_free(&s);
}

static void test_set(void **state)
{
    (void)state;
    struct axes axes = sample_axes();
    struct spec s;
    struct diags diags = {0};
    assert_true(parse(&s, sample, "", &diags));
    assert_true(spec_set(&s, "batch=1,4-8*2", &axes, &diags));
    assert_true(spec_set(&s, "corpus=a,b.txt", &axes, &diags));
    assert_true(spec_set(&s, "rounds=9", &axes, &diags));
    assert_int_equal(s.rounds, 9);
    assert_int_equal(s.grid.fixed.count, 0);
    assert_int_equal(s.grid.factors.list[3].value_count, 3);
    assert_string_equal(s.grid.factors.list[4].values[0], "a,b.txt");
    assert_true(spec_set(&s, "timeout_s=0.001", &axes, &diags) && s.timeout_s == 0.001);
    static const char *const bad[] = {"batch",        "batch=0",        "batches=1",
                                      "rounds=0",     "rounds=x",       "rounds=2000000",
                                      "rounds=2.5",   "timeout_s=1e-9", "memory_mib=0.5",
                                      "score=neural", "heads=4",        "batch="};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (spec_set(&s, bad[i], &axes, &diags))
            fail_msg("'%s' was accepted (expected an error)", bad[i]);
    assert_int_equal(diags.count, sizeof bad / sizeof *bad);
    assert_int_equal(s.rounds, 9);
    char *all = messages(&diags);
    assert_non_null(
        strstr(all, "--set: key timeout_s: found '1e-9', expected a number from 0.001 to 1000000"));
    assert_non_null(strstr(all, "there is no axis batches; did you mean batch?"));
    assert_non_null(strstr(all, "axis score is set by the arm neural"));
    assert_non_null(strstr(all, "axis heads is part of a zip"));
    free(all);
    diag_free(&diags);
    spec_free(&s);
    axes_free(&axes);
}

static void assert_messages(const char *text, const char *expected)
{
    struct spec s;
    struct diags diags = {0};
    assert_false(parse(&s, text, "", &diags));
    char *all = messages(&diags);
    if (!strstr(all, expected)) fail_msg("found:\n%s\nexpected:\n%s", all, expected);
    free(all);
    diag_free(&diags);
    spec_free(&s);
}

#define TEN "0123456789"
static void test_mistakes(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"factor: {n: 1}\n", "dir/sample.yaml:1:1: key factor: unknown key in a question, "
                             "expected one of use name title question source claim kind"},
        {"factor: {n: 1}\n", "did you mean factors?"},
        {"- 1\n", ":1:1: found a list in place of a question, expected a map of key: value"},
        {"factors: [n]\n", ":1:10: key factors: found a list, expected a map of axis: value"},
        {"factors:\n", "key factors: found nothing, expected a map"},
        {"factors: {N: 1}\n", ":1:11: key factors: found 'N', expected the name of an axis"},
        {"factors: {head: 1}\n", "did you mean heads?"},
        {"factors: {n: 0}\n", ":1:14: key n: found '0', expected an integer from 1 to 65536"},
        {"factors: {n: [1, x]}\n", ":1:18: key n: found 'x', expected an integer"},
        {"factors: {n: []}\n", ":1:14: key n: found 0 values, expected at least one value"},
        {"factors: {n: }\n", "key n: found nothing, expected a value"},
        {"factors: {n: [[1]]}\n", "key n: found a list, expected a value"},
        {"factors: {n: 8-4}\n", "found the range '8-4', but the last number must not be below"},
        {"factors: {score: newral}\n", "expected one of dot neural gat; did you mean neural?"},
        {"factors: {score_scale: much}\n", "expected a number from 0 to 1000"},
        {"fixed: {n: [1, 2]}\n", ":1:12: key n: found 2 values, expected one value"},
        {"fixed: {n: 1}\nfactors: {n: 2}\n", ":2:11: key n: found in factors and also on line 1"},
        {"factors: {n: 2}\narms: {a: {n: 1}}\n", ":2:12: key n: found in the arm a and in factors"},
        {"factors: {seed: 2}\nseeds: 1-3\n", "key seed: found in factors and also on line"},
        {"derive: {m: n * x}\n", ":1:17: key m: in the formula 'n * x': unknown name 'x'"},
        {"derive: {m: }\n", "key m: found nothing, expected a formula"},
        {"rules: [{exclude: \"n > foo\"}]\n",
         ":1:24: key exclude: in the formula 'n > foo': unknown name 'foo'"},
        {"rules: [{exclude: n > 1, because: [x]}]\n", "key because: found a list"},
        {"rules: [{exclude: n, require: m}]\n", "found a second formula"},
        {"rules: [{because: x}]\n", "expected {exclude: formula, because: reason}"},
        {"rules: [{if: n}]\n", "key rules: found the key 'if', expected exclude, require, because"},
        {"zip: [{n: [1, 2], m: [1, 2, 3]}]\n", "found 3 values of m and 2 of n"},
        {"rounds: 0x4\n", ":1:9: key rounds: found '0x4', expected an integer from 1"},
        {"arms: [a]\n", "key arms: found a list, expected a map"},
        {"arms: {a: {scor: dot}}\n", "key a: found 'scor', expected the name of an axis"},
        {"arms: {}\n", "key arms: found an empty map, expected at least one arm"},
        {"baseline: x\narms: {a: {}}\n", ":1:11: key baseline: found 'x', expected the name"},
        {"baseline: [a]\n", "key baseline: found a list"},
        {"rounds: 0\n", "key rounds: found '0', expected an integer from 1"},
        {"rounds: 1.5\n", "key rounds: found '1.5', expected an integer"},
        {"rounds: yes\n", "key rounds: found 'yes', expected an integer"},
        {"timeout_s: -1\n", "key timeout_s: found '-1', expected a number"},
        {"kind: cost\n", "key kind: found 'cost', expected overhead, quality or step"},
        {"name: a/b\n", ":1:7: key name: found 'a/b', expected a name of at most 100 letters"},
        {"name: .\n", ":1:7: key name: found '.', expected a name of at most 100 letters"},
        {"name: .hidden\n", "that does not begin with '.'"},
        {"name: " TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "x\n",
         "...', expected a name of at most"},
        {"arms: {a: {label: \"\"}}\n", ":1:19: key label: found '', expected a text"},
        {"arms: {a: {label: \"x\\ny\"}}\n", "key label: found 'x\ny', expected text on one line"},
        {"arms: {\"\": {}}\n", ":1:8: key arms: the name of an arm must be one line"},
        {"arms: {\"a\\nb\": {}}\n", "key arms: the name of an arm must be one line"},
        {"tiers: {fast: {}}\n", ":1:9: key tiers: found 'fast', expected smoke, quick or full"},
        {"tiers: {full: none}\n", "found 'none' in place of a tier, expected a map"},
        {"tiers: {smoke: {figures: []}}\n", "key figures: unknown key in a tier"},
        {"arms: {a: {}}\ntiers: {smoke: {arms: [b]}}\n", "key arms: found 'b', expected the name"},
        {"arms: {a: {}, b: {}}\nbaseline: a\ntiers: {smoke: {arms: [b]}}\n",
         "lacks the baseline a"},
        {"figures: [{x: n}]\n", "expected a map with the key `kind`"},
        {"figures: {kind: ratio}\n", "key figures: found a map, expected a list"},
        {"grids: [{factors: {n: 0}}]\n", ":1:23: key n: found '0'"},
        {"grids: [{rounds: 3}]\n", "key rounds: unknown key in a member of grids"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_messages(bad[i].text, bad[i].message);
}

static void test_all_mistakes_at_once_in_order(void **state)
{
    (void)state;
    assert_messages("factors: {n: 0, nn: 1}\nrounds: x\nfoo: 1\ntiers: {quick: {rounds: -1}}\n",
                    "dir/sample.yaml:1:14: key n: found '0', expected an integer from 1 to 65536\n"
                    "dir/sample.yaml:1:17: key factors: found 'nn', expected the name of an axis "
                    "(`attnlab list axes`); did you mean n?\n"
                    "dir/sample.yaml:2:9: key rounds: found 'x', expected an integer from 1 to "
                    "1000000\n"
                    "dir/sample.yaml:3:1: key foo: unknown");
}

static void test_files(void **state)
{
    (void)state;
    struct axes axes = sample_axes();
    struct spec s;
    struct diags diags = {0};
    assert_false(spec_load(&s, "/nowhere/x.yaml", 0, "", &axes, &diags));
    assert_string_equal(diags.list[0].message,
                        "cannot be read: No such file or directory; expected a question "
                        "(`attnlab list ablations`)");
    spec_free(&s);
    assert_false(spec_load(&s, "/", 0, "", &axes, &diags));
    spec_free(&s);
    assert_string_equal(diags.list[1].message, "cannot be read: is a folder (expected a file)");
    assert_false(spec_parse(&s, "empty.yaml", "", 0, "", &axes, &diags));
    assert_string_equal(diags.list[2].message, "found an empty file, expected a map of keys");
    spec_free(&s);
    diag_free(&diags);
    axes_free(&axes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reading),  cmocka_unit_test(test_half_doublings),
        cmocka_unit_test(test_tiers),    cmocka_unit_test(test_set),
        cmocka_unit_test(test_mistakes), cmocka_unit_test(test_all_mistakes_at_once_in_order),
        cmocka_unit_test(test_files)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
