/* SPDX-License-Identifier: MIT
 * Validates user input (door.h). */
#include "base/door.h"
#include "base/mem.h"

#include <string.h>

/* Returns true if c is a forbidden ASCII control character. Whitespace is allowed, because formulas
 * may have several lines. */
static bool is_control(char c)
{
    return ((unsigned char)c < ' ' && !strchr("\t\n", c)) || c == 127;
}

/* Returns true if the text starts with U+FFFE or U+FFFF, which XML rejects. */
static bool is_noncharacter(struct string text)
{
    return text.size >= 3 &&
           (!memcmp(text.at, "\xEF\xBF\xBE", 3) || !memcmp(text.at, "\xEF\xBF\xBF", 3));
}

/* Returns the offset of the first invalid byte, or text.size if the text is valid. */
static size_t first_refused(struct string text)
{
    size_t end = text.size, at = 0;
    utf8_valid(text, &end);
    while (at < end && !is_control(text.at[at]) &&
           !is_noncharacter((struct string){text.at + at, text.size - at}))
        at++;
    return at;
}

char *door_quoted(struct string text)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    while (text.size) {
        size_t good = first_refused(text);
        text_add_bytes(&out, text.at, good);
        text = (struct string){text.at + good, text.size - good};
        if (!text.size) break;
        text_add(&out, "\\x%02x", (unsigned char)*text.at);
        text = (struct string){text.at + 1, text.size - 1};
    }
    return out.data;
}

char *door_fault(struct string text)
{
    size_t at = first_refused(text);
    if (at == text.size) return NULL;
    unsigned char byte = (unsigned char)text.at[at];
    return xformat("byte %zu is 0x%02x, %s", at + 1, byte,
                   byte < 128 ? "a control character (expected plain text)"
                   : is_noncharacter((struct string){text.at + at, text.size - at})
                       ? "part of U+FFFE or U+FFFF, which are not characters (expected plain text)"
                       : "which is not UTF-8 (expected UTF-8 text)");
}
