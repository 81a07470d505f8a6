/* SPDX-License-Identifier: MIT
 * Turns a tile of scores into the normaliser's input, and gradients back:
 *
 *     logit_ij = multiplier * phi(scale * s_ij) - |c_i - c_j|
 *
 * phi is the choice of slot `logits`. c is the running sum of the log decays of slot `forget` and
 * of the stages. A tile therefore needs one number per row and column instead of an N x M bias. The
 * absolute value also gives later keys a negative bias.
 *
 * The multiplier can give two variants the same spread of scores. It does not apply to the decay.
 */
#include "choices.h"

/* ---- opening ---- */

static bool fast(const struct logits *f, bool backward)
{
    return f->forward && (!backward || f->backward);
}

size_t N(logits_bytes)(const struct resolved *r, bool backward)
{
    if (!r->logits || fast(r->logits, backward)) return 0;
    return (backward ? 2 : 1) * N(widen_bytes)(r, SLOT_LOGITS);
}

void N(logits_open)(struct logit_path *path, const struct pass *p, int head, struct arena *a)
{
    const struct resolved *r = &p->r;
    bool backward = p->gradients != NULL;
    path->pass = p;
    path->f = r->logits;
    path->fast = path->f && fast(path->f, backward);
    path->run = (struct logits_run){&r->dims[SLOT_LOGITS],
                                    &r->layer->args[SLOT_LOGITS],
                                    p->w + r->first_tensor[SLOT_LOGITS],
                                    head,
                                    (real)N(scale_scores)(r),
                                    (real)N(logit_multiplier)(r)};
    path->decay = NULL;
    path->d_decay = NULL;
    if (!path->f || path->fast || !a->base) return;
    if (backward)
        N(wide_open)(&path->wide, p, SLOT_LOGITS, a);
    else
        N(widen)(p, SLOT_LOGITS, a, path->wide.w);
}

void N(logits_head)(struct logit_path *path, int which)
{
    const struct pass *p = path->pass;
    size_t heads = (size_t)p->r.layer->shape.heads;
    size_t batch = (size_t)which / heads, head = (size_t)which % heads;
    if (!decays(&p->r)) return;
    path->decay = p->trace.decay + batch * p->decay_rows * heads + head;
    if (p->gradients && p->r.projection[SLOT_FORGET])
        path->d_decay = p->gradients->decay + batch * p->key_rows * heads + head;
}

/* ---- the function ---- */

static int whole_vectors(int cols) { return (cols + VLEN - 1) / VLEN * VLEN; }

/* Clears the columns after the last key of the tile, which may contain NaN. */
static void clear_tail(real *s, int rows, int cols)
{
    int end = whole_vectors(cols);
    for (int r = 0; cols < end && r < rows; r++)
        memset(s + r * TILE_K + cols, 0, (size_t)(end - cols) * sizeof *s);
}

static void times(real *s, int rows, int count, real factor)
{
    for (int r = 0; r < rows; r++, s += TILE_K)
        for (int c = 0; c < count; c += VLEN) vstore(s + c, factor * vload(s + c));
}

static void map_row(const struct logit_path *path, real *s, int cols)
{
    const struct logits_run *run = &path->run;
    for (int c = 0; c < cols; c++)
        s[c] = (real)((double)run->factor * path->f->formula(run->dims, run->args, path->wide.w,
                                                             run->head,
                                                             (double)run->scale * (double)s[c]));
}

void N(map_scores)(const struct logit_path *path, real *s, int rows, int cols)
{
    int count = whole_vectors(cols);
    if (!path->f) {
        times(s, rows, count, path->run.scale * path->run.factor);
        return;
    }
    clear_tail(s, rows, cols);
    for (int r = 0; r < rows; r++, s += TILE_K)
        if (path->fast)
            path->f->forward(&path->run, s, count);
        else
            map_row(path, s, cols);
}

static void row_backward(struct logit_path *path, const real *s, real *ds, int cols)
{
    const struct logits_run *run = &path->run;
    for (int c = 0; c < cols; c++) {
        double at = (double)run->scale * (double)s[c];
        double dphi = (double)run->factor * (double)ds[c];
        double slope = path->f->derivative(run->dims, run->args, path->wide.w, run->head, at, dphi,
                                           path->wide.dw);
        ds[c] = (real)(dphi * slope * (double)run->scale);
    }
}

static void scores_backward(struct logit_path *path, real *s, real *ds, int rows, int cols,
                            real *const *dw)
{
    int count = whole_vectors(cols);
    if (!path->f) {
        times(ds, rows, count, path->run.scale * path->run.factor);
        return;
    }
    clear_tail(s, rows, cols);
    for (int r = 0; r < rows; r++, s += TILE_K, ds += TILE_K)
        if (path->fast)
            path->f->backward(&path->run, s, ds, count, dw);
        else
            row_backward(path, s, ds, cols);
    if (path->fast) return;
    N(wide_close)(&path->wide, dw);
    for (int t = 0; t < path->wide.count; t++)
        memset(path->wide.dw[t], 0, path->wide.size[t] * sizeof(double));
}

/* ---- decay ---- */

/* A running sum, stored as a real and a remainder, so that differences keep full precision. */
struct sum {
    real high, low;
};
static struct sum sum_of(double c)
{
    real high = (real)c;
    return (struct sum){high, (real)(c - (double)high)};
}

static size_t query_place(const struct logit_path *path, int i)
{
    return (size_t)(path->pass->queries.start + i);
}

static vec magnitude(vec x) { return vmax(x, -x); }

static void subtract_decay(const struct logit_path *path, int i, int rows, int j, int cols, real *s)
{
    size_t ld = (size_t)path->pass->r.layer->shape.heads;
    const double *row = path->decay + query_place(path, i) * ld,
                 *col = path->decay + (size_t)j * ld;
    real high[TILE_K] = {0}, low[TILE_K] = {0};
    for (int c = 0; c < cols; c++) {
        struct sum key = sum_of(col[(size_t)c * ld]);
        high[c] = key.high, low[c] = key.low;
    }
    for (int r = 0; r < rows; r++, s += TILE_K) {
        struct sum query = sum_of(row[(size_t)r * ld]);
        for (int c = 0; c < cols; c += VLEN) {
            vec bias = (query.high - vload(high + c)) + (query.low - vload(low + c));
            vstore(s + c, vload(s + c) - magnitude(bias));
        }
    }
}

/* Accumulates the gradients of the running sums for a causal mask, where the bias is c_i - c_j. */
static void decay_backward(const struct logit_path *path, int i, int rows, int j, int cols,
                           const real *ds)
{
    size_t ld = (size_t)path->pass->r.layer->shape.heads;
    double *row = path->d_decay + query_place(path, i) * ld, *col = path->d_decay + (size_t)j * ld;
    real sums[TILE_K] = {0};
    for (int r = 0; r < rows; r++, ds += TILE_K) {
        vec sum = vset(0);
        for (int c = 0; c < cols; c += VLEN) {
            sum += vload(ds + c);
            vstore(sums + c, vload(sums + c) + vload(ds + c));
        }
        row[(size_t)r * ld] += (double)vsum(sum);
    }
    for (int c = 0; c < cols; c++) col[(size_t)c * ld] -= (double)sums[c];
}

/* ---- function and decay ---- */

void N(map_tile)(const struct logit_path *path, int i, int rows, int j, int cols, real *s)
{
    N(map_scores)(path, s, rows, cols);
    if (path->decay) subtract_decay(path, i, rows, j, cols, s);
}

void N(map_tile_backward)(struct logit_path *path, int i, int rows, int j, int cols, real *s,
                          real *ds, real *const *dw)
{
    clear_tail(ds, rows, cols);
    if (path->d_decay) decay_backward(path, i, rows, j, cols, ds);
    scores_backward(path, s, ds, rows, cols, dw);
}
