/* SPDX-License-Identifier: MIT
 * Text to token ids and back.
 *
 * Learned on the training split only. Ids 0 .. TOKEN_SPECIALS-1 are the same in every tokenizer.
 * Kinds: "bytes" (one id a byte); "chars" (a code point); "words" (between blanks; a line break is
 * TOKEN_END, <unk> is TOKEN_UNKNOWN); both with the `vocabulary` most frequent, ties by first
 * appearance; "bpe" (byte-level pair merges within words, Sennrich et al. 2016, arXiv 1508.07909,
 * ties by lower id; a word takes one blank before it along, so that decoding gives back the text,
 * byte for byte). Encoding the pieces of a text that end in a line break gives the ids of the
 * whole, for each kind. */
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

/* What is known of a kind before it has read anything: for whoever opens its text, and for
 * forecasts. */
struct tokenizer_traits {
    bool any_bytes;       /* takes text that is no UTF-8 */
    double tokens_a_word; /* of English, or of a mark; 0: it cuts characters, each a token */
    double reading;       /* time to learn and encode a character, in that of "bytes" */
    int vocabulary;       /* its ids, whatever is asked for; 0: what it reads and is asked decide */
};
/* name: one of tokenizer_kinds. */
const struct tokenizer_traits *tokenizer_traits(const char *name);

struct tokenizer;

struct token_list {
    int32_t *ids;
    size_t *ends; /* byte in the text behind each token, for spans; NULL unless asked for */
    size_t count, room;
};

/* vocabulary: most ids in all, specials among them; 0: as many as occur ("bpe": 8,000). min_count:
 * rarer words and characters are unknown. cache: a folder for learned merges, in a file named by
 * size and hash of the text, or NULL; one that cannot be read, or is damaged, is learned anew. NULL
 * with *error on a bad kind, size or text (invalid UTF-8 for "chars", with the offset). The texts
 * are not needed afterwards. */
struct tokenizer *tokenizer_learn(const char *kind, int vocabulary, int min_count,
                                  const struct string *texts, size_t count, const char *cache,
                                  char **error);
void tokenizer_close(struct tokenizer *);
int tokenizer_size(const struct tokenizer *);
uint64_t tokenizer_hash(const struct tokenizer *); /* of all that decides ids */
/* Appends to the list (zero it first; free its ids and ends). with_ends: fill ends too. Remembers
 * words it has met: one thread at a time for one tokenizer. */
void tokenizer_encode(const struct tokenizer *, struct string, bool with_ends, struct token_list *);
/* Text of ids up to and without TOKEN_END, or all; TOKEN_UNKNOWN as <unk> or U+FFFD, other specials
 * and ids that do not exist left out; NUL-terminated, to be freed. */
char *tokenizer_decode(const struct tokenizer *, const int32_t *ids, size_t count);

#endif
