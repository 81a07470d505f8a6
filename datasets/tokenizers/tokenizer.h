/* SPDX-License-Identifier: MIT
 * Text to token ids and back.
 *
 * Learned on the training split only. Ids 0 .. TOKEN_SPECIALS-1 are the same in every tokenizer.
 * Kinds:
 *   bytes  one id per byte
 *   chars  one id per code point
 *   words  one id per word between whitespace; a line break is TOKEN_END, <unk> is TOKEN_UNKNOWN
 *   bpe    byte-pair merges within words (Sennrich et al. 2016, arXiv 1508.07909, ties by lower
 *          id); a word includes one space before it, so decoding restores the text exactly
 * chars and words keep the `vocabulary` most frequent units, ties by first appearance. Every kind
 * encodes pieces that end in a line break like the whole text. */
#ifndef ATTNLAB_TOKENIZER_H
#define ATTNLAB_TOKENIZER_H

#include "datasets/dataset.h"

enum {
    TOKEN_PAD,
    TOKEN_UNKNOWN,
    TOKEN_BEGIN,
    TOKEN_END,
    TOKEN_MASK,
    TOKEN_SEPARATOR,
    TOKEN_SPECIALS
};
extern const char *const tokenizer_kinds[]; /* NULL-terminated */

/* Facts about a kind before learning, for opening its text and for predictions. */
struct tokenizer_traits {
    bool any_bytes; /* accepts text that is not UTF-8 */
    double
        tokens_a_word; /* tokens per English word or punctuation mark; 0: one token per character */
    double reading;    /* time to learn and encode a character, relative to "bytes" */
    int vocabulary;    /* fixed number of ids; 0: depends on text and request */
};
/* name: one of tokenizer_kinds. */
const struct tokenizer_traits *tokenizer_traits(const char *name);

struct tokenizer;

struct token_list {
    int32_t *ids;
    size_t *ends; /* end offset of each token in the text, for spans; NULL unless requested */
    size_t count, room;
};

/* vocabulary: largest number of ids, including specials; 0: as many as occur ("bpe": 8,000).
 * min_count: rarer words and characters are unknown. cache: a folder for learned merges, in a file
 * named by size and hash of the text, or NULL; an unreadable or damaged file is learned again. NULL
 * with *error on a bad kind, size or text (invalid UTF-8 for "chars", with the offset). The texts
 * are not needed afterwards. */
struct tokenizer *tokenizer_learn(const char *kind, int vocabulary, int min_count,
                                  const struct string *texts, size_t count, const char *cache,
                                  char **error);
void tokenizer_close(struct tokenizer *);
int tokenizer_size(const struct tokenizer *);
uint64_t tokenizer_hash(const struct tokenizer *); /* of everything that determines ids */
/* Appends to the list (zero it first; free its ids and ends). with_ends: also fill ends. Caches
 * words, so one tokenizer must not be used by two threads at a time. */
void tokenizer_encode(const struct tokenizer *, struct string, bool with_ends, struct token_list *);
/* Text of ids up to TOKEN_END, or all. TOKEN_UNKNOWN becomes <unk> or U+FFFD; other specials and
 * invalid ids are left out. NUL-terminated; the caller frees it. */
char *tokenizer_decode(const struct tokenizer *, const int32_t *ids, size_t count);

#endif
