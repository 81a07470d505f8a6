/* SPDX-License-Identifier: MIT
 * Generates the input of a layer: activations from text, or hostile values that expose numerically
 * weak kernels.
 *   text: activations from the corpus (models/text_activations.h), for timing.
 *   normal: N(0, 1).
 *   large: 16 N(0, 1). Scores of a dot product exceed 88, where exp overflows in float unless the
 *   row's maximum is subtracted first. Float still resolves these scores.
 *   tiny: N(0, 1), with every other column times 1e-39, which is denormal.
 *   zero_rows: N(0, 1), with every other row zero; norms, and normalised queries and keys, are then
 *   0/0.
 *   huge: 1e9 N(0, 1). Scores of a dot product are near 1e18. Products of relu weights and values
 *   are near 1e27, within the range of float.
 *   vanishing: 1e-21 N(0, 1). Scores of a dot product are near 1e-42, which is denormal.
 *   equal: all rows are equal, so all scores of a row are equal.
 *
 * Values depend only on seed and stream. x and context have different streams. */
#ifndef ATTNLAB_INPUT_H
#define ATTNLAB_INPUT_H

#include "datasets/text.h"
#include "harness/measure/cell_axes.h"

/* Writes x, of shape (batch, rows, d_model). Only the kind `text` needs a corpus; otherwise `text`
 * may be NULL. */
void input_fill(enum input_kind, const struct text_corpus *text, uint64_t seed, const char *stream,
                const struct layer *, int rows, float *x);

/* Returns the largest standard deviation of a number in this kind of input. */
double input_size(enum input_kind);

/* For padding masks, writes the number of visible keys per sequence to `lengths`, shape (batch).
 * The numbers are drawn from 1 to M. The first sequence has M keys, so that the full cost of the
 * shape occurs. If there are several sequences, hostile inputs hide all keys of the last sequence.
 */
void input_lengths(enum input_kind, uint64_t seed, const struct layer *, int *lengths);

#endif
