/* SPDX-License-Identifier: MIT
 * The feed-forward net (arXiv 1706.03762 sec. 3.3): y = phi(u W1 + b1) W2 (+ b2, which the caller
 * adds with the residual).
 *
 * u (rows, d), W1 (d, ffn), W2 (ffn, d). FEED_FORWARD_ROWS rows at once, so that their hidden
 * values are still in the cache when the next product reads them. phi and phi' of u W1 + b1 are
 * kept, which together cost little more than phi: the backward pass computes neither them nor a
 * product again. */
#include "models/net/net.h"
#include "models/net/rows.h"

enum { W1, B1, W2, B2 };

/* A view of `count` rows from row `at` on. */
struct view {
    int count, d, ffn;
    enum activation act;
    const real *u;
    real *active, *slope; /* slope NULL: not kept */
    const real *w1, *b1, *w2;
};

static struct view view(const struct model *m, const struct stack *s, int k, size_t at)
{
    const struct model_config *c = &m->layout.config;
    const struct branch *b = &s->layout->branch[k];
    size_t left = stack_rows(s) - at, hidden = at * (size_t)c->ffn;
    return (struct view){.count = left < FEED_FORWARD_ROWS ? (int)left : FEED_FORWARD_ROWS,
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

/* active = phi(active + b1), slope = phi'; a row at a time, in the first level cache. */
static void activate_rows(const struct view *v)
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

void N(branch_feed_forward)(struct model *m, struct stack *s, int k, real *y)
{
    for (size_t at = 0; at < stack_rows(s); at += FEED_FORWARD_ROWS) {
        struct view v = view(m, s, k, at);
        int d = v.d, ffn = v.ffn;
        gemm(false, false, v.count, ffn, d, 1, v.u, d, v.w1, ffn, 0, v.active, ffn);
        activate_rows(&v);
        gemm(false, false, v.count, d, ffn, 1, v.active, ffn, v.w2, d, 0, y + at * (size_t)d, d);
    }
}

/* g *= slope, db1 += g. */
static void activate_rows_backward(const struct view *v, real *g, real *db1)
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

void N(branch_feed_forward_backward)(struct model *m, struct stack *s, int k, const real *dy,
                                     real *du)
{
    int first = s->layout->branch[k].first;
    real *dw1 = gradient(m, first + W1), *db1 = gradient(m, first + B1),
         *dw2 = gradient(m, first + W2), *db2 = gradient(m, first + B2), *g = m->d_hidden;
    for (size_t at = 0; at < stack_rows(s); at += FEED_FORWARD_ROWS) {
        struct view v = view(m, s, k, at);
        int d = v.d, ffn = v.ffn;
        real keep = at == 0 && m->fresh ? 0 : 1; /* 0: matrices hold nothing to add to */
        const real *dy_at = dy + at * (size_t)d;
        gemm(true, false, ffn, d, v.count, 1, v.active, ffn, dy_at, d, keep, dw2, d);
        for (int r = 0; r < v.count; r++) row_add(db2, dy_at + (size_t)r * (size_t)d, d);
        gemm(false, true, v.count, ffn, d, 1, dy_at, d, v.w2, d, 0, g, ffn);
        activate_rows_backward(&v, g, db1);
        gemm(true, false, d, ffn, v.count, 1, v.u, d, g, ffn, keep, dw1, ffn);
        gemm(false, true, v.count, d, ffn, 1, g, ffn, v.w1, ffn, 0, du + at * (size_t)d, d);
    }
}
