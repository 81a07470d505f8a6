/* SPDX-License-Identifier: MIT
 * Attention with linear biases (Press et al., arXiv 2108.12409): the logit of query i and key j
 * gets -m_h (i - j), m_h = 2^(-8 h / H) for h = 1 .. H. Nothing is added to embeddings.
 *
 * It is a decay that is the same at every position, and streams as one. Where H is no power of two,
 * slopes are those of the authors' code (github.com/ofirpress/attention_with_linear_biases,
 * get_slopes): all slopes of the greatest power of two P below H, then the first, third, fifth ...
 * slope of 2P heads. Where later keys are seen the distance is |i - j|. As in a causal mask, the
 * last query stands with the last key. */
#include "layer.h"

#include <math.h>

static bool on(const struct layer *layer) { return layer->alibi; }

static double slope(const struct layer *layer, int head)
{
    int power = 1;
    while (power <= layer->shape.heads / 2) power *= 2;
    double exponent = head < power ? head + 1 : head - power + 0.5;
    return -pow(2, -8.0 * exponent / power);
}

const struct stage N(stage_alibi) = {.name = "alibi", .on = on, .decay = slope};
