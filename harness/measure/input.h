/* SPDX-License-Identifier: MIT
 * What a cell works on: activations from text, or hostile values that find weak kernels.
 *
 *   text       activations from the corpus (models/text_activations.h); what timing uses
 *   normal     N(0, 1)
 *   large      N(0, 1) times 16: scores of a dot product pass 88, where exp in float overflows
 *              unless the row's maximum is taken out first, and stay below what float can resolve
 *   tiny       N(0, 1), every other value times 1e-39: denormal; the rest keeps the result large
 *   zero_rows  N(0, 1), every other row zero: 0/0 in norms and in normalised queries and keys
 *   huge       N(0, 1) times 1e9: scores of a dot product of 1e18, and weights of relu times values
 *              of 1e27, which float still holds
 *   vanishing  N(0, 1) times 1e-21: scores of a dot product of 1e-42, denormal
 *   equal      every row the same: all scores of a row tie
 *
 * All are addressed by (seed, stream), so x and context differ and repeat. */
#ifndef ATTNLAB_INPUT_H
#define ATTNLAB_INPUT_H

#include "datasets/text.h"
#include "harness/measure/factors/factors.h"

/* x (batch, rows, d_model), written. text may be NULL for all kinds but text. */
void input_fill(enum input_kind, const struct text_corpus *text, uint64_t seed, const char *stream,
                const struct layer *, int rows, float *x);

/* How large the values of a kind are: the deviation of what they begin as. */
double input_size(enum input_kind);

/* lengths (batch), written: visible keys for padding masks, drawn from 1..M. The first sequence is
 * whole, so that the shape's cost is there. Hostile kinds hide every key of the last of several
 * sequences. */
void input_lengths(enum input_kind, uint64_t seed, const struct layer *, int *lengths);

#endif
