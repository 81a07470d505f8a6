/* SPDX-License-Identifier: MIT
 * Text to token ids and back.
 *
 * Learned on the training split only. Ids 0 .. TOKEN_SPECIALS-1 are the same in every tokenizer.
 * Kinds: "bytes" (one id a byte), "chars" (a code point), "words" (between blanks; a line break is
 * TOKEN_END; the `vocabulary` most frequent, ties by first appearance), "bpe" (byte-level pair
 * merges within words, Sennrich et al. 2016, arXiv 1508.07909, ties by lower id). */
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
extern const char *const tokenizer_kinds[]; /* NULL-ended */

struct tokenizer;

struct token_list {
    int32_t *ids;
    size_t *ends; /* byte in the text behind each token, for spans; NULL unless asked for */
    size_t count, room;
};

/* vocabulary: most ids in all, specials among them; 0: as many as occur ("bpe": 8,000). min_count:
 * rarer words and characters are unknown. cache: a folder for learned merges, named by the hash of
 * text, kind and size, or NULL. NULL with *error on a bad kind, size or text (invalid UTF-8 for
 * "chars", with the offset). */
struct tokenizer *tokenizer_learn(const char *kind, int vocabulary, int min_count,
                                  const struct text *texts, size_t count, const char *cache,
                                  char **error);
void tokenizer_close(struct tokenizer *);
int tokenizer_size(const struct tokenizer *);
uint64_t tokenizer_hash(const struct tokenizer *); /* of all that decides ids */
/* Appends to the list (zero it first; free its ids and ends). with_ends: fill ends too. */
void tokenizer_encode(const struct tokenizer *, struct text, bool with_ends, struct token_list *);
/* Text of ids, specials left out, up to and without TOKEN_END; NUL-terminated, to be freed. */
char *tokenizer_decode(const struct tokenizer *, const int32_t *ids, size_t count);

#endif
