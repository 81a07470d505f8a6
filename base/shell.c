/* SPDX-License-Identifier: MIT
 * Quotes words for the shell (shell.h). */
#include "base/shell.h"
#include "base/utf8.h"

#include <string.h>

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_./=,:+-";
    return *word && strspn(word, plain) == strlen(word);
}

static void add_in_quotes(struct text *out, const char *word)
{
    text_add(out, "'");
    for (const char *c = word; *c; c++) text_add(out, *c == '\'' ? "'\\''" : "%c", *c);
    text_add(out, "'");
}

/* Writes each byte as three octal digits, because a shorter escape would absorb a following digit.
 */
static void add_escaped(struct text *out, const char *word)
{
    text_add(out, "$'");
    for (struct string rest = {word, strlen(word)}; rest.size;) {
        uint32_t code;
        size_t length = utf8_decode(rest.at, rest.size, &code);
        bool shown = length && !utf8_is_control(code);
        length += !length;
        for (size_t i = 0; i < length && !shown; i++)
            text_add(out, "\\%03o", (unsigned char)rest.at[i]);
        if (shown)
            text_add(out, *rest.at == '\'' || *rest.at == '\\' ? "\\%.*s" : "%.*s", (int)length,
                     rest.at);
        rest = (struct string){rest.at + length, rest.size - length};
    }
    text_add(out, "'");
}

static void add_line(struct text *out, const char *word)
{
    if (is_plain(word))
        text_add(out, "%s", word);
    else
        add_in_quotes(out, word);
}

void shell_add(struct text *out, const char *word)
{
    (utf8_is_line(word) ? add_line : add_escaped)(out, word);
}

char *shell_word(const char *word)
{
    struct text out = {0};
    shell_add(&out, word);
    return out.data;
}
