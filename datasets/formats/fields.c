/* SPDX-License-Identifier: MIT
 * Splits lines at separators, strips whitespace and compares texts by bytes. */
#include "datasets/formats/fields.h"

#include <string.h>

bool field_cut(struct string *rest, char separator, struct string *field)
{
    const char *found = rest->size ? memchr(rest->at, separator, rest->size) : NULL;
    *field = (struct string){rest->at, found ? (size_t)(found - rest->at) : rest->size};
    *rest = string_from(*rest, field->size + (found != NULL));
    return found;
}

bool string_ends(struct string s, const char *end)
{
    struct string wanted = string_of(end);
    return s.size >= wanted.size && string_equal(string_from(s, s.size - wanted.size), wanted);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

struct string string_strip(struct string s)
{
    while (s.size && is_blank(s.at[0])) s = string_from(s, 1);
    while (s.size && is_blank(s.at[s.size - 1])) s.size--;
    return s;
}

int string_compare(struct string a, struct string b)
{
    int order = memcmp(a.at, b.at, a.size < b.size ? a.size : b.size);
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

int string_shown(struct string s)
{
    enum { SHOWN = 40 };
    return (int)utf8_offset(s, SHOWN);
}
