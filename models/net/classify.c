/* SPDX-License-Identifier: MIT
 * Predicts one of `outputs` classes per row: logits = x W^T + b, softmax, cross entropy, and
 * gradients. Shapes: x (rows, d), W (outputs, d), which may be the tied embedding.
 *
 * Rows without a target are skipped; the others are copied together and processed in chunks of
 * `chunk` rows, which limits the memory for a large vocabulary. If all rows fit into one chunk, the
 * forward pass of training keeps p - onehot; otherwise the backward pass recomputes the logits. */
#include "base/mem.h"
#include "kernels/vmath.h"
#include "models/net/net.h"
#include "models/net/rows.h"

static void find_asked(struct classifier *c, const int32_t *targets, size_t rows, int outputs)
{
    require(rows <= (size_t)c->most);
    c->asked = 0;
    for (size_t r = 0; r < rows; r++) {
        if (targets[r] < 0) continue;
        if (targets[r] >= outputs) die("target %d outside 0 .. %d", (int)targets[r], outputs - 1);
        c->row[c->asked++] = (int)r;
    }
}

/* Returns rows with targets as a contiguous array, beginning with number `first` of these rows.
 * Copies the rows, unless all rows have targets. */
static const real *pack(const struct model *m, const real *x, size_t rows, int first, int count)
{
    const struct classifier *c = &m->classifier;
    size_t d = (size_t)m->layout.config.d_model;
    if ((size_t)c->asked == rows) return x + (size_t)first * d;
    for (int r = 0; r < count; r++)
        memcpy(c->packed + (size_t)r * d, x + (size_t)c->row[first + r] * d, d * sizeof *x);
    return c->packed;
}

/* ---- softmax ---- */

/* Adds the bias (may be NULL) to x and returns the largest element. */
static real add_bias(real *x, int count, const real *bias)
{
    const vec lowest = vset((real)-INFINITY);
    vec largest = lowest;
    for (int i = 0; i < count; i += VLEN) {
        vec v = row_load(x + i, count - i);
        if (bias) {
            v += row_load(bias + i, count - i);
            row_store(x + i, count - i, v);
        }
        largest = vmax(vselect(vfirst(count - i), v, lowest), largest);
    }
    return vmaximum(largest);
}

/* Returns the sum of e^(x - largest). If `keep` is true, x receives the exponentials. */
static real exponentials(real *x, int count, real largest, bool keep)
{
    vec sum[2] = {{0}};
    for (int i = 0; i < count; i += VLEN) {
        vec e = vexp(row_load(x + i, count - i) - largest);
        if (keep) row_store(x + i, count - i, e);
        sum[i / VLEN % 2] += vselect(vfirst(count - i), e, vset(0));
    }
    return vsum(sum[0] + sum[1]);
}

/* Returns -log softmax(x + bias)[target]. If `keep` is true, x becomes softmax - onehot. */
static double cross_entropy(real *x, int count, const real *bias, int target, bool keep)
{
    real largest = add_bias(x, count, bias), asked = x[target];
    real sum = exponentials(x, count, largest, keep);
    if (keep) {
        real inverse = 1 / sum;
        for (int i = 0; i < count; i++) x[i] *= inverse;
        x[target] -= 1;
    }
    return log((double)sum) + ((double)largest - (double)asked);
}

/* ---- forward ---- */

static double chunk_loss(struct model *m, const real *packed, const int32_t *targets, int first,
                         int count, bool keep)
{
    struct classifier *c = &m->classifier;
    const struct layout *l = &m->layout;
    int d = l->config.d_model, outputs = l->outputs;
    const real *bias = l->head_bias >= 0 ? weight(m, l->head_bias) : NULL;
    double loss = 0;
    model_gemm(m, false, true, count, outputs, d, 1, packed, d, weight(m, l->head), d, 0, c->logits,
               outputs);
    for (int r = 0; r < count; r++)
        loss += c->nats[first + r] = cross_entropy(c->logits + (size_t)r * (size_t)outputs, outputs,
                                                   bias, targets[c->row[first + r]], keep);
    return loss;
}

static int chunk_rows(const struct classifier *c, int first)
{
    return c->asked - first < c->chunk ? c->asked - first : c->chunk;
}

double N(classify)(struct model *m, const real *x, size_t rows, const int32_t *targets)
{
    struct classifier *c = &m->classifier;
    find_asked(c, targets, rows, m->layout.outputs);
    bool keep = m->training && c->asked <= c->chunk;
    double loss = 0;
    for (int first = 0; first < c->asked; first += c->chunk) {
        int count = chunk_rows(c, first);
        const real *packed = pack(m, x, rows, first, count);
        loss += chunk_loss(m, packed, targets, first, count, keep);
    }
    return loss;
}

/* ---- backward ---- */

static void parameter_gradients(struct model *m, const real *packed, int count, real scale)
{
    const struct layout *l = &m->layout;
    const real *g = m->classifier.logits;
    int d = l->config.d_model, outputs = l->outputs;
    model_gemm(m, true, false, outputs, d, count, scale, g, outputs, packed, d, 1,
               gradient(m, l->head), d);
    for (int r = 0; r < count && l->head_bias >= 0; r++)
        row_add_scaled(gradient(m, l->head_bias), scale, g + (size_t)r * (size_t)outputs, outputs);
}

/* Writes dx for the rows of a chunk; other rows remain 0. */
static void row_gradients(struct model *m, int first, int count, size_t rows, real scale, real *dx)
{
    const struct classifier *c = &m->classifier;
    const struct layout *l = &m->layout;
    int outputs = l->outputs;
    size_t d = (size_t)l->config.d_model;
    bool all = (size_t)c->asked == rows;
    real *to = all ? dx + (size_t)first * d : c->packed;
    model_gemm(m, false, false, count, (int)d, outputs, scale, c->logits, outputs,
               weight(m, l->head), (int)d, 0, to, (int)d);
    for (int r = 0; r < count && !all; r++)
        memcpy(dx + (size_t)c->row[first + r] * d, to + (size_t)r * d, d * sizeof *dx);
}

void N(classify_backward)(struct model *m, const real *x, size_t rows, const int32_t *targets,
                          real scale, real *dx)
{
    struct classifier *c = &m->classifier;
    if ((size_t)c->asked < rows)
        memset(dx, 0, rows * (size_t)m->layout.config.d_model * sizeof *dx);
    for (int first = 0; first < c->asked; first += c->chunk) {
        int count = chunk_rows(c, first);
        const real *packed = pack(m, x, rows, first, count);
        if (c->asked > c->chunk) chunk_loss(m, packed, targets, first, count, true);
        parameter_gradients(m, packed, count, scale);
        row_gradients(m, first, count, rows, scale, dx);
    }
}

/* ---- logits of one row ---- */

static real dot(const real *x, const real *y, int d)
{
    vec sum = {0};
    for (int c = 0; c < d; c += VLEN) sum += row_load(x + c, d - c) * row_load(y + c, d - c);
    return vsum(sum);
}

void N(classify_logits)(struct model *m, const real *x, float *out)
{
    const struct layout *l = &m->layout;
    int d = l->config.d_model;
    const real *w = weight(m, l->head), *bias = l->head_bias >= 0 ? weight(m, l->head_bias) : NULL;
    for (int o = 0; o < l->outputs; o++)
        out[o] = (float)(dot(x, w + (size_t)o * (size_t)d, d) + (bias ? bias[o] : 0));
}

void N(classify_rows)(struct model *m, const real *x, size_t rows, float *out)
{
    const struct layout *l = &m->layout;
    const real *bias = l->head_bias >= 0 ? weight(m, l->head_bias) : NULL;
    real *logits = m->classifier.logits;
    int d = l->config.d_model, outputs = l->outputs, chunk = m->classifier.chunk;
    for (size_t first = 0; first < rows; first += (size_t)chunk) {
        int count = rows - first < (size_t)chunk ? (int)(rows - first) : chunk;
        model_gemm(m, false, true, count, outputs, d, 1, x + first * (size_t)d, d,
                   weight(m, l->head), d, 0, logits, outputs);
        for (int r = 0; r < count; r++, out += outputs) {
            const real *row = logits + (size_t)r * (size_t)outputs;
            for (int o = 0; o < outputs; o++) out[o] = (float)(row[o] + (bias ? bias[o] : 0));
        }
    }
}
