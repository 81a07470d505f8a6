/* SPDX-License-Identifier: MIT
 * Fills x, context and lengths with activations from text or with scaled random numbers. */
#include "harness/measure/input.h"

#include "base/rng.h"
#include "models/text_activations.h"

/* `size` is the factor of all standard normal numbers; odd_column and odd_row are additional
 * factors for odd columns and odd rows. If same_rows is true, all rows equal the first row. */
static const struct {
    double size, odd_column, odd_row;
    bool same_rows;
} kinds[INPUT_KINDS] = {
    [INPUT_TEXT] = {1, 1, 1, false},          [INPUT_NORMAL] = {1, 1, 1, false},
    [INPUT_LARGE] = {16, 1, 1, false},        [INPUT_TINY] = {1, 1e-39, 1, false},
    [INPUT_ZERO_ROWS] = {1, 1, 0, false},     [INPUT_HUGE] = {1e9, 1, 1, false},
    [INPUT_VANISHING] = {1e-21, 1, 1, false}, [INPUT_EQUAL] = {1, 1, 1, true},
};

double input_size(enum input_kind kind) { return kinds[kind].size; }

void input_fill(enum input_kind kind, const struct text_corpus *text, uint64_t seed,
                const char *stream, const struct layer *layer, int rows, float *x)
{
    int batch = layer->shape.batch, width = layer->shape.d_model;
    if (kind == INPUT_TEXT) {
        activations_from_text(text, seed, stream, batch, rows, width, x);
        return;
    }
    uint64_t id = rng_stream(stream);
    size_t i = 0;
    for (long row = 0; row < (long)batch * rows; row++)
        for (int column = 0; column < width; column++, i++) {
            size_t drawn = kinds[kind].same_rows ? (size_t)column : i;
            double factor = kinds[kind].size * (column % 2 ? kinds[kind].odd_column : 1) *
                            (row % 2 ? kinds[kind].odd_row : 1);
            x[i] = (float)(factor * rng_normal(seed, id, drawn));
        }
}

void input_lengths(enum input_kind kind, uint64_t seed, const struct layer *layer, int *lengths)
{
    int batch = layer->shape.batch, m = layer->shape.m;
    uint64_t stream = rng_stream("lengths");
    for (int b = 0; b < batch; b++)
        lengths[b] = 1 + (int)rng_below(seed, stream, (uint64_t)b, (uint64_t)m);
    lengths[0] = m;
    if (kind != INPUT_TEXT && batch > 1) lengths[batch - 1] = 0;
}
