/* SPDX-License-Identifier: MIT
 * Input of a model: one batch of token ids or image patches with its targets. Tasks fill it
 * (models/tasks), networks read it (models/net). The task owns all arrays. */
#ifndef ATTNLAB_BATCH_H
#define ATTNLAB_BATCH_H

#include <stdint.h>

struct batch {
    int batch;             /* sequences B */
    int n;                 /* positions N of the main sequence */
    int m;                 /* encoder-decoder: positions M of the source; else 0 */
    const int32_t *tokens; /* (B, N): decoder or encoder input; NULL for images */
    int words; /* more than 1: tokens are (B, N, words), and a position is the sum of its words'
                  embeddings; -1: no word. 0 means 1 */
    const int *lengths;        /* (B): valid tokens of each row, 1 .. N */
    const int32_t *source;     /* (B, M): encoder input of an encoder-decoder */
    const int *source_lengths; /* (B), 1 .. M */
    const float *patches;      /* images: (B, N, patch_dim), without a class token */
    /* HEAD_TOKENS: (B, N), class of each position, -1: no target. HEAD_CLASS: (B). HEAD_SPAN: (B,
     * 2), first and last position, -1: no target. NULL: no loss wanted. */
    const int32_t *targets;
};

#endif
