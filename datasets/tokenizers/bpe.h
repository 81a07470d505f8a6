/* SPDX-License-Identifier: MIT
 * Implements byte-pair encoding on bytes (Sennrich et al. 2016, arXiv 1508.07909): learns merges
 * and caches the merges in a file. The id of a byte is TOKEN_SPECIALS + byte; merge k creates id
 * TOKEN_BYTES + k. */
#ifndef ATTNLAB_BPE_H
#define ATTNLAB_BPE_H

#include "datasets/tokenizers/pair_map.h"
#include "datasets/tokenizers/tokenizer_kinds.h"

enum {
    BPE_DEFAULT_SIZE = 8000,
    /* maximum size of a piece in bytes; longer words are split, which limits the run time */
    BPE_PIECE = 128
};

/* Removes the next piece from the start of *rest: a word with at most one space before it, or a
 * single whitespace character. A merge never spans two pieces. Returns false at the end. */
bool bpe_piece(struct string *rest, struct string *piece);
/* Replaces each occurrence of the pair in `ids` by `merged`, from left to right. Returns the new
 * number of ids. */
int bpe_merge(int32_t *ids, int count, struct pair, int32_t merged);
/* Repeatedly merges the most frequent pair, until there are vocabulary - TOKEN_BYTES merges or no
 * pair occurs twice. Ties go to the lower left id, then to the lower right id. */
void bpe_learn(const struct learning *, struct pair_map *merges);
/* Works like bpe_learn(), but reads the merges from a file in the folder from->cache. If the file
 * is missing or invalid, learns the merges and writes the file. */
void bpe_learn_cached(const struct learning *, struct pair_map *merges);

#endif
