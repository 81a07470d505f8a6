/* SPDX-License-Identifier: MIT
 * Implements attention with linear biases (ALiBi; Press et al., arXiv 2108.12409): adds -m_h * (i -
 * j) to the logit of query i and key j, with slope m_h = 2^(-8 h / H) for head h = 1 .. H. Tiles
 * compute the bias like any other constant decay.
 *
 * If H is not a power of two, slopes follow the authors' get_slopes
 * (github.com/ofirpress/attention_with_linear_biases): all slopes of P heads, then every second
 * slope of 2P heads. P is the largest power of two below H.
 *
 * If later keys are visible, the distance is |i - j|. As in a causal mask, the last query is
 * aligned with the last key. */
#include "resolved_layer.h"

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
