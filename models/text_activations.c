/* SPDX-License-Identifier: MIT
 * Embeds the bytes of a text: a random vector per byte value plus sinusoidal positions, then
 * LayerNorm. */
#include "models/text_activations.h"

#include "base/rng.h"
#include "base/mem.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { BYTES = 256 };

/* embedding (256, d_model); rows are drawn when first used, because drawing all rows takes longer
 * than a pass of a small layer */
struct embedding {
    uint64_t seed, stream;
    int d_model;
    float *table;
    bool drawn[BYTES];
};

static const float *embedded(struct embedding *e, size_t byte)
{
    size_t width = (size_t)e->d_model, first = byte * width;
    for (size_t i = first; !e->drawn[byte] && i < first + width; i++)
        e->table[i] = (float)rng_normal(e->seed, e->stream, i);
    e->drawn[byte] = true;
    return e->table + first;
}

/* Fills `position` (d_model) with sin and cos of pos / 10000^(2k / d_model), alternating. */
static void sinusoid(int pos, int d_model, const double *frequency, float *position)
{
    for (int c = 0; c < d_model; c++) {
        double angle = pos * frequency[c / 2];
        position[c] = (float)(c % 2 ? cos(angle) : sin(angle));
    }
}

/* Sets `row` (d_model) to LayerNorm(a + b) with eps 1e-5. */
static void layer_norm_sum(const float *a, const float *b, int d_model, float *row)
{
    double mean = 0, variance = 0;
    for (int c = 0; c < d_model; c++) mean += (double)a[c] + (double)b[c];
    mean /= d_model;
    for (int c = 0; c < d_model; c++) {
        double off = (double)a[c] + (double)b[c] - mean;
        variance += off * off;
    }
    double scale = 1 / sqrt(variance / d_model + 1e-5);
    for (int c = 0; c < d_model; c++)
        row[c] = (float)(((double)a[c] + (double)b[c] - mean) * scale);
}

void activations_from_text(const struct text_corpus *text, uint64_t seed, const char *stream,
                           int batch, int rows, int d_model, float *x)
{
    struct embedding e = {.seed = seed, .stream = rng_stream("embedding"), .d_model = d_model};
    e.table = xarray((size_t)BYTES * (size_t)d_model, sizeof *e.table);
    float *position = xarray((size_t)d_model, sizeof *position);
    double *frequency = xarray((size_t)d_model, sizeof *frequency);
    for (int k = 0; 2 * k < d_model; k++) frequency[k] = pow(10000, -2.0 * k / d_model);
    uint64_t offsets = rng_stream(stream);
    for (int i = 0; i < rows; i++) {
        sinusoid(i, d_model, frequency, position);
        for (int b = 0; b < batch; b++) {
            size_t offset = rng_below(seed, offsets, (uint64_t)b, text->size);
            size_t token = text->bytes[(offset + (size_t)i) % text->size];
            layer_norm_sum(embedded(&e, token), position, d_model,
                           x + ((size_t)b * (size_t)rows + (size_t)i) * (size_t)d_model);
        }
    }
    free(frequency);
    free(position);
    free(e.table);
}
