/* SPDX-License-Identifier: MIT
 * Implements UTF-8 and character properties with utf8proc. Only this file uses utf8proc. */
#include "base/utf8.h"

#include "base/mem.h"

#include <string.h>
#include <utf8proc.h>

/* Decodes the first code point of a text into *point and returns its length in bytes; 0 if the
 * bytes are invalid. */
static size_t sequence(struct string text, utf8proc_int32_t *point)
{
    const unsigned char *bytes = (const unsigned char *)text.at;
    if (text.size && bytes[0] < 0x80) return *point = bytes[0], 1;
    /* no code point has more than UTF8_MAX bytes */
    size_t room = text.size < UTF8_MAX ? text.size : UTF8_MAX;
    utf8proc_ssize_t size = utf8proc_iterate(bytes, (utf8proc_ssize_t)room, point);
    return size > 0 ? (size_t)size : 0;
}

static struct string tail(struct string text, size_t from)
{
    return (struct string){text.at + from, text.size - from};
}

bool utf8_valid(struct string text, size_t *bad)
{
    utf8proc_int32_t point;
    for (size_t i = 0, step; i < text.size; i += step) {
        step = sequence(tail(text, i), &point);
        if (step) continue;
        *bad = i;
        return false;
    }
    return true;
}

bool utf8_is_control(uint32_t code) { return code < ' ' || (code >= 0x7F && code < 0xA0); }

bool utf8_is_line(const char *text)
{
    uint32_t code = ' ';
    size_t step = 1;
    for (struct string rest = {text, strlen(text)}; rest.size && step; rest = tail(rest, step)) {
        step = utf8_decode(rest.at, rest.size, &code);
        if (!step || utf8_is_control(code)) return false;
    }
    return true;
}

size_t utf8_step(struct string text)
{
    utf8proc_int32_t point;
    size_t size = sequence(text, &point);
    return size ? size : 1;
}

uint32_t utf8_next(struct string *text)
{
    utf8proc_int32_t point;
    size_t size = sequence(*text, &point);
    *text = tail(*text, size ? size : 1);
    return size ? (uint32_t)point : 0xFFFD;
}

size_t utf8_decode(const char *text, size_t size, uint32_t *code)
{
    utf8proc_int32_t point;
    size_t length = sequence((struct string){text, size}, &point);
    if (length) *code = (uint32_t)point;
    return length;
}

size_t utf8_offset(struct string text, size_t position)
{
    size_t i = 0;
    for (; position && i < text.size; position--) i += utf8_step(tail(text, i));
    return i;
}

size_t utf8_position(struct string text, size_t offset)
{
    size_t count = 0;
    for (size_t i = 0; i < text.size && i < offset; count++) i += utf8_step(tail(text, i));
    return count;
}

size_t utf8_count(struct string text) { return utf8_position(text, text.size); }

size_t utf8_write(uint32_t point, char out[UTF8_MAX])
{
    if (!utf8proc_codepoint_valid((utf8proc_int32_t)point)) return 0;
    return (size_t)utf8proc_encode_char((utf8proc_int32_t)point, (unsigned char *)out);
}

size_t utf8_from_latin1(struct string text, char *out)
{
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++)
        size += utf8_write((unsigned char)text.at[i], out + size);
    return size;
}

/* ---- copies ---- */

static void add_code(struct text *out, uint32_t code)
{
    char bytes[UTF8_MAX];
    text_add_bytes(out, bytes, utf8_write(code, bytes));
}

char *utf8_repaired(const char *text)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (struct string rest = {text, strlen(text)}; rest.size;) add_code(&out, utf8_next(&rest));
    return out.data;
}

/* ---- properties ---- */

/* only the lower case of U+0130 has two code points */
enum { I_WITH_DOT = 0x130, DOT_ABOVE = 0x307 };

char *utf8_lower(const char *text)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    uint32_t code;
    for (size_t left = strlen(text), length; left; text += length, left -= length) {
        length = utf8_decode(text, left, &code);
        if (!length)
            text_add_bytes(&out, text, length = 1);
        else if (code == I_WITH_DOT)
            add_code(&out, 'i'), add_code(&out, DOT_ABOVE);
        else
            add_code(&out, (uint32_t)utf8proc_tolower((utf8proc_int32_t)code));
    }
    return out.data;
}

bool utf8_is_blank(uint32_t code)
{
    const utf8proc_property_t *is = utf8proc_get_property((utf8proc_int32_t)code);
    return is->category == UTF8PROC_CATEGORY_ZS || is->bidi_class == UTF8PROC_BIDI_CLASS_WS ||
           is->bidi_class == UTF8PROC_BIDI_CLASS_B || is->bidi_class == UTF8PROC_BIDI_CLASS_S;
}

bool utf8_is_word(uint32_t code)
{
    utf8proc_category_t is = utf8proc_category((utf8proc_int32_t)code);
    return code == '_' || (is >= UTF8PROC_CATEGORY_LU && is <= UTF8PROC_CATEGORY_LO) ||
           (is >= UTF8PROC_CATEGORY_ND && is <= UTF8PROC_CATEGORY_NO);
}
