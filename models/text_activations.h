/* SPDX-License-Identifier: MIT
 * Computes activations from text, similar to the input of a transformer's first layer. */
#ifndef ATTNLAB_TEXT_ACTIVATIONS_H
#define ATTNLAB_TEXT_ACTIVATIONS_H

#include "datasets/text.h"

#include <stdint.h>

/* Fills x (batch, rows, d_model) with LayerNorm(embedding[byte] + position), without gain or bias.
 *
 * Tokens are bytes. Each batch element reads `rows` bytes from its own offset, drawn from (seed,
 * stream); the text wraps around. The embedding (256, d_model) is N(0, 1) and depends only on the
 * seed, so it is the same for all streams. Positions are sinusoidal (Vaswani et al. 2017, arXiv
 * 1706.03762, section 3.5) and start at 0 in each batch element. */
void activations_from_text(const struct text_corpus *, uint64_t seed, const char *stream, int batch,
                           int rows, int d_model, float *x);

#endif
