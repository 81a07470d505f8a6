/* SPDX-License-Identifier: MIT
 * Input of a model: one batch of token ids or image patches with targets. Tasks fill the batch and
 * own its arrays; networks read them. */
#ifndef ATTNLAB_BATCH_H
#define ATTNLAB_BATCH_H

#include <stdint.h>

struct batch {
    int batch;             /* B, number of sequences */
    int n;                 /* N, positions of the main sequence */
    int m;                 /* M, positions of the source in an encoder-decoder, otherwise 0 */
    const int32_t *tokens; /* (B, N): input of the decoder or encoder; NULL for images */
    /* If `words` is above 1, tokens are (B, N, words), and a position is the sum of its words'
     * embeddings; -1 marks a missing word. 0 means 1. */
    int words;
    const int *lengths;        /* (B): number of valid tokens of each row, 1..N */
    const int32_t *source;     /* (B, M): encoder input of an encoder-decoder */
    const int *source_lengths; /* (B): number of valid source tokens of each row, 1..M */
    const float *patches;      /* (B, N, patch_dim): image patches, without a class token */
    /* HEAD_TOKENS: (B, N), class of each position, -1 without a target. HEAD_CLASS: (B).
     * HEAD_SPAN: (B, 2), first and last position, -1 without a target. NULL: no loss is
     * computed. */
    const int32_t *targets;
};

#endif
