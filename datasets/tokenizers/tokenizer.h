/* SPDX-License-Identifier: MIT
 * Converts text to token ids and back. Tokenizers are learned on the training split only. Ids
 * 0..TOKEN_SPECIALS-1 are the same in every tokenizer. Kinds:
 *
 *   bytes: one id per byte.
 *   chars: one id per code point.
 *   words: one id per word between whitespace; a line break is TOKEN_END, <unk> is TOKEN_UNKNOWN.
 *   bpe: byte-pair merges within words (Sennrich et al. 2016, arXiv 1508.07909, ties by lower id);
 *   a word includes one space before it, so decoding restores the text exactly.
 *
 * The kinds chars and words keep the `vocabulary` most frequent units, ties by first appearance. A
 * text may be encoded in pieces that end in a line break; the ids do not change. */
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
extern const char *const tokenizer_kinds[]; /* NULL-terminated list of names */

/* Properties of a kind of tokenizer that are known before learning. */
struct tokenizer_traits {
    bool any_bytes;       /* true if the text need not be UTF-8 */
    double tokens_a_word; /* tokens per English word or punctuation mark; 0 means one token per
                             character */
    double reading;       /* time to learn and encode one character, relative to "bytes" */
    int vocabulary;       /* fixed number of ids, or 0 if the number depends on the texts and the
                             requested vocabulary */
};
/* Returns the traits of a kind; `name` is one of tokenizer_kinds. */
const struct tokenizer_traits *tokenizer_traits(const char *name);

struct tokenizer;

struct token_list {
    int32_t *ids;
    size_t *ends; /* end offset of each token in the text; NULL unless requested */
    size_t count, room;
};

/* Learns a tokenizer from texts, which are not needed afterwards. `vocabulary` limits the number of
 * ids including specials; 0 means 8,000 ids for "bpe" and no limit for "words" and "chars". Units
 * that occur fewer than `min_count` times become unknown. `cache` is a folder for files of learned
 * merges, or NULL; a damaged file is replaced. Returns NULL and sets *error if the kind, size or
 * text is invalid. */
struct tokenizer *tokenizer_learn(const char *kind, int vocabulary, int min_count,
                                  const struct string *texts, size_t count, const char *cache,
                                  char **error);
void tokenizer_close(struct tokenizer *);
int tokenizer_size(const struct tokenizer *);
uint64_t tokenizer_hash(const struct tokenizer *); /* hash of everything that determines the ids */
/* Appends the ids of a text to a list. If with_ends is true, also appends the end offsets of the
 * tokens. The list is initially zero; the caller frees its ids and ends. Because words are cached,
 * two threads must not use one tokenizer concurrently. */
void tokenizer_encode(const struct tokenizer *, struct string, bool with_ends, struct token_list *);
/* Returns the text of the ids up to TOKEN_END, NUL-terminated; the caller frees the string.
 * TOKEN_UNKNOWN becomes <unk> or U+FFFD; other specials and invalid ids are omitted. */
char *tokenizer_decode(const struct tokenizer *, const int32_t *ids, size_t count);

#endif
