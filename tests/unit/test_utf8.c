/* SPDX-License-Identifier: MIT
 * Tests UTF-8: valid and invalid sequences, and conversion between byte offsets and code points. */
#include "tests/unit/test.h"
#include "base/utf8.h"

TEST("every code point can be encoded and decoded")
{
    for (uint32_t point = 0; point <= 0x110010; point++) {
        char bytes[UTF8_MAX];
        size_t size = utf8_write(point, bytes), bad;
        bool exists = point <= 0x10FFFF && (point < 0xD800 || point > 0xDFFF);
        assert_int_equal(size != 0, exists);
        if (!exists) continue;
        struct string text = {bytes, size};
        assert_true(utf8_valid(text, &bad));
        assert_int_equal(utf8_step(text), size);
        assert_int_equal(utf8_next(&text), point);
        assert_int_equal(text.size, 0);
    }
}

TEST("the offset of the first invalid byte is found")
{
    static const struct {
        const char *bytes;
        size_t size, bad;
    } cases[] = {
        {"ab\x80", 3, 2},                   /* continuation byte without a lead byte */
        {"a\xC0\xAF", 3, 1},                /* overlong sequence of 2 bytes */
        {"a\xC1\xBF", 3, 1},                /* overlong sequence of 2 bytes */
        {"\xE0\x9F\xBF", 3, 0},             /* overlong sequence of 3 bytes */
        {"\xF0\x8F\xBF\xBF", 4, 0},         /* overlong sequence of 4 bytes */
        {"x\xED\xA0\x80", 4, 1},            /* surrogate code point */
        {"\xF4\x90\x80\x80", 4, 0},         /* code point above U+10FFFF */
        {"\xF5\x80\x80\x80", 4, 0},         /* invalid lead byte */
        {"\xC3\xA4\xFF", 3, 2},             /* invalid lead byte */
        {"\xE2\x82", 2, 0},                 /* truncated sequence */
        {"\xE2\x82\xAC\xF0\x9F\x98", 6, 3}, /* truncated sequence */
        {"\xE2\x82"
         "a",
         3, 0}, /* sequence interrupted by an ASCII letter */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t bad = 99;
        assert_false(utf8_valid((struct string){cases[i].bytes, cases[i].size}, &bad));
        assert_int_equal(bad, cases[i].bad);
    }
}

TEST("code point positions and byte offsets are converted")
{
    const struct string text = {"a\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80z", 11};
    static const size_t offsets[] = {0, 1, 3, 6, 10, 11};
    assert_int_equal(utf8_count(text), 5);
    for (size_t i = 0; i < 6; i++) {
        assert_int_equal(utf8_offset(text, i), offsets[i]);
        assert_int_equal(utf8_position(text, offsets[i]), i);
    }
    assert_int_equal(utf8_offset(text, 99), 11);
    assert_int_equal(utf8_position(text, 99), 5);
    assert_int_equal(utf8_count((struct string){"", 0}), 0);
}

TEST("invalid text is read byte by byte")
{
    struct string text = {"\xE2\x82z\xFF", 4};
    assert_int_equal(utf8_count(text), 4);
    assert_int_equal(utf8_next(&text), 0xFFFD);
    assert_int_equal(utf8_next(&text), 0xFFFD);
    assert_int_equal(utf8_next(&text), 'z');
    assert_int_equal(utf8_next(&text), 0xFFFD);
    assert_int_equal(text.size, 0);
}

TEST("invalid bytes are replaced")
{
    static const char *const cases[][2] = {
        {"", ""},
        {"a\xC3\xA4\n", "a\xC3\xA4\n"},
        {"\xFF", "\xEF\xBF\xBD"},
        {"a\xE2\x82", "a\xEF\xBF\xBD\xEF\xBF\xBD"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *repaired = utf8_repaired(cases[i][0]);
        assert_string_equal(repaired, cases[i][1]);
        free(repaired);
    }
}

TEST("a line must be valid UTF-8 without control characters")
{
    assert_true(utf8_is_line("of \xC3\xA4, 'quoted'"));
    assert_true(utf8_is_line(""));
    assert_false(utf8_is_line("two\nlines"));
    assert_false(utf8_is_line("\177"));
    assert_false(utf8_is_line("\xFF"));
}

TEST("Latin-1 is converted to UTF-8")
{
    char in[256], out[512];
    size_t bad;
    for (int i = 0; i < 256; i++) in[i] = (char)i;
    struct string text = {out, utf8_from_latin1((struct string){in, 256}, out)};
    assert_int_equal(text.size, 128 + 2 * 128);
    assert_true(utf8_valid(text, &bad));
    for (uint32_t i = 0; i < 256; i++) assert_int_equal(utf8_next(&text), i);
}

/* The expected values come from Python 3: str.lower(), str.isspace(), and \\w of re. */
TEST("lower case and character classes agree with Python")
{
    static const struct {
        const char *text, *lower;
    } cases[] = {
        {"", ""},
        {"Stra\u00dfe \u00c4\u00d6\u00dc 9", "stra\u00dfe \u00e4\u00f6\u00fc 9"},
        {"\u0130I", "i\u0307i"},                      /* one letter becomes two code points */
        {"\u1e9e\u212a\u03a3", "\u00dfk\u03c3"},      /* capital sharp s, Kelvin sign and sigma */
        {"\u10a0\u13a0\u1c90", "\u2d00\uab70\u10d0"}, /* letters of Georgian and Cherokee */
        {"\xff\x41\xc3", "\xff\x61\xc3"},             /* invalid bytes are unchanged */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *lower = utf8_lower(cases[i].text);
        assert_string_equal(lower, cases[i].lower);
        free(lower);
    }
    static const uint32_t blank[] = {9,      10,     13,     0x1c,   0x1f,   32,     0x85,  0xa0,
                                     0x1680, 0x2000, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000},
                          not_blank[] = {0, 8, 0x1b, '_', 0xad, 0x180e, 0x200b, 0x2060, 0xfeff},
                          word[] = {'_', '0', 'z', 0xaa, 0xb2, 0xbd, 0xdf, 0x2160, 0x4e00, 0x1d7ce},
                          not_word[] = {'-',   ' ',    0xd7,   0x2c2, 0x300,
                                        0x93e, 0x2014, 0x203f, 0xe000};
    for (size_t i = 0; i < sizeof blank / sizeof *blank; i++) assert_true(utf8_is_blank(blank[i]));
    for (size_t i = 0; i < sizeof not_blank / sizeof *not_blank; i++)
        assert_false(utf8_is_blank(not_blank[i]));
    for (size_t i = 0; i < sizeof word / sizeof *word; i++) assert_true(utf8_is_word(word[i]));
    for (size_t i = 0; i < sizeof not_word / sizeof *not_word; i++)
        assert_false(utf8_is_word(not_word[i]));
}
