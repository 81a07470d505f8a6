/* SPDX-License-Identifier: MIT
 * Defines the interface between tokenizer.c and the kinds of tokenizers. */
#ifndef ATTNLAB_TOKENIZER_KINDS_H
#define ATTNLAB_TOKENIZER_KINDS_H

#include "datasets/tokenizers/string_map.h"
#include "datasets/tokenizers/tokenizer.h"

/* number of ids of a byte-level tokenizer without merges */
enum { TOKEN_BYTES = TOKEN_SPECIALS + 256 };

struct learning {
    /* largest number of ids (0: unlimited); minimum count of a known unit */
    int vocabulary, min_count;
    const struct string *texts;
    size_t count;
    const char *cache;
};

struct bpe;

struct tokenizer {
    const struct tokenizer_kind *kind;
    int size;
    uint64_t hash;
    struct string *pieces; /* text of each id, empty for specials; the array is owned */
    /* maps units to id - TOKEN_SPECIALS and owns the pieces; only for "words" and "chars" */
    struct string_map *words;
    struct bpe *bpe;          /* merges and cache; only for "bpe" */
    struct data_store *store; /* memory of the pieces; only for "bytes" and "bpe" */
};

struct tokenizer_kind {
    const char *name;
    int least; /* smallest useful vocabulary */
    const char *separator;
    const char *unknown;
    struct tokenizer_traits traits;
    /* Learns from the texts: sets the size, the text of each id, and the data for encoding. */
    bool (*learn)(struct tokenizer *, const struct learning *, char **error);
    void (*encode)(const struct tokenizer *, struct string, bool with_ends, struct token_list *);
};
extern const struct tokenizer_kind tokenizer_bytes, tokenizer_chars, tokenizer_words, tokenizer_bpe;

void token_list_add(struct token_list *, int32_t id, bool with_ends, size_t end);
void bpe_free(struct bpe *); /* frees the merges and the cache; NULL is allowed */
uint64_t bpe_hash(const struct bpe *);

#endif
