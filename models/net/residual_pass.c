/* SPDX-License-Identifier: MIT
 * Implements the computations between two blocks of a stack, forward and backward: bias, dropout,
 * residual, norm (equations in layout.h). PASS_ROWS rows are processed at a time, so that each
 * array is read from memory only once. */
#include "models/net/block_kind.h"
#include "models/net/rows.h"

/* rows per chunk; few enough that the second read of a row hits the first-level cache */
enum { PASS_ROWS = 8 };

static inline int pass_rows(size_t rows, size_t row)
{
    return rows - row < PASS_ROWS ? (int)(rows - row) : PASS_ROWS;
}

/* ---- forward ---- */

/* Computes u_k = norm_k(sum_k) for `count` rows, starting at `row`. If there is no norm, u_k is
 * sum_k. */
static void norm_rows(struct model *m, struct stack *s, int k, size_t row, int count)
{
    int gain = s->layout->norm[k], d = m->layout.config.d_model;
    size_t at = row * (size_t)d;
    if (gain >= 0) N(layer_norm)
    (s->sum[k] + at, count, d, weight(m, gain), weight(m, gain + 1), s->u[k] + at);
}

/* Computes sum = base + dropout(factor (y + bias)) for one row. */
static void add_row(struct dropout drop, size_t row, int d, const real *base, const real *y,
                    const real *bias, real factor, real *sum)
{
    uint64_t key = dropout_row(drop, row);
    for (int c = 0; c < d; c += VLEN) {
        vec v = row_load(y + c, d - c);
        if (bias) v += row_load(bias + c, d - c);
        if (factor != 1) v *= factor;
        if (drop.threshold) v *= dropout_factor(drop, key, c);
        row_store(sum + c, d - c, row_load(base + c, d - c) + v);
    }
}

void N(first_norm)(struct model *m, struct stack *s)
{
    size_t rows = stack_rows(s);
    for (size_t row = 0; row < rows; row += PASS_ROWS)
        norm_rows(m, s, 0, row, pass_rows(rows, row));
}

void N(join)(struct model *m, struct stack *s, int k, const real *y)
{
    const struct block *b = block_at(s, k);
    struct dropout drop = dropout_at(m, s, k + 1);
    int d = m->layout.config.d_model;
    bool pre = m->layout.config.norm_place == NORM_PRE;
    const real *base = pre ? s->sum[k] : s->u[k];
    const real *bias = b->kind->leaves_bias ? weight(m, b->first + b->count - 1) : NULL;
    real factor = multiplier(m, b, MULTIPLY_BRANCH);
    size_t rows = stack_rows(s);
    for (size_t row = 0; row < rows; row += PASS_ROWS) {
        int count = pass_rows(rows, row);
        for (size_t r = row; r < row + (size_t)count; r++) {
            size_t at = r * (size_t)d;
            add_row(drop, r, d, base + at, y + at, bias, factor, s->sum[k + 1] + at);
        }
        norm_rows(m, s, k + 1, row, count);
    }
}

/* ---- backward ---- */

/* Processes one row of g, the gradient of sum_k. Writes g to d_sum, or adds g if `add` is true.
 * Writes dy, the gradient for block k - 1. */
static void split_row(struct dropout drop, size_t row, int d, const real *g, bool add, real factor,
                      real *d_sum, real *dy)
{
    uint64_t key = dropout_row(drop, row);
    for (int c = 0; c < d; c += VLEN) {
        vec v = row_load(g + c, d - c);
        if (add) v += row_load(d_sum + c, d - c);
        row_store(d_sum + c, d - c, v);
        if (factor != 1) v *= factor;
        if (drop.threshold) v *= dropout_factor(drop, key, c);
        if (factor != 1 || drop.threshold) row_store(dy + c, d - c, v);
    }
}

/* Before the call, d_u contains the gradient of u_k, from block k or, above the last block, from
 * the head. d_sum contains the gradient from the residual connection: the gradient of sum_k in a
 * pre-LN stack, of u_k in a post-LN stack. */
const real *N(split)(struct model *m, struct stack *s, int k)
{
    struct dropout drop = k > 0 ? dropout_at(m, s, k) : (struct dropout){0};
    real factor = k > 0 ? multiplier(m, block_at(s, k - 1), MULTIPLY_BRANCH) : 1;
    bool pre = m->layout.config.norm_place == NORM_PRE, top = k == s->layout->blocks;
    int gain = s->layout->norm[k], d = m->layout.config.d_model;
    size_t rows = stack_rows(s);
    for (size_t row = 0; row < rows; row += PASS_ROWS) {
        int count = pass_rows(rows, row);
        size_t at = row * (size_t)d;
        real *g = m->d_u + at;
        if (!pre && !top) row_add(g, m->d_sum + at, count * d);
        if (gain >= 0) N(layer_norm_backward)
        (s->sum[k] + at, count, d, weight(m, gain), g, gradient(m, gain), gradient(m, gain + 1));
        for (size_t r = 0; r < (size_t)count; r++) {
            size_t from = r * (size_t)d;
            split_row(drop, row + r, d, g + from, pre && !top, factor, m->d_sum + at + from,
                      m->d_y + at + from);
        }
    }
    return drop.threshold || factor != 1 ? m->d_y : m->d_sum;
}
