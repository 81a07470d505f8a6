/* SPDX-License-Identifier: MIT
 * Tests cell strings: round trips, escape sequences, invalid strings, and completion with default
 * values. */
#include "base/cell.h"
#include "axes_sample.h"

#include <stdlib.h>
#include <string.h>

static void assert_same(char *made, const char *expected)
{
    assert_non_null(made);
    assert_string_equal(made, expected);
    free(made);
}

static void test_round_trip(void **state)
{
    (void)state;
    char value[256] = "\t\n\xc3\xb6\xe2\x82\xac\xf0\x9f\x98\x80";
    for (char c = ' ', *to = value + strlen(value); c < 127; c++) *to++ = c;
    struct text string = {0};
    cell_append(&string, "a", value);
    cell_append(&string, "b", "");
    for (size_t i = 0; i < string.length; i++)
        assert_true(string.data[i] > ' ' && string.data[i] < 127);
    struct cell_fields fields;
    char *error;
    assert_true(cell_parse(string.data, &fields, &error));
    assert_int_equal(fields.count, 2);
    assert_string_equal(cell_get(&fields, "a"), value);
    assert_string_equal(cell_get(&fields, "b"), "");
    assert_null(cell_get(&fields, "c"));
    cell_free(&fields);
    text_free(&string);
}

static void test_invalid_strings(void **state)
{
    (void)state;
    static const char *const bad[] = {"",     "a",     "=1",  "a=1,",    ",a=1",   "a=1,,b=2",
                                      "a=%4", "a=%4x", "a=%", "a=1%00b", "a=1,a=2"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct cell_fields fields;
        char *error = NULL;
        if (cell_parse(bad[i], &fields, &error)) fail_msg("'%s' was accepted", bad[i]);
        assert_non_null(error);
        assert_int_equal(fields.count, 0);
        free(error);
    }
}

static void test_completion(void **state)
{
    (void)state;
    struct axes axes = sample_axes();
    char *error = NULL;
    const char *dot = "score=dot,q=linear,k=linear,method=streaming,batch=1,heads=8,n=64,m=64,"
                      "d_model=512,d_head=64,threads=1,seed=1";
    assert_same(axes_canonical_cell(&axes, "n=064,score_scale=1.0", &error), dot);
    assert_same(axes_canonical_cell(&axes, dot, &error), dot);
    assert_same(
        axes_canonical_cell(&axes, "corpus=a b,score=gat,m=1e3,n=8,score_scale=0.50", &error),
        "score=gat,d_prime=8,q=linear,k=linear,method=streaming,score_scale=0.5,batch=1,"
        "heads=8,n=8,m=1000,d_model=512,d_head=64,threads=1,corpus=a%20b,seed=1");
    axes_free(&axes);
}

static void assert_refused(const struct axes *axes, const char *cell, const char *message)
{
    char *error = NULL;
    assert_null(axes_canonical_cell(axes, cell, &error));
    if (!strstr(error, message)) fail_msg("'%s' does not contain '%s'", error, message);
    free(error);
}

static void test_invalid_completions(void **state)
{
    (void)state;
    struct axes axes = sample_axes();
    assert_refused(&axes, "d_prime=4", "does not apply");
    assert_refused(&axes, "score=gat,d_prime=65", "found '65', expected an integer from 1 to 64");
    assert_refused(&axes, "score=neutral", "did you mean neural?");
    assert_refused(&axes, "thread=2", "did you mean threads?");
    assert_refused(&axes, "n=1.5", "expected an integer");
    assert_refused(&axes, "n=0x10", "expected an integer");
    assert_refused(&axes, "n=nan", "expected an integer");
    /* If a computed value is invalid, the error names the axis it was computed from. */
    assert_refused(&axes, "heads=7",
                   "axis heads: d_head: found '73.14285714285714', expected an integer");
    assert_refused(&axes, "d_model=65,heads=2",
                   "axis d_model: d_head: found '32.5', expected an integer");
    axes_free(&axes);
}

static void test_long_fields_are_truncated_in_errors(void **state)
{
    (void)state;
    struct axes axes = sample_axes();
#define TEN "0123456789"
    assert_refused(&axes, TEN TEN TEN TEN TEN TEN,
                   "invalid field '" TEN TEN TEN TEN TEN TEN "' (expected");
    assert_refused(&axes, TEN TEN TEN TEN TEN TEN "x", TEN "...' (expected axis=value)");
    assert_refused(&axes, "n=" TEN TEN TEN TEN TEN TEN "%", "01234567...': % must be followed");
    axes_free(&axes);
}

static void test_cycles_and_invalid_descriptions(void **state)
{
    (void)state;
    struct axes axes;
    char *error;
    const char *circle = "{\"axes\": [{\"name\": \"a\", \"type\": \"int\", \"role\": \"shape\","
                         "\"default\": \"b\"}, {\"name\": \"b\", \"type\": \"int\","
                         "\"role\": \"shape\", \"default\": \"a + 1\"}]}";
    assert_true(axes_from_json(&axes, circle, &error));
    assert_refused(&axes, "a=1,c=2", "there is no axis c");
    assert_refused(&axes, "b=%41", "expected an integer");
    /* The default values depend on each other. Setting a=1 breaks the cycle. */
    char *cell = axes_canonical_cell(&axes, "a=1", &error);
    assert_same(cell, "a=1,b=2");
    struct assignment nothing = {.values = (const char *[2]){NULL, NULL}};
    struct resolved values;
    int axis;
    assert_false(axes_resolve(&axes, &nothing, &values, &axis, &error));
    assert_non_null(strstr(error, "depends on itself"));
    free(error);
    resolved_free(&values);
    axes_free(&axes);
    static const char *const bad[] = {
        "",
        "[]",
        "{}",
        "{\"axes\": [{\"name\": \"a\", \"type\": \"integer\"}]}",
        "{\"axes\": [{\"name\": \"a\", \"type\": \"int\", \"role\": \"x\"}]}",
        "{\"axes\": [{\"name\": \"a\", \"type\": \"int\", \"role\": \"shape\", \"default\": "
        "\"q\"}]}"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_false(axes_from_json(&axes, bad[i], &error));
        free(error);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip),
                                       cmocka_unit_test(test_invalid_strings),
                                       cmocka_unit_test(test_completion),
                                       cmocka_unit_test(test_invalid_completions),
                                       cmocka_unit_test(test_long_fields_are_truncated_in_errors),
                                       cmocka_unit_test(test_cycles_and_invalid_descriptions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
