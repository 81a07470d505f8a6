/* SPDX-License-Identifier: MIT
 * Tests YAML trees: positions of values, refused documents, aliases, and ranges. */
#include "axes_sample.h"
#include "harness/plan/spec_read.h"
#include "harness/plan/yaml.h"

#include <stdlib.h>
#include <string.h>

static void test_tree_and_places(void **state)
{
    (void)state;
    const char *text = "name: no\nlist: [010, \"a: b\"]\nmap:\n  inner: {x: 1e3}\nempty:\n";
    struct yaml_document d;
    struct diags diags = {0};
    assert_true(yaml_parse(&d, "f.yaml", text, strlen(text), &diags));
    assert_int_equal(d.root->count, 4);
    assert_string_equal(yaml_get(d.root, "name")->text, "no");
    assert_true(yaml_get(d.root, "name")->plain);
    const struct yaml *list = yaml_get(d.root, "list");
    assert_int_equal(list->count, 2);
    assert_string_equal(list->items[0]->text, "010");
    assert_false(list->items[1]->plain);
    assert_int_equal(list->items[1]->place.line, 2);
    assert_int_equal(list->items[1]->place.column, 13);
    /* Column 17 is inside the quotes, which start at column 13. */
    assert_int_equal(yaml_place_in(list->items[1], 3).column, 17);
    const struct yaml *inner = yaml_get(yaml_get(d.root, "map"), "inner");
    assert_int_equal(inner->entries[0].place.line, 4);
    assert_int_equal(inner->entries[0].place.column, 11);
    assert_int_equal(inner->entries[0].value->place.column, 14);
    assert_string_equal(yaml_get(d.root, "empty")->text, "");
    assert_null(yaml_get(d.root, "other"));
    yaml_release(&d);
}

static void assert_bad(const char *text, size_t length, const char *message)
{
    struct yaml_document d;
    struct diags diags = {0};
    assert_false(yaml_parse(&d, "f.yaml", text, length, &diags));
    assert_null(d.root);
    char *all = messages(&diags);
    if (!strstr(all, message)) fail_msg("found:\n%s\nexpected:\n%s", all, message);
    free(all);
    diag_free(&diags);
    yaml_release(&d);
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"", "f.yaml: found an empty file"},
        {"# only a comment\n", "f.yaml: found an empty file"},
        {"a: 1\nb: 2\na: 3\n", "f.yaml:3:1: key a: found twice in one map, first on line 1"},
        {"a: \"\\q\"\n", "f.yaml:1:5: YAML syntax: found unknown escape character"},
        {"a: 1\n---\nb: 2\n", "f.yaml:2:1: found a second document"},
        {"a: &x {p: 1}\nb:\n  <<: *x\n", "f.yaml:3:3: key <<: merge keys are not supported"},
        {"a: !!int 3\n", "f.yaml:1:4: found a tag"},
        {"a: *nothing\n", "f.yaml:1:4: found an alias without an"},
        {"a: &x [1, *x]\n", "f.yaml:1:11: found an alias inside its own anchor"},
        {"[1, 2]: 3\n", "f.yaml:1:1: found a list or map as a key"},
        {"a: \"x\\0y\"\n", "f.yaml:1:4: found a NUL character in a text"},
        {"a: 1\nb: \"M\\x1b[31mP\"\n",
         "f.yaml:2:4: found an invalid text: byte 2 is 0x1b, a control character"},
        {"a: {\"b\\x7f\": 1}\n", "f.yaml:1:5: found an invalid text: byte 2 is 0x7f"},
        {"a: \"\\uFFFE\"\n",
         "f.yaml:1:4: found an invalid text: byte 1 is 0xef, part of U+FFFE or U+FFFF"},
        {"a: b\nc: \xff\n", "f.yaml: the file is not readable text: byte 9"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_bad(bad[i].text, strlen(bad[i].text), bad[i].message);
}

/* libyaml reports the position where parsing stopped. */
static void test_syntax(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"a:\n\t- 1\n", "f.yaml:2:1: YAML syntax: found character that cannot start any token"},
        {"q: what: is it\n", "f.yaml:1:8: YAML syntax: mapping values are not allowed"},
        {"a:\n  b: 1\n c: 2\n", "f.yaml:3:2: YAML syntax: did not find expected key"},
        {"a: [1, 2\nb: 3\n", "f.yaml:2:2: YAML syntax: did not find expected ',' or ']'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_bad(bad[i].text, strlen(bad[i].text), bad[i].message);
}

static void test_all_errors_at_once(void **state)
{
    (void)state;
    const char *text = "a: 1\na: 2\n<<: 3\nb: {c: 1, c: 2}\n";
    struct yaml_document d;
    struct diags diags = {0};
    assert_false(yaml_parse(&d, "f", text, strlen(text), &diags));
    assert_int_equal(diags.count, 3);
    diag_free(&diags);
    yaml_release(&d);
}

static void test_aliases_share_and_bombs_end(void **state)
{
    (void)state;
    const char *text = "a: &x [1, 2]\nb: *x\n";
    struct yaml_document d;
    struct diags diags = {0};
    assert_true(yaml_parse(&d, "f", text, strlen(text), &diags));
    assert_ptr_equal(yaml_get(d.root, "a"), yaml_get(d.root, "b"));
    yaml_release(&d);
    struct text bomb = {0};
    text_add(&bomb, "a0: &a0 [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]\n");
    for (int i = 1; i < 10; i++) {
        text_add(&bomb, "a%d: &a%d [", i, i);
        for (int k = 0; k < 10; k++) text_add(&bomb, "%s*a%d", k ? ", " : "", i - 1);
        text_add(&bomb, "]\n");
    }
    assert_bad(bomb.data, bomb.length, "found more than 100,000 values with expanded aliases");
    text_free(&bomb);
}

static void test_depth_is_bounded(void **state)
{
    (void)state;
    struct text deep = {0};
    for (int i = 0; i < 5000; i++) text_add(&deep, "[");
    assert_bad(deep.data, deep.length, "found more than 64 levels of nesting");
    text_free(&deep);
}

/* ---- ranges ---- */

static void assert_range(const char *text, const char *expected)
{
    int count;
    char *error;
    char **values = range_expand(text, &count, &error);
    struct text joined = {0};
    if (!values) fail_msg("'%s': %s", text, error);
    for (int i = 0; i < count; i++) {
        text_add(&joined, "%s%s", i ? " " : "", values[i]);
        free(values[i]);
    }
    assert_string_equal(joined.data, expected);
    text_free(&joined);
    free(values);
}

static void test_ranges(void **state)
{
    (void)state;
    assert_range("1-4", "1 2 3 4");
    assert_range("2-10+2", "2 4 6 8 10");
    assert_range("2-9+3", "2 5 8");
    assert_range("128-1024*2", "128 256 512 1024");
    assert_range("1-100*10", "1 10 100");
    assert_range("7", "7");
    assert_range("5-5", "5");
    assert_range("-2-1", "-2 -1 0 1");
    assert_range("0.1-0.5+0.1", "0.1 0.2 0.3 0.4 0.5");
    /* A text that is not a range is passed on unchanged; the axis checks its type. */
    assert_range("text", "text");
    static const char *const bad[] = {
        "1-", "1-2-3", "4-1", "1-4+0", "0-8*2", "1-8*1", "1-8+", "1-8*x", "1-1e9", "1-4+-1",
        "1-inf*2", "1-x", "1-4 +1x", "1-1e300+1", "1-nan",
        /* Rounded to 14 digits, the start of this range is larger than its end. */
        "0.1234567890123456-0.1234567890123456"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int count;
        char *error = NULL;
        if (range_expand(bad[i], &count, &error))
            fail_msg("'%s' was accepted (expected an error)", bad[i]);
        assert_non_null(error);
        free(error);
    }
}

/* Messages quote only the first sixty characters of a text. */
static void test_long_texts_are_cut(void **state)
{
    (void)state;
    static const char sixty[] = "àbcdefghijklmnopqrstuvwxyzàbcdefghijklmnopqrstuvwxyzàbcdefgh";
    for (int more = 0; more < 2; more++) {
        struct yaml_document d;
        struct diags diags = {0};
        char *text = xformat("a: %s%s\n", sixty, more ? "i" : "");
        char *expected = xformat("'%s%s'", sixty, more ? "..." : "");
        assert_true(yaml_parse(&d, "f.yaml", text, strlen(text), &diags));
        char *said = yaml_describe(yaml_get(d.root, "a"));
        assert_string_equal(said, expected);
        free(said);
        free(expected);
        free(text);
        yaml_release(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_tree_and_places),
                                       cmocka_unit_test(test_refused),
                                       cmocka_unit_test(test_syntax),
                                       cmocka_unit_test(test_all_errors_at_once),
                                       cmocka_unit_test(test_aliases_share_and_bombs_end),
                                       cmocka_unit_test(test_depth_is_bounded),
                                       cmocka_unit_test(test_long_texts_are_cut),
                                       cmocka_unit_test(test_ranges)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
