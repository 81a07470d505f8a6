/* SPDX-License-Identifier: MIT
 * Compares texts, and takes words and numbers from the start of a text. */
#include "datasets/formats/strings.h"

#include <string.h>

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

struct string string_of(const char *text) { return (struct string){text, strlen(text)}; }

bool string_equal(struct string a, struct string b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.at, b.at, a.size) == 0);
}

bool string_is(struct string s, const char *text) { return string_equal(s, string_of(text)); }

bool string_starts(struct string s, const char *start)
{
    size_t size = strlen(start);
    return s.size >= size && memcmp(s.at, start, size) == 0;
}

struct string string_from(struct string s, size_t offset)
{
    return (struct string){s.at + offset, s.size - offset};
}

bool string_cut(struct string *rest, char separator, struct string *piece)
{
    *piece = (struct string){rest->at, 0};
    if (!rest->size) return false;
    const char *end = memchr(rest->at, separator, rest->size);
    piece->size = end ? (size_t)(end - rest->at) : rest->size;
    *rest = string_from(*rest, piece->size + (end != NULL));
    return true;
}

bool string_word(struct string *rest, struct string *word)
{
    size_t from = 0;
    while (from < rest->size && is_blank(rest->at[from])) from++;
    size_t end = from;
    while (end < rest->size && !is_blank(rest->at[end])) end++;
    *word = (struct string){rest->at + from, end - from};
    *rest = string_from(*rest, end);
    return word->size > 0;
}

struct string string_trim(struct string s)
{
    while (s.size && is_blank(s.at[0])) s = string_from(s, 1);
    while (s.size && is_blank(s.at[s.size - 1])) s.size--;
    return s;
}

static bool is_squeezed(struct string s)
{
    for (size_t i = 0; i < s.size; i++)
        if (s.at[i] == '\t' || (s.at[i] == ' ' && i && s.at[i - 1] == ' ')) return false;
    return true;
}

struct string string_squeeze(struct data_store *store, struct string s)
{
    s = string_trim(s);
    if (is_squeezed(s)) return s;
    char *out = data_alloc(store, s.size, 1);
    size_t size = 0;
    for (struct string word; string_word(&s, &word); size += word.size) {
        if (size) out[size++] = ' ';
        memcpy(out + size, word.at, word.size);
    }
    return (struct string){out, size};
}

bool string_number(struct string s, long min, long max, long *number)
{
    enum { DIGITS = 18 }; /* largest number of digits that fit in a long */
    if (!s.size || s.size > DIGITS) return false;
    *number = 0;
    for (size_t i = 0; i < s.size; i++) {
        if (s.at[i] < '0' || s.at[i] > '9') return false;
        *number = 10 * *number + (s.at[i] - '0');
    }
    return *number >= min && *number <= max;
}
