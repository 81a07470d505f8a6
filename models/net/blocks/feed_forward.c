/* SPDX-License-Identifier: MIT
 * Implements the feed-forward network (arXiv 1706.03762 sec. 3.3): y = phi(u W1 + b1) W2. The
 * caller adds b2 with the residual. Shapes: u (rows, d), W1 (d, ffn), W2 (ffn, d).
 *
 * The passes process ROWS_AT_ONCE rows at a time, so that hidden values stay in cache for the next
 * product. phi(u W1 + b1) and phi'(u W1 + b1) are kept, so the backward pass recomputes nothing. */
#include "models/net/block_kind.h"
#include "models/net/initial.h"
#include "models/net/rows.h"

#include <math.h>

enum { W1, B1, W2, B2, TENSORS };
/* Rows per chunk. More rows mean fewer copies of the parameters (kernels/gemm.c); fewer rows keep
 * the hidden values in cache. 512 was fastest for d_model 512. */
enum { ROWS_AT_ONCE = 512 };

/* ---- members ---- */

static void tensors(struct layout *l, const struct stack_layout *s, const char *prefix, int layer,
                    struct block *b)
{
    const struct model_config *c = &l->config;
    struct tensor w2 = N(matrix)(l, c->ffn, c->d_model, 1 / sqrt(c->ffn));
    w2.std *= residual_gain(c);
    b->first =
        N(add_tensor)(l, prefix, "w1", N(matrix)(l, c->d_model, c->ffn, 1 / sqrt(c->d_model)));
    N(add_bias)(l, prefix, "b1", c->ffn);
    N(add_tensor)(l, prefix, "w2", w2);
    N(add_bias)(l, prefix, "b2", c->d_model);
    b->count = TENSORS;
    (void)s, (void)layer;
}

static double flop(const struct model_config *c, const struct block *b, int batch, int n, int m)
{
    /* FLOPs per hidden value; forward: bias, phi; backward: phi', product, bias */
    const double hidden = 1 + 1 + 2 + 1;
    double rows = (double)batch * n;
    (void)b, (void)m;
    return 2 * matrix_flop(rows, c->d_model, c->ffn) + rows * c->ffn * hidden +
           rows * c->d_model * 2;
}

/* Lays out memory for phi of all rows, and for phi' in training. */
static struct kept keep(const struct model *m, const struct stack_layout *s, const struct block *b,
                        struct area *a)
{
    size_t hidden = most_rows(m, s) * (size_t)m->layout.config.ffn;
    struct kept k = {.active = take_reals(a, hidden)};
    if (m->training) k.slope = take_reals(a, hidden);
    (void)b;
    return k;
}

static size_t working(const struct model *m, const struct block *b)
{
    (void)b;
    return m->training ? ROWS_AT_ONCE * (size_t)m->layout.config.ffn * sizeof(real) : 0;
}

/* ---- the passes ---- */

/* a range of `count` rows, starting at row `at` */
struct rows {
    int count, d, ffn;
    enum activation act;
    const real *u;
    real *active, *slope; /* hidden values phi and derivatives phi'; NULL if not kept */
    const real *w1, *b1, *w2;
};

static struct rows rows_at(const struct model *m, const struct stack *s, int k, size_t at)
{
    const struct model_config *c = &m->layout.config;
    const struct block *b = block_at(s, k);
    size_t left = stack_rows(s) - at, hidden = at * (size_t)c->ffn;
    return (struct rows){.count = left < ROWS_AT_ONCE ? (int)left : ROWS_AT_ONCE,
                         .d = c->d_model,
                         .ffn = c->ffn,
                         .act = (enum activation)c->ffn_act,
                         .u = s->u[k] + at * (size_t)c->d_model,
                         .active = s->kept[k].active + hidden,
                         .slope = s->kept[k].slope ? s->kept[k].slope + hidden : NULL,
                         .w1 = weight(m, b->first + W1),
                         .b1 = weight(m, b->first + B1),
                         .w2 = weight(m, b->first + W2)};
}

/* Computes active = phi(active + b1) and slope = phi'. Works row by row, in the first-level
 * cache. */
static void activate_rows(const struct rows *v)
{
    for (int r = 0; r < v->count; r++) {
        size_t at = (size_t)r * (size_t)v->ffn, width = (size_t)v->ffn;
        row_add(v->active + at, v->b1, v->ffn);
        if (v->slope)
            N(activate_both)(v->act, v->active + at, v->slope + at, width);
        else
            N(activate)(v->act, v->active + at, width);
    }
}

static void forward(struct model *m, struct stack *s, int k, real *y)
{
    enter_part(m, STEP_FEED_FORWARD);
    for (size_t at = 0; at < stack_rows(s); at += ROWS_AT_ONCE) {
        struct rows v = rows_at(m, s, k, at);
        int d = v.d, ffn = v.ffn;
        model_gemm(m, false, false, v.count, ffn, d, 1, v.u, d, v.w1, ffn, 0, v.active, ffn);
        activate_rows(&v);
        model_gemm(m, false, false, v.count, d, ffn, 1, v.active, ffn, v.w2, d, 0,
                   y + at * (size_t)d, d);
    }
}

/* Computes g *= slope and db1 += g. */
static void activate_rows_backward(const struct rows *v, real *g, real *db1)
{
    const real *slope = v->slope;
    for (int r = 0; r < v->count; r++, g += v->ffn, slope += v->ffn)
        for (int c = 0; c < v->ffn; c += VLEN) {
            int left = v->ffn - c;
            vec x = row_load(g + c, left) * row_load(slope + c, left);
            row_store(g + c, left, x);
            row_store(db1 + c, left, row_load(db1 + c, left) + x);
        }
}

static void backward(struct model *m, struct stack *s, int k, const real *dy, real *du)
{
    enter_part(m, STEP_FEED_FORWARD);
    int first = block_at(s, k)->first;
    real *dw1 = gradient(m, first + W1), *db1 = gradient(m, first + B1),
         *dw2 = gradient(m, first + W2), *db2 = gradient(m, first + B2), *g = m->working;
    for (size_t at = 0; at < stack_rows(s); at += ROWS_AT_ONCE) {
        struct rows v = rows_at(m, s, k, at);
        int d = v.d, ffn = v.ffn;
        /* 0 overwrites the gradients of the matrices, 1 adds to them */
        real keep = at == 0 && m->fresh ? 0 : 1;
        const real *dy_at = dy + at * (size_t)d;
        model_gemm(m, true, false, ffn, d, v.count, 1, v.active, ffn, dy_at, d, keep, dw2, d);
        for (int r = 0; r < v.count; r++) row_add(db2, dy_at + (size_t)r * (size_t)d, d);
        model_gemm(m, false, true, v.count, ffn, d, 1, dy_at, d, v.w2, d, 0, g, ffn);
        activate_rows_backward(&v, g, db1);
        model_gemm(m, true, false, d, ffn, v.count, 1, v.u, d, g, ffn, keep, dw1, ffn);
        model_gemm(m, false, true, v.count, d, ffn, 1, g, ffn, v.w1, ffn, 0, du + at * (size_t)d,
                   d);
    }
}

const struct block_kind N(block_feed_forward) = {
    .name = "ffn",
    .leaves_bias = true,
    .tensors = tensors,
    .flop = flop,
    .keep = keep,
    .working = working,
    .forward = forward,
    .backward = backward,
    .step = forward,
};
