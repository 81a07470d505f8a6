/* SPDX-License-Identifier: MIT
 * Implements the tokenizers "words" and "chars". The vocabulary contains the most frequent units,
 * words or characters; all other units are unknown. */
#include "datasets/formats/strings.h"
#include "datasets/tokenizers/tokenizer_kinds.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* Removes the next unit from the start of *rest. Returns false at the end. */
typedef bool (*next_unit)(struct string *rest, struct string *unit);

static bool next_char(struct string *rest, struct string *unit)
{
    *unit = (struct string){rest->at, rest->size ? utf8_step(*rest) : 0};
    *rest = string_from(*rest, unit->size);
    return unit->size > 0;
}

/* Returns true for space, tab, CR, vertical tab and form feed. The function is inlined, because it
 * runs on every byte. */
static bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r' && c != '\n'); }

static bool next_word(struct string *rest, struct string *unit)
{
    size_t from = 0;
    while (from < rest->size && is_blank(rest->at[from])) from++;
    size_t end = from;
    while (end < rest->size && !is_blank(rest->at[end]) && rest->at[end] != '\n') end++;
    if (end == from && end < rest->size) end++;
    *unit = (struct string){rest->at + from, end - from};
    *rest = string_from(*rest, end);
    return unit->size > 0;
}

/* Returns the id of a word such as <unk>, or TOKEN_PAD if the word is not special. */
static int32_t special_word(struct string word)
{
    return string_is(word, "\n") ? TOKEN_END : string_is(word, "<unk>") ? TOKEN_UNKNOWN : TOKEN_PAD;
}

/* ---- learning ---- */

struct ranked {
    int64_t count;
    int number; /* index in the order of first appearance */
};

static int by_count(const void *a, const void *b)
{
    const struct ranked *x = a, *y = b;
    if (x->count != y->count) return x->count > y->count ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static struct string_map *count_units(const struct learning *from, next_unit next, bool words)
{
    struct string_map *all = string_map_new();
    for (size_t i = 0; i < from->count; i++) {
        struct string rest = from->texts[i], unit;
        while (next(&rest, &unit))
            if (!words || special_word(unit) == TOKEN_PAD) string_map_count(all, unit);
    }
    return all;
}

static struct string_map *most_frequent(const struct string_map *all, const struct learning *from)
{
    struct string_map *kept = string_map_new();
    struct ranked *order = xarray((size_t)all->count, sizeof *order);
    int limit = from->vocabulary ? from->vocabulary - TOKEN_SPECIALS : all->count;
    for (int i = 0; i < all->count; i++) order[i] = (struct ranked){all->counts[i], i};
    qsort(order, (size_t)all->count, sizeof *order, by_count);
    for (int i = 0; i < all->count && i < limit && order[i].count >= from->min_count; i++)
        string_map_add(kept, all->names[order[i].number]);
    free(order);
    return kept;
}

static void learn_units(struct tokenizer *t, const struct learning *from, next_unit next,
                        bool words)
{
    struct string_map *all = count_units(from, next, words);
    t->words = most_frequent(all, from);
    string_map_free(all);
    t->size = TOKEN_SPECIALS + t->words->count;
    t->pieces = xarray((size_t)t->size, sizeof *t->pieces);
    for (int i = 0; i < t->words->count; i++) t->pieces[TOKEN_SPECIALS + i] = t->words->names[i];
}

static bool learn_words(struct tokenizer *t, const struct learning *from, char **error)
{
    (void)error;
    learn_units(t, from, next_word, true);
    return true;
}

static bool learn_chars(struct tokenizer *t, const struct learning *from, char **error)
{
    size_t bad;
    for (size_t i = 0; i < from->count; i++)
        if (!utf8_valid(from->texts[i], &bad))
            return data_fail(error,
                             "text %zu is not UTF-8: byte %zu is 0x%02x (expected UTF-8 for the "
                             "tokenizer chars); use the tokenizer bytes",
                             i + 1, bad, (unsigned char)from->texts[i].at[bad]);
    learn_units(t, from, next_char, false);
    return true;
}

/* ---- encoding ---- */

static void encode_units(const struct tokenizer *t, struct string text, bool with_ends,
                         struct token_list *list, next_unit next, bool words)
{
    struct string rest = text, unit;
    while (next(&rest, &unit)) {
        int32_t id = words ? special_word(unit) : TOKEN_PAD;
        if (id == TOKEN_PAD) {
            int number = string_map_find(t->words, unit);
            id = number < 0 ? TOKEN_UNKNOWN : TOKEN_SPECIALS + number;
        }
        token_list_add(list, id, with_ends, (size_t)(rest.at - text.at));
    }
}

static void encode_words(const struct tokenizer *t, struct string text, bool with_ends,
                         struct token_list *list)
{
    encode_units(t, text, with_ends, list, next_word, true);
}

static void encode_chars(const struct tokenizer *t, struct string text, bool with_ends,
                         struct token_list *list)
{
    encode_units(t, text, with_ends, list, next_char, false);
}

const struct tokenizer_kind tokenizer_words = {
    .name = "words",
    .least = TOKEN_SPECIALS + 1,
    .separator = " ",
    .unknown = "<unk>",
    .traits = {.tokens_a_word = 1, .reading = 4},
    .learn = learn_words,
    .encode = encode_words,
};
const struct tokenizer_kind tokenizer_chars = {
    .name = "chars",
    .least = TOKEN_SPECIALS + 1,
    .separator = "",
    .unknown = "\xEF\xBF\xBD", /* U+FFFD, the replacement character */
    .traits = {.reading = 2},
    .learn = learn_chars,
    .encode = encode_chars,
};
