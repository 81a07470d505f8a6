/* SPDX-License-Identifier: MIT
 * See utf8.h. */
#include "base/utf8.h"

/* Lead bytes lo..hi begin `size` bytes, of which the second lies in from..to: table 3-7. */
static const struct lead {
    unsigned char lo, hi, size, from, to;
} leads[] = {
    {0x00, 0x7F, 1, 0, 0},       {0xC2, 0xDF, 2, 0x80, 0xBF}, {0xE0, 0xE0, 3, 0xA0, 0xBF},
    {0xE1, 0xEC, 3, 0x80, 0xBF}, {0xED, 0xED, 3, 0x80, 0x9F}, {0xEE, 0xEF, 3, 0x80, 0xBF},
    {0xF0, 0xF0, 4, 0x90, 0xBF}, {0xF1, 0xF3, 4, 0x80, 0xBF}, {0xF4, 0xF4, 4, 0x80, 0x8F},
};

/* Bytes of the valid sequence at the start of text, 0 if there is none. */
static size_t sequence(struct string text)
{
    const unsigned char *b = (const unsigned char *)text.at;
    if (b[0] < 0x80) return 1;
    const struct lead *lead = NULL;
    for (size_t i = 1; i < sizeof leads / sizeof *leads; i++)
        if (b[0] >= leads[i].lo && b[0] <= leads[i].hi) lead = &leads[i];
    if (!lead || text.size < lead->size || b[1] < lead->from || b[1] > lead->to) return 0;
    for (size_t i = 2; i < lead->size; i++)
        if ((b[i] & 0xC0) != 0x80) return 0;
    return lead->size;
}

static struct string tail(struct string text, size_t from)
{
    return (struct string){text.at + from, text.size - from};
}

bool utf8_valid(struct string text, size_t *bad)
{
    for (size_t i = 0, step; i < text.size; i += step) {
        step = sequence(tail(text, i));
        if (step) continue;
        *bad = i;
        return false;
    }
    return true;
}

size_t utf8_step(struct string text)
{
    size_t size = sequence(text);
    return size ? size : 1;
}

uint32_t utf8_next(struct string *text)
{
    static const unsigned char bits[] = {0, 0x7F, 0x1F, 0x0F, 0x07}; /* of the lead byte */
    size_t size = sequence(*text);
    uint32_t point = size ? (unsigned char)text->at[0] & bits[size] : 0xFFFD;
    for (size_t i = 1; i < size; i++) point = point << 6 | ((unsigned char)text->at[i] & 0x3F);
    *text = tail(*text, size ? size : 1);
    return point;
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
    if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return 0;
    size_t size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = size; i-- > 1; point >>= 6) out[i] = (char)(0x80 | (point & 0x3F));
    out[0] = (char)(marks[size] | point);
    return size;
}

size_t utf8_from_latin1(struct string text, char *out)
{
    size_t size = 0;
    for (size_t i = 0; i < text.size; i++)
        size += utf8_write((unsigned char)text.at[i], out + size);
    return size;
}

size_t utf8_decode(const char *text, size_t size, uint32_t *code)
{
    struct string rest = {text, size};
    if (!size) return 0;
    uint32_t point = utf8_next(&rest);
    size_t length = size - rest.size;
    if (point == 0xfffd && length == 1) return 0; /* U+FFFD itself takes three bytes */
    *code = point;
    return length;
}
