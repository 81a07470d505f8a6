/* SPDX-License-Identifier: MIT
 * Byte-pair encoding (Sennrich et al. 2016, arXiv 1508.07909) on bytes: learning merges and caching
 * them in a file. Ids of bytes are TOKEN_SPECIALS + byte; merge k makes id TOKEN_BYTES + k. */
#ifndef ATTNLAB_BPE_H
#define ATTNLAB_BPE_H

#include "datasets/tokenizers/pair_map.h"
#include "datasets/tokenizers/tokenizer_kinds.h"

enum {
    BPE_DEFAULT_SIZE = 8000,
    BPE_PIECE = 128 /* bytes; longer words are cut, which bounds the time */
};

/* Takes the next piece off the front of *rest: a word with one space before it, or one whitespace
 * character. False at the end. Merges stay within a piece. */
bool bpe_piece(struct string *rest, struct string *piece);
/* Merges every "left right" in ids from left to right; returns the new count. */
int bpe_merge(int32_t *ids, int count, struct pair, int32_t merged);
/* Merges the most frequent pair until there are vocabulary - TOKEN_BYTES merges or no pair occurs
 * twice. Ties: the lower left id, then the lower right id. */
void bpe_learn(const struct learning *, struct pair_map *merges);
/* As bpe_learn, with a cache file in from->cache, which is (re)written if missing or invalid. */
void bpe_learn_cached(const struct learning *, struct pair_map *merges);

#endif
