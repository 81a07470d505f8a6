/* SPDX-License-Identifier: MIT
 * Input of a layer: activations from text, or hostile values that expose weak kernels.
 *
 *   text       activations from the corpus (models/text_activations.h), for timing
 *   normal     N(0, 1)
 *   large      N(0, 1) times 16: scores of a dot product exceed 88, where exp in float overflows
 *              unless the row's maximum is subtracted first; float still resolves them
 *   tiny       N(0, 1), every other value times 1e-39: denormal
 *   zero_rows  N(0, 1), every other row zero: 0/0 in norms and in normalised queries and keys
 *   huge       N(0, 1) times 1e9: scores of a dot product near 1e18, and weights of relu times
 * values near 1e27, within the range of float vanishing  N(0, 1) times 1e-21: scores of a dot
 * product near 1e-42, denormal equal      all rows equal: all scores of a row tie
 *
 * Values depend on (seed, stream) alone, so x and context differ. */
#ifndef ATTNLAB_INPUT_H
#define ATTNLAB_INPUT_H

#include "datasets/text.h"
#include "harness/measure/factors.h"

/* x (batch, rows, d_model), written. text may be NULL for all kinds but text. */
void input_fill(enum input_kind, const struct text_corpus *text, uint64_t seed, const char *stream,
                const struct layer *, int rows, float *x);

/* Standard deviation of the largest values of a kind. */
double input_size(enum input_kind);

/* Writes lengths (batch): visible keys for padding masks, drawn from 1..M. The first sequence is
 * whole, so that the shape's full cost occurs. Hostile kinds hide all keys of the last of several
 * sequences. */
void input_lengths(enum input_kind, uint64_t seed, const struct layer *, int *lengths);

#endif
