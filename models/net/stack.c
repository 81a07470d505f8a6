/* SPDX-License-Identifier: MIT
 * A stack of residual branches, forward and backward (see layout.h for its equations).
 *
 * What stands between two branches (bias, dropout, residual, norm; and the same backwards) is one
 * pass over the rows, PASS_ROWS at a time, so that each array is read from memory once. */
#include "models/net/net.h"
#include "models/net/rows.h"

static const struct {
    void (*forward)(struct model *, struct stack *, int k, real *y);
    void (*backward)(struct model *, struct stack *, int k, const real *dy, real *du);
} kinds[BRANCH_KINDS] = {
    [BRANCH_ATTENTION] = {N(branch_attention), N(branch_attention_backward)},
    [BRANCH_CROSS] = {N(branch_attention), N(branch_attention_backward)},
    [BRANCH_FEED_FORWARD] = {N(branch_feed_forward), N(branch_feed_forward_backward)},
};
enum { LAST_BIAS = 3 }; /* b2 among the tensors of a feed-forward net */

static inline int pass_rows(size_t rows, size_t row)
{
    return rows - row < PASS_ROWS ? (int)(rows - row) : PASS_ROWS;
}

/* ---- forward ---- */

/* u_k = norm_k(sum_k) for `count` rows from `row` on; without a norm u_k is sum_k. */
static void norm_rows(struct model *m, struct stack *s, int k, size_t row, int count)
{
    int gain = s->layout->norm[k], d = m->layout.config.d_model;
    size_t at = row * (size_t)d;
    if (gain >= 0) N(layer_norm)
    (s->sum[k] + at, count, d, weight(m, gain), weight(m, gain + 1), s->u[k] + at);
}

/* sum = base + dropout(y + bias) for one row of a branch. */
static void add_branch_row(struct dropout drop, size_t row, int d, const real *base, const real *y,
                           const real *bias, real *sum)
{
    uint64_t key = dropout_row(drop, row);
    for (int c = 0; c < d; c += VLEN) {
        vec v = row_load(y + c, d - c);
        if (bias) v += row_load(bias + c, d - c);
        if (drop.threshold) v *= dropout_factor(drop, key, c);
        row_store(sum + c, d - c, row_load(base + c, d - c) + v);
    }
}

/* From the output y of branch k to sum_{k+1} and u_{k+1}. */
static void join(struct model *m, struct stack *s, int k)
{
    const struct branch *b = &s->layout->branch[k];
    struct dropout drop = dropout_at(m, s, k + 1);
    int d = m->layout.config.d_model;
    bool pre = m->layout.config.norm_place == NORM_PRE;
    const real *base = pre ? s->sum[k] : s->u[k];
    const real *bias = b->kind == BRANCH_FEED_FORWARD ? weight(m, b->first + LAST_BIAS) : NULL;
    size_t rows = stack_rows(s);
    for (size_t row = 0; row < rows; row += PASS_ROWS) {
        int count = pass_rows(rows, row);
        for (size_t r = row; r < row + (size_t)count; r++) {
            size_t at = r * (size_t)d;
            add_branch_row(drop, r, d, base + at, m->y + at, bias, s->sum[k + 1] + at);
        }
        norm_rows(m, s, k + 1, row, count);
    }
}

void N(stack_forward)(struct model *m, struct stack *s)
{
    size_t rows = stack_rows(s);
    for (size_t row = 0; row < rows; row += PASS_ROWS)
        norm_rows(m, s, 0, row, pass_rows(rows, row));
    for (int k = 0; k < s->layout->branches; k++) {
        kinds[s->layout->branch[k].kind].forward(m, s, k, m->y);
        join(m, s, k);
    }
}

/* ---- backward ---- */

/* One row of the gradient g of sum_k: what the residual of the branch above brought (d_sum) is
 * added or replaced, and dy is what goes into branch k - 1. */
static void split_row(struct dropout drop, size_t row, int d, const real *g, bool add, real *d_sum,
                      real *dy)
{
    uint64_t key = dropout_row(drop, row);
    for (int c = 0; c < d; c += VLEN) {
        vec v = row_load(g + c, d - c);
        if (add) v += row_load(d_sum + c, d - c);
        row_store(d_sum + c, d - c, v);
        if (drop.threshold) row_store(dy + c, d - c, v * dropout_factor(drop, key, c));
    }
}

/* d_u holds the gradient of u_k by way of branch k (at the top: of the head), d_sum the one that
 * passes by it: to sum_k in a pre-LN stack, to u_k in a post-LN stack. Afterwards d_sum is the
 * gradient of sum_k. */
static void split(struct model *m, struct stack *s, int k, struct dropout drop)
{
    bool pre = m->layout.config.norm_place == NORM_PRE, top = k == s->layout->branches;
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
            split_row(drop, row + r, d, g + from, pre && !top, m->d_sum + at + from,
                      m->d_y + at + from);
        }
    }
}

void N(stack_backward)(struct model *m, struct stack *s)
{
    for (int k = s->layout->branches; k > 0; k--) {
        struct dropout drop = dropout_at(m, s, k);
        split(m, s, k, drop);
        kinds[s->layout->branch[k - 1].kind].backward(m, s, k - 1,
                                                      drop.threshold ? m->d_y : m->d_sum, m->d_u);
    }
    split(m, s, 0, (struct dropout){0});
}
