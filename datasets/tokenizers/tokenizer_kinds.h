/* SPDX-License-Identifier: MIT
 * Between tokenizer.c and the kinds of tokenizer. */
#ifndef ATTNLAB_TOKENIZER_KINDS_H
#define ATTNLAB_TOKENIZER_KINDS_H

#include "datasets/tokenizers/string_map.h"
#include "datasets/tokenizers/tokenizer.h"

enum { TOKEN_BYTES = TOKEN_SPECIALS + 256 }; /* ids of a byte-level tokenizer without merges */

struct learning {
    int vocabulary, min_count; /* vocabulary 0: not limited */
    const struct string *texts;
    size_t count;
    const char *cache;
};

struct bpe;

struct tokenizer {
    const struct tokenizer_kind *kind;
    int size;
    uint64_t hash;
    struct string *pieces;    /* text of each id, of no bytes for specials; array owned */
    struct string_map *words; /* words, chars: id - TOKEN_SPECIALS; owns their pieces */
    struct bpe *bpe;          /* bpe: merges and what it remembers */
    struct data_store *store; /* bytes, bpe: owns the pieces' texts */
};

struct tokenizer_kind {
    const char *name;
    int least;             /* smallest vocabulary that makes sense */
    const char *separator; /* between decoded pieces */
    const char *unknown;   /* what TOKEN_UNKNOWN is decoded to */
    struct tokenizer_traits traits;
    /* Fills size, pieces and what encoding needs. */
    bool (*learn)(struct tokenizer *, const struct learning *, char **error);
    void (*encode)(const struct tokenizer *, struct string, bool with_ends, struct token_list *);
};
extern const struct tokenizer_kind tokenizer_bytes, tokenizer_chars, tokenizer_words, tokenizer_bpe;

void token_list_add(struct token_list *, int32_t id, bool with_ends, size_t end);
void bpe_free(struct bpe *); /* NULL is fine */
uint64_t bpe_hash(const struct bpe *);

#endif
