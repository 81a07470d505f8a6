/* SPDX-License-Identifier: MIT
 * See utf8.h. */
#include "datasets/utf8.h"

/* Lengths of sequences: what the first byte looks like, and the smallest value of that length. */
static const struct form {
    unsigned char mask, bits;
    uint32_t smallest;
} forms[UTF8_BYTES] = {
    {0x80, 0x00, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};

enum { LARGEST = 0x10ffff, SURROGATE_FIRST = 0xd800, SURROGATE_LAST = 0xdfff };

static const char *value_fault(uint32_t code, uint32_t smallest)
{
    if (code < smallest) return "overlong form";
    if (code >= SURROGATE_FIRST && code <= SURROGATE_LAST) return "surrogate code point";
    return code > LARGEST ? "code point above U+10FFFF" : NULL;
}

/* NULL, or what is wrong at text[0]; size > 0. */
static const char *take(const char *text, size_t size, uint32_t *code, size_t *length)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t n = 0;
    while (n < UTF8_BYTES && (byte[0] & forms[n].mask) != forms[n].bits) n++;
    if (n == UTF8_BYTES)
        return (byte[0] & 0xc0) == 0x80 ? "continuation byte without a first byte"
                                        : "byte that begins no code point";
    uint32_t value = byte[0] & (unsigned char)~forms[n].mask;
    for (size_t i = 1; i <= n; i++) {
        if (i >= size || (byte[i] & 0xc0) != 0x80) return "code point cut short";
        value = value << 6 | (byte[i] & 0x3f);
    }
    const char *reason = value_fault(value, forms[n].smallest);
    if (reason) return reason;
    *code = value;
    *length = n + 1;
    return NULL;
}

size_t utf8_decode(const char *text, size_t size, uint32_t *code)
{
    size_t length;
    return size && !take(text, size, code, &length) ? length : 0;
}

size_t utf8_encode(uint32_t code, char out[UTF8_BYTES])
{
    if (value_fault(code, 0)) return 0;
    size_t last = UTF8_BYTES - 1;
    while (code < forms[last].smallest) last--;
    for (size_t i = last; i > 0; i--, code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(forms[last].bits | code);
    return last + 1;
}

size_t utf8_fault(const char *text, size_t size, const char **reason)
{
    const char *ignored;
    if (!reason) reason = &ignored;
    *reason = NULL;
    uint32_t code;
    for (size_t at = 0, length; at < size; at += length)
        if ((*reason = take(text + at, size - at, &code, &length))) return at;
    return UTF8_NONE;
}

/* Bytes to the next code point; size > 0. */
static size_t step(const char *text, size_t size)
{
    uint32_t code;
    size_t length = utf8_decode(text, size, &code);
    return length ? length : 1;
}

size_t utf8_count(const char *text, size_t size) { return utf8_to_points(text, size, size); }

size_t utf8_to_bytes(const char *text, size_t size, size_t index)
{
    size_t at = 0;
    for (; index && at < size; index--) at += step(text + at, size - at);
    return index ? UTF8_NONE : at;
}

size_t utf8_to_points(const char *text, size_t size, size_t offset)
{
    size_t points = 0, at = 0;
    for (; at < offset && at < size; points++) at += step(text + at, size - at);
    return at == offset ? points : UTF8_NONE;
}
