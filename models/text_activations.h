/* SPDX-License-Identifier: MIT
 * What the first layer of a transformer sees: activations made from text. */
#ifndef ATTNLAB_TEXT_ACTIVATIONS_H
#define ATTNLAB_TEXT_ACTIVATIONS_H

#include "datasets/text.h"

#include <stdint.h>

/* x (batch, rows, d_model), written: LayerNorm(embedding[byte] + position), without gain or bias.
 *
 * Tokens are bytes. Each batch element reads `rows` bytes from an offset of its own, drawn from
 * (seed, stream); the text repeats when it ends. The embedding (256, d_model) is N(0, 1) from the
 * seed alone, so two streams share it. Positions are sinusoidal (Vaswani et al. 2017, arXiv
 * 1706.03762, section 3.5), counted from 0 in each batch element. */
void activations_from_text(const struct text_corpus *, uint64_t seed, const char *stream, int batch,
                           int rows, int d_model, float *x);

#endif
