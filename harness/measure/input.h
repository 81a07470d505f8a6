/* SPDX-License-Identifier: MIT
 * Input of a layer: activations from text, or hostile values that expose weak kernels.
 *
 *   text       activations from the corpus (models/text_activations.h), for timing
 *   normal     N(0, 1)
 *   large      16 N(0, 1). Scores of a dot product exceed 88, where exp overflows in float unless
 *              the row's maximum is subtracted first. Float still resolves these scores.
 *   tiny       N(0, 1), every other column times 1e-39, which is denormal
 *   zero_rows  N(0, 1), every other row zero: 0/0 in norms and in normalised queries and keys
 *   huge       1e9 N(0, 1). Scores of a dot product are near 1e18 and weights of relu times values
 *              near 1e27, within the range of float.
 *   vanishing  1e-21 N(0, 1). Scores of a dot product are near 1e-42, which is denormal.
 *   equal      all rows equal, so all scores of a row tie
 *
 * Values depend only on (seed, stream), so x and context differ. */
#ifndef ATTNLAB_INPUT_H
#define ATTNLAB_INPUT_H

#include "datasets/text.h"
#include "harness/measure/factors.h"

/* Writes x, of shape (batch, rows, d_model). text may be NULL except for the kind `text`. */
void input_fill(enum input_kind, const struct text_corpus *text, uint64_t seed, const char *stream,
                const struct layer *, int rows, float *x);

/* Standard deviation of the largest values of a kind. */
double input_size(enum input_kind);

/* Writes lengths (batch), the numbers of visible keys for padding masks, drawn from 1..M. The first
 * sequence has M keys, so that the full cost of the shape occurs. Hostile kinds hide all keys of
 * the last sequence if there are several. */
void input_lengths(enum input_kind, uint64_t seed, const struct layer *, int *lengths);

#endif
