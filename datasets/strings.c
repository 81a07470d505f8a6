/* SPDX-License-Identifier: MIT
 * See strings.h. */
#include "datasets/strings.h"

#include <string.h>

struct string string_of(const char *text) { return (struct string){text, strlen(text)}; }

bool string_begins(struct string s, const char *text)
{
    size_t size = strlen(text);
    return s.size >= size && memcmp(s.at, text, size) == 0;
}

bool string_is(struct string s, const char *text)
{
    return s.size == strlen(text) && string_begins(s, text);
}

bool string_ends(struct string s, const char *text)
{
    size_t size = strlen(text);
    return s.size >= size && memcmp(s.at + s.size - size, text, size) == 0;
}

int string_compare(struct string a, struct string b)
{
    int order = memcmp(a.at, b.at, a.size < b.size ? a.size : b.size);
    return order ? order : (a.size > b.size) - (a.size < b.size);
}

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

struct string string_strip(struct string s)
{
    while (s.size && is_blank(s.at[0])) s.at++, s.size--;
    while (s.size && is_blank(s.at[s.size - 1])) s.size--;
    return s;
}

bool string_cut(struct string *rest, char at, struct string *head)
{
    const char *found = memchr(rest->at, at, rest->size);
    *head = (struct string){rest->at, found ? (size_t)(found - rest->at) : rest->size};
    size_t used = head->size + (found != NULL);
    *rest = (struct string){rest->at + used, rest->size - used};
    return found;
}

bool string_number(struct string s, long *number)
{
    if (!s.size || s.size > 9) return false;
    *number = 0;
    for (size_t i = 0; i < s.size; i++) {
        if (s.at[i] < '0' || s.at[i] > '9') return false;
        *number = *number * 10 + (s.at[i] - '0');
    }
    return true;
}
