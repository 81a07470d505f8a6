/* SPDX-License-Identifier: MIT
 * The tokenizer of mteval-v13a as in sacreBLEU: some replacements, then four regular expressions.
 * Each expression is applied to the result of the previous one, without overlapping matches:
 *   ([{-~[-` -&(-+:-@/]) -> " 1 ": symbols become tokens.
 *   ([^0-9])([.,]) -> "1 2 ": separates dot and comma, unless after a digit.
 *   ([.,])([^0-9]) -> " 1 2": separates dot and comma, unless before a digit.
 *   ([0-9])(-) -> "1 2 ": separates a dash after a digit.
 * All matched characters are ASCII, so the tokenizer works on bytes. */
#include "models/metrics/metrics.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *from, *to;
} replacements[] = {{"<skipped>", ""}, {"-\n", ""},   {"\n", " "},  {"&quot;", "\""},
                    {"&amp;", "&"},    {"&lt;", "<"}, {"&gt;", ">"}};

/* Replaces text in place; `to` must not be longer than `from`. */
static void replace_all(char *text, const char *from, const char *to)
{
    char *out = text, *found;
    size_t from_length = strlen(from), to_length = strlen(to);
    for (; (found = strstr(text, from)); text = found + from_length) {
        size_t before = (size_t)(found - text);
        memmove(out, text, before);
        memcpy(out + before, to, to_length);
        out += before + to_length;
    }
    memmove(out, text, strlen(text) + 1);
}

static bool is_symbol(char c)
{
    return (c >= '{' && c <= '~') || (c >= '[' && c <= '`') || (c >= ' ' && c <= '&') ||
           (c >= '(' && c <= '+') || (c >= ':' && c <= '@') || c == '/';
}
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_other(char c) { return !is_digit(c); }
static bool is_stop(char c) { return c == '.' || c == ','; }
static bool is_dash(char c) { return c == '-'; }

/* Defines a pattern and its replacement, in which 1 and 2 stand for the matched characters. */
static const struct expression {
    /* tests for the characters of a match; `second` is NULL if the pattern has one character */
    bool (*first)(char), (*second)(char);
    const char *result;
} expressions[] = {{is_symbol, NULL, " 1 "},
                   {is_other, is_stop, "1 2 "},
                   {is_stop, is_other, " 1 2"},
                   {is_digit, is_dash, "1 2 "}};

/* Returns a copy with every match replaced, and frees `text`. */
static char *substitute(const struct expression *e, char *text)
{
    struct text out = {0};
    text_add_bytes(&out, "", 0);
    for (const char *c = text; *c;) {
        bool match = e->first(*c) && (!e->second || (c[1] && e->second(c[1])));
        if (!match) {
            text_add_bytes(&out, c++, 1);
            continue;
        }
        for (const char *r = e->result; *r; r++)
            text_add_bytes(&out, *r == ' ' ? r : c + (*r - '1'), 1);
        c += e->second ? 2 : 1;
    }
    free(text);
    return out.data;
}

char *tokenize_13a(const char *text)
{
    char *result = xstrdup(text);
    for (size_t i = 0; i < sizeof replacements / sizeof *replacements; i++)
        replace_all(result, replacements[i].from, replacements[i].to);
    char *padded = xformat(" %s ", result);
    free(result);
    for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
        padded = substitute(&expressions[i], padded);
    return padded;
}
