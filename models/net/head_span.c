/* SPDX-License-Identifier: MIT
 * Predicts the first and last position of an answer (BERT, arXiv 1810.04805 sec. 4.2). Each
 * position has two logits, one for the first and one for the last position of the answer. A softmax
 * over the valid positions is applied to each kind of logit. The loss is the sum of both cross
 * entropies. */
#include "base/mem.h"
#include "models/net/net.h"

#include <math.h>

enum { ENDS = 2 };

static const real *output(const struct model *m) { return stack_output(m->top); }

static int valid(const struct stack *s, int b) { return s->lengths ? s->lengths[b] : s->n; }

/* Computes classifier.logits (rows, 2) = u W^T with W (2, d). */
static void score(struct model *m)
{
    int d = m->layout.config.d_model;
    model_gemm(m, false, true, (int)stack_rows(m->top), ENDS, d, 1, output(m), d,
               weight(m, m->layout.head), d, 0, m->classifier.logits, ENDS);
}

/* Returns the cross entropy of the first or last position of one sequence. x (n, 2) becomes softmax
 * - onehot. The result is 0 without a target, and after the valid positions. */
static double end_loss(real *x, int n, int length, int target)
{
    double largest = -INFINITY, sum = 0;
    if (target >= length) die("span target %d beyond the %d valid positions", target, length);
    /* not fmax(): gcc 12 crashes when compiling it for 64-bit ARM */
    for (int i = 0; i < length; i++)
        largest = (double)x[ENDS * i] > largest ? (double)x[ENDS * i] : largest;
    for (int i = 0; i < length; i++) sum += exp((double)x[ENDS * i] - largest);
    double loss = target < 0 ? 0 : log(sum) + largest - (double)x[ENDS * target];
    for (int i = 0; i < n; i++)
        x[ENDS * i] = target < 0 || i >= length
                          ? 0
                          : (real)(exp((double)x[ENDS * i] - largest) / sum - (i == target));
    return loss;
}

static double forward(struct model *m, const struct batch *batch, double *count)
{
    const struct stack *s = m->top;
    double loss = 0;
    score(m);
    *count = 0;
    for (int b = 0; b < s->batch; b++)
        for (int e = 0; e < ENDS; e++) {
            int target = batch->targets[ENDS * b + e];
            *count += target >= 0;
            loss += end_loss(m->classifier.logits + (size_t)b * (size_t)s->n * ENDS + e, s->n,
                             valid(s, b), target);
        }
    return loss;
}

static void backward(struct model *m, const struct batch *batch, real scale)
{
    (void)batch;
    int d = m->layout.config.d_model, rows = (int)stack_rows(m->top);
    const real *g = m->classifier.logits;
    model_gemm(m, true, false, ENDS, d, rows, scale, g, ENDS, output(m), d, 1,
               gradient(m, m->layout.head), d);
    model_gemm(m, false, false, rows, d, ENDS, scale, g, ENDS, weight(m, m->layout.head), d, 0,
               m->d_u, d);
}

static void logits(struct model *m, int b, int n, float *out)
{
    (void)n;
    const struct stack *s = m->top;
    size_t d = (size_t)m->layout.config.d_model;
    const real *w = weight(m, m->layout.head), *u = output(m) + (size_t)b * (size_t)s->n * d;
    for (int e = 0; e < ENDS; e++)
        for (int i = 0; i < s->n; i++) {
            double sum = 0;
            for (size_t c = 0; c < d; c++)
                sum += (double)w[(size_t)e * d + c] * (double)u[(size_t)i * d + c];
            out[e * s->n + i] = (float)sum;
        }
}

const struct head N(head_span) = {forward, backward, logits};
