/* SPDX-License-Identifier: MIT
 * Attention with linear biases (Press et al., arXiv 2108.12409): the logit of query i and key j
 * gets -m_h (i - j), m_h = 2^(-8 h / H) for h = 1 .. H. Nothing is added to embeddings.
 *
 * It is a decay that is the same at every position, and streams as one. The slopes are the paper's
 * geometric sequence for any H; where H is no power of two the authors' code takes every other
 * slope of the next one instead, which the paper does not speak of. Where later keys are seen the
 * distance is |i - j|. As in a causal mask, the last query stands with the last key. */
#include "layer.h"

#include <math.h>

static bool on(const struct layer *layer) { return layer->alibi; }

static double slope(const struct layer *layer, int head)
{
    return -pow(2, -8.0 * (head + 1) / layer->shape.heads);
}

const struct stage N(stage_alibi) = {.name = "alibi", .on = on, .decay = slope};
