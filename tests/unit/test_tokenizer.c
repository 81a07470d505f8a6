/* SPDX-License-Identifier: MIT
 * Tests tokenizers: vocabularies, encoding and decoding, and published token counts of real data.
 */
#include "tests/unit/data_files.h"
#include "datasets/tokenizers/bpe.h"
#include "datasets/tokenizers/tokenizer.h"
#include "base/rng.h"
#include "datasets/formats/strings.h"

static struct tokenizer *learned(const char *kind, int size, int min_count, const char *text,
                                 const char *cache)
{
    char *error = NULL;
    struct string all = string_of(text);
    struct tokenizer *t = tokenizer_learn(kind, size, min_count, &all, 1, cache, &error);
    if (!t) fail_msg("%s", error);
    return t;
}

static void encodes(const struct tokenizer *t, const char *text, const int32_t *ids, size_t count)
{
    struct token_list list = {0};
    tokenizer_encode(t, string_of(text), false, &list);
    assert_int_equal(list.count, count);
    assert_memory_equal(list.ids, ids, count * sizeof *ids);
    assert_null(list.ends);
    free(list.ids);
}
#define ENCODES(t, text, ...)                                                                      \
    encodes(t, text, (int32_t[]){__VA_ARGS__}, sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t))

static void decodes(const struct tokenizer *t, const int32_t *ids, size_t count, const char *text)
{
    char *found = kept(tokenizer_decode(t, ids, count));
    assert_string_equal(found, text);
}
#define DECODES(t, text, ...)                                                                      \
    decodes(t, (int32_t[]){__VA_ARGS__}, sizeof((int32_t[]){__VA_ARGS__}) / sizeof(int32_t), text)

/* ---- vocabularies ---- */

TEST("words are ranked by count, then by first occurrence")
{
    struct tokenizer *t = learned("words", 0, 0, "b a  c\ta\r\n<unk> d b\na", NULL);
    assert_int_equal(tokenizer_size(t), TOKEN_SPECIALS + 4);
    ENCODES(t, "a b c d\n", 6, 7, 8, 9, TOKEN_END);
    ENCODES(t, " \n\n x <unk>\t", TOKEN_END, TOKEN_END, TOKEN_UNKNOWN, TOKEN_UNKNOWN);
    DECODES(t, "a <unk> d", TOKEN_BEGIN, 6, TOKEN_UNKNOWN, TOKEN_PAD, 9, 99, -1, TOKEN_END, 6);
    tokenizer_close(t);
    t = learned("words", TOKEN_SPECIALS + 2, 0, "b a c a d b a", NULL);
    assert_int_equal(tokenizer_size(t), TOKEN_SPECIALS + 2);
    ENCODES(t, "a b c", 6, 7, TOKEN_UNKNOWN);
    tokenizer_close(t);
    t = learned("words", TOKEN_SPECIALS + 100, 0, "b a c a d b a", NULL);
    assert_int_equal(tokenizer_size(t), TOKEN_SPECIALS + 4);
    tokenizer_close(t);
    t = learned("words", 0, 3, "b a c a d b a", NULL);
    ENCODES(t, "a b c", 6, TOKEN_UNKNOWN, TOKEN_UNKNOWN);
    tokenizer_close(t);
}

TEST("each code point is a token of the chars tokenizer")
{
    struct tokenizer *t = learned("chars", 0, 0, "ä€ ä\n", NULL);
    assert_int_equal(tokenizer_size(t), TOKEN_SPECIALS + 4);
    ENCODES(t, "ä€ \nx", 6, 7, 8, 9, TOKEN_UNKNOWN);
    DECODES(t, "ä€\xEF\xBF\xBD\n", 6, 7, TOKEN_UNKNOWN, 9, TOKEN_END, 6);
    tokenizer_close(t);
}

TEST("each byte is a token of the bytes tokenizer")
{
    struct tokenizer *t = learned("bytes", 0, 0, "", NULL);
    assert_int_equal(tokenizer_size(t), TOKEN_BYTES);
    ENCODES(t, "A\xFF\n", TOKEN_SPECIALS + 'A', TOKEN_SPECIALS + 255, TOKEN_SPECIALS + '\n');
    DECODES(t, "A\xFF", TOKEN_SPECIALS + 'A', TOKEN_SPECIALS + 255);
    tokenizer_close(t);
}

TEST("the ends of tokens are byte offsets in the text")
{
    static const struct {
        const char *kind;
        size_t count, ends[7];
    } cases[] = {
        {"words", 3, {2, 6, 7}},
        {"chars", 5, {2, 3, 4, 6, 7}},
        {"bytes", 7, {1, 2, 3, 4, 5, 6, 7}},
        /* In the text "ä bö" each pair of bytes occurs twice, so each word becomes one token. */
        {"bpe", 3, {2, 6, 7}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct tokenizer *t = learned(cases[i].kind, 0, 0, "ä bö\nä bö", NULL);
        struct token_list list = {0};
        tokenizer_encode(t, string_of("ä bö\n"), true, &list);
        assert_int_equal(list.count, cases[i].count);
        assert_memory_equal(list.ends, cases[i].ends, list.count * sizeof *list.ends);
        free(list.ids), free(list.ends);
        tokenizer_close(t);
    }
}

TEST("invalid tokenizer settings are refused")
{
    static const struct {
        const char *kind, *text;
        int size;
        const char *part;
    } cases[] = {
        {"word", "a", 0, "unknown tokenizer 'word' (expected bytes"},
        {"word", "a", 0, "did you mean words"},
        {"bytes", "a", 100,
         "a vocabulary of 100 is too small for bytes (expected 0 or at least 262)"},
        {"bpe", "a", 261, "at least 262"},
        {"words", "a", 6, "at least 7"},
        {"chars", "a", -1, "at least 7"},
        {"chars", "ab\xE4z", 0, "text 1 is not UTF-8"},
        {"chars", "ab\xE4z", 0, "byte 2 is 0xe4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct string text = string_of(cases[i].text);
        char *error = NULL;
        assert_null(tokenizer_learn(cases[i].kind, cases[i].size, 0, &text, 1, NULL, &error));
        assert_non_null(error);
        if (!strstr(error, cases[i].part))
            fail_msg("'%s' does not contain '%s'", error, cases[i].part);
        free(error);
    }
}

/* ---- there and back ---- */

TEST("repeated letters merge from the left")
{
    struct tokenizer *t = learned("bpe", TOKEN_BYTES + 1, 0, "aaaa aaa", NULL);
    assert_int_equal(tokenizer_size(t), TOKEN_BYTES + 1);
    ENCODES(t, "aaaaa", TOKEN_BYTES, TOKEN_BYTES, TOKEN_SPECIALS + 'a');
    ENCODES(t, "zaa", TOKEN_SPECIALS + 'z', TOKEN_BYTES);
    DECODES(t, "aaz", TOKEN_BYTES, TOKEN_SPECIALS + 'z');
    tokenizer_close(t);
}

/* Decoding must restore every text exactly. Encoding a text line by line must give the same tokens
 * as encoding the whole text. */
TEST("decoding restores the text, and encoding line by line equals encoding the whole text")
{
    static const char *const kinds[] = {"bytes", "chars", "bpe", "words"};
    char text[4000], other[4000];
    babble(77, text, sizeof text);
    babble(78, other, sizeof other);
    for (int k = 0; k < 4; k++) {
        struct tokenizer *t = learned(kinds[k], 0, 0, text, NULL);
        struct token_list whole = {0}, lines = {0};
        struct string all = string_of(other), rest = all, line;
        tokenizer_encode(t, all, true, &whole);
        while (string_cut(&rest, '\n', &line)) {
            line.size += rest.size > 0 || other[all.size - 1] == '\n';
            tokenizer_encode(t, line, false, &lines);
        }
        assert_int_equal(whole.count, lines.count);
        assert_memory_equal(whole.ids, lines.ids, whole.count * sizeof *whole.ids);
        if (k < 3) decodes(t, whole.ids, whole.count, other);
        for (size_t i = 1; i < whole.count; i++) assert_true(whole.ends[i] > whole.ends[i - 1]);
        free(whole.ids), free(whole.ends), free(lines.ids);
        tokenizer_close(t);
    }
}

/* If a tokenizer had no reading time, the estimated time left would not include reading. */
TEST("a reading time is predicted for every kind of tokenizer")
{
    for (int k = 0; tokenizer_kinds[k]; k++)
        if (!(tokenizer_traits(tokenizer_kinds[k])->reading >= 1))
            fail_msg("%s has no reading time", tokenizer_kinds[k]);
    assert_true(tokenizer_traits("bytes")->any_bytes && !tokenizer_traits("chars")->any_bytes);
    assert_true(tokenizer_traits("words")->tokens_a_word == 1);
}

TEST("different tokenizers have different hashes")
{
    struct tokenizer *t[] = {learned("bpe", 270, 0, "ab ab abc", NULL),
                             learned("bpe", 270, 0, "ab ab abc", NULL),
                             learned("bpe", 270, 0, "bc bc abc", NULL),
                             learned("words", 0, 0, "ab ab abc", NULL),
                             learned("words", 0, 0, "abc abc ab", NULL),
                             learned("chars", 0, 0, "ab ab abc", NULL),
                             learned("bytes", 0, 0, "", NULL)};
    assert_true(tokenizer_hash(t[0]) == tokenizer_hash(t[1]));
    for (int i = 1; i < 7; i++)
        for (int j = 1; j < i; j++) assert_true(tokenizer_hash(t[i]) != tokenizer_hash(t[j]));
    for (int i = 0; i < 7; i++) tokenizer_close(t[i]);
}

/* ---- real data ---- */

static size_t tokens_of(const struct tokenizer *t, const struct dataset *data, enum split split)
{
    struct token_list list = {0};
    for (int i = 0; i < data->count[split]; i++)
        tokenizer_encode(t, data->records[split][i].text, false, &list);
    free(list.ids);
    return list.count;
}

TEST("WikiText has the published token counts")
{
    const char *dir = real_data_or_skip("wikitext-2/test.txt");
    struct dataset data;
    opened("wikitext-2:smoke", &(struct data_options){.dir = dir}, &data);
    assert_non_null(strstr(data.notes, "not comparable with published results"));
    struct tokenizer *t = learned("words", 0, 0, "x", NULL);
    /* The test split is loaded as the training split. The published count includes <eos>. */
    assert_int_equal(tokens_of(t, &data, SPLIT_TRAIN), 245569);
    assert_int_equal(tokens_of(t, &data, SPLIT_VALID), 217646);
    assert_int_equal(data.count[SPLIT_TEST], 0);
    tokenizer_close(t);
}

TEST("Multi30k has the published vocabulary sizes")
{
    const char *dir = real_data_or_skip("multi30k/tok/train.lc.norm.tok.de");
    struct dataset data;
    opened("multi30k", &(struct data_options){.dir = dir}, &data);
    for (int side = 0; side < 2; side++) {
        struct string *texts = xarray(29000, sizeof *texts);
        for (int i = 0; i < 29000; i++)
            texts[i] = side ? data.records[0][i].second : data.records[0][i].text;
        char *error = NULL;
        struct tokenizer *t = tokenizer_learn("words", 0, 0, texts, 29000, NULL, &error);
        assert_int_equal(tokenizer_size(t), TOKEN_SPECIALS + (side ? 10210 : 18722));
        tokenizer_close(t);
        free(texts);
    }
}
