/* SPDX-License-Identifier: MIT
 * Applies dropout to attention weights after the normaliser. A fraction of the weights becomes 0;
 * the others are divided by 1 - dropout. Each row of weights has its own row of the mask
 * (../dropout.h). */
#include "resolved_layer.h"

static bool on(const struct layer *layer) { return layer->dropout > 0; }

static const char *refuse(const struct layer *layer)
{
    return layer->dropout >= 0 && layer->dropout < 1 ? NULL
                                                     : "dropout must be at least 0 and below 1";
}

/* Returns the index of the row of weights of query i in head `which` (of B*H). */
static size_t row_of(const struct layer *layer, int which, int i)
{
    return (size_t)which * (size_t)layer->shape.n + (size_t)i;
}

static void scale(const struct stage_tile *t, real *a, int ld)
{
    struct dropout drop = dropout_of(t->layer->dropout, t->layer->dropout_key);
    for (int r = 0; r < t->rows; r++, a += ld) {
        uint64_t key = dropout_row(drop, row_of(t->layer, t->which, t->i + r));
        int c = 0;
        for (; c + VLEN <= t->cols; c += VLEN)
            vstore(a + c, vload(a + c) * dropout_factor(drop, key, t->j + c));
        if (c == t->cols) continue;
        vec last = dropout_factor(drop, key, t->j + c);
        for (int lane = 0; c + lane < t->cols; lane++) a[c + lane] *= last[lane];
    }
}

/* Applies dropout element by element. This formula is an independent check and shares only the hash
 * with dropout.h. */
static void formula(const struct layer *layer, int which, int i, double *a)
{
    size_t row = row_of(layer, which, i);
    uint64_t key = dropout_mix(layer->dropout_key + row * 0x9e3779b97f4a7c15u);
    for (int j = 0; j < layer->shape.m; j++) {
        uint32_t x = (uint32_t)j * 0x9e3779b9u + (uint32_t)key;
        x = (x ^ x >> 16) * 0x7feb352du + (uint32_t)(key >> 32);
        x = (x ^ x >> 15) * 0x846ca68bu;
        x ^= x >> 16;
        bool stays = (x >> 1) / 2147483648.0 >= layer->dropout;
        a[j] = stays ? a[j] / (1 - layer->dropout) : 0;
    }
}

static double most(const struct layer *layer) { return 1 / (1 - layer->dropout); }

const struct stage N(stage_dropout) = {
    .name = "dropout",
    .on = on,
    .training = true,
    .refuse = refuse,
    .weights = {.scale = scale, .formula = formula, .most = most},
};
