/* SPDX-License-Identifier: MIT
 * UTF-8 over all code points, the faults of RFC 3629, and offsets there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/utf8.h"

#include <string.h>

static void test_all_code_points(void **state)
{
    (void)state;
    for (uint32_t code = 0; code < 0x120000; code++) {
        char bytes[UTF8_BYTES];
        size_t length = utf8_encode(code, bytes);
        if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
            assert_int_equal(length, 0);
            continue;
        }
        assert_int_equal(length, code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
        uint32_t back = ~code;
        assert_int_equal(utf8_decode(bytes, length, &back), length);
        assert_int_equal(back, code);
        assert_int_equal(utf8_decode(bytes, length - 1, &back), 0);
    }
}

/* The examples of RFC 3629, section 7. */
static void test_published_examples(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        uint32_t code[4];
        size_t count;
    } examples[] = {
        {"\x41\xe2\x89\xa2\xce\x91\x2e", {0x41, 0x2262, 0x391, 0x2e}, 4},
        {"\xed\x95\x9c\xea\xb5\xad\xec\x96\xb4", {0xd55c, 0xad6d, 0xc5b4}, 3},
        {"\xe6\x97\xa5\xe6\x9c\xac\xe8\xaa\x9e", {0x65e5, 0x672c, 0x8a9e}, 3},
        {"\xef\xbb\xbf\xf0\xa3\x8e\xb4", {0xfeff, 0x233b4}, 2},
    };
    for (size_t e = 0; e < sizeof examples / sizeof *examples; e++) {
        const char *text = examples[e].bytes;
        size_t size = strlen(text), at = 0;
        assert_int_equal(utf8_count(text, size), examples[e].count);
        for (size_t i = 0; i < examples[e].count; i++) {
            uint32_t code = 0;
            at += utf8_decode(text + at, size - at, &code);
            assert_int_equal(code, examples[e].code[i]);
        }
        assert_int_equal(at, size);
    }
}

static void test_faults(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t at;
        const char *reason;
    } faults[] = {
        {"ab\x80"
         "c",
         2, "continuation byte without a first byte"},
        {"\xff", 0, "byte that begins no code point"},
        {"\xf8\x88\x80\x80\x80", 0, "byte that begins no code point"},
        {"abc\xc3", 3, "code point cut short"},
        {"\xe2\x82"
         "a",
         0, "code point cut short"},
        {"\xc0\xaf", 0, "overlong form"},
        {"x\xe0\x80\x80", 1, "overlong form"},
        {"\xf0\x80\x80\x80", 0, "overlong form"},
        {"\xc3\xa9\xed\xa0\x80", 2, "surrogate code point"},
        {"\xed\xbf\xbf", 0, "surrogate code point"},
        {"\xf4\x90\x80\x80", 0, "code point above U+10FFFF"},
        {"\xc3\xa9", UTF8_NONE, NULL},
        {"", UTF8_NONE, NULL},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        const char *reason = "unset";
        size_t size = strlen(faults[i].text);
        assert_int_equal(utf8_fault(faults[i].text, size, &reason), faults[i].at);
        assert_int_equal(utf8_fault(faults[i].text, size, NULL), faults[i].at);
        if (faults[i].reason)
            assert_string_equal(reason, faults[i].reason);
        else
            assert_null(reason);
    }
}

static void test_offsets(void **state)
{
    (void)state;
    /* a, e acute, euro, a bad byte, NUL, grinning face, b */
    static const char text[] = "a\xc3\xa9\xe2\x82\xac\xff\0\xf0\x9f\x98\x80"
                               "b";
    static const size_t starts[] = {0, 1, 3, 6, 7, 8, 12, 13};
    size_t size = sizeof text - 1, points = sizeof starts / sizeof *starts - 1;
    assert_int_equal(utf8_count(text, size), points);
    for (size_t i = 0; i <= points; i++) {
        assert_int_equal(utf8_to_bytes(text, size, i), starts[i]);
        assert_int_equal(utf8_to_points(text, size, starts[i]), i);
    }
    assert_true(utf8_to_bytes(text, size, points + 1) == UTF8_NONE);
    assert_true(utf8_to_points(text, size, 2) == UTF8_NONE);  /* inside e acute */
    assert_true(utf8_to_points(text, size, 11) == UTF8_NONE); /* inside the face */
    assert_true(utf8_to_points(text, size, size + 1) == UTF8_NONE);
    assert_int_equal(utf8_count("", 0), 0);
    assert_int_equal(utf8_to_bytes("", 0, 0), 0);
    assert_int_equal(utf8_to_points("", 0, 0), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_code_points),
        cmocka_unit_test(test_published_examples),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_offsets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
