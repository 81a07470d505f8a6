/* SPDX-License-Identifier: MIT
 * Defines the input of a model: a batch of token ids or image patches, with targets. Tasks fill the
 * batch and own its arrays; networks only read them. */
#ifndef ATTNLAB_BATCH_H
#define ATTNLAB_BATCH_H

#include <stdint.h>

struct batch {
    int batch;             /* number of sequences, B */
    int n;                 /* number of positions in the main sequence, N */
    int m;                 /* number of source positions M of an encoder-decoder; otherwise 0 */
    const int32_t *tokens; /* input of the decoder or encoder, shape (B, N); NULL for images */
    /* Number of words per position; 0 means 1. With several words, `tokens` has shape (B, N,
     * words), -1 marks a missing word, and the input at a position is the sum of its words'
     * embeddings. */
    int words;
    const int *lengths;        /* number of valid tokens of each row, in 1..N; shape (B) */
    const int32_t *source;     /* encoder input of an encoder-decoder; shape (B, M) */
    const int *source_lengths; /* number of valid source tokens of each row, in 1..M; shape (B) */
    const float *patches;      /* image patches, without a class token; shape (B, N, patch_dim) */
    /* Targets; NULL if no loss is computed. -1 means no target.
     *   HEAD_TOKENS: class of each position, shape (B, N).
     *   HEAD_CLASS: class of each sequence, shape (B).
     *   HEAD_SPAN: first and last position, shape (B, 2). */
    const int32_t *targets;
};

#endif
