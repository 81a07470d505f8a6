/* SPDX-License-Identifier: MIT
 * Implements AdamW (Loshchilov and Hutter 2019, arXiv 1711.05101, algorithm 2) with bias
 * correction, after clipping by the global norm (Pascanu et al. 2013, arXiv 1211.5063):
 *
 *   m = b1 * m + (1 - b1) * g, v = b2 * v + (1 - b2) * g^2,
 *   w = w - lr * wd * w - lr * (m / (1 - b1^t)) / (sqrt(v / (1 - b2^t)) + eps). */
#include "models/net/net.h"

#include <math.h>

/* number of independent sums; fixed, so that every build adds in the same order */
enum { LANES = 16 };

double N(gradient_norm)(const struct model *m)
{
    const real *g = m->g;
    double sum[LANES] = {0}, total = 0;
    for (size_t i = 0; i < m->layout.reals; i += LANES) /* Tensors begin at multiples of LANES. */
        for (int l = 0; l < LANES; l++) sum[l] += (double)g[i + l] * (double)g[i + l];
    for (int l = 0; l < LANES; l++) total += sum[l];
    return sqrt(total);
}
_Static_assert(TENSOR_ALIGN % LANES == 0,
               "the alignment of tensors must be a multiple of the vector width");

struct step {
    real clip, beta1, beta2, rate, root, eps, shrink;
};

static real root(real x)
{
    return sizeof x == sizeof(float) ? (real)sqrtf((float)x) : (real)sqrt(x);
}

static void step_tensor(struct step s, size_t count, real *restrict w, const real *restrict g,
                        real *restrict m, real *restrict v)
{
    for (size_t i = 0; i < count; i++) {
        real gi = s.clip * g[i];
        m[i] = s.beta1 * m[i] + (1 - s.beta1) * gi;
        v[i] = s.beta2 * v[i] + (1 - s.beta2) * gi * gi;
        w[i] = s.shrink * w[i] - s.rate * m[i] / (root(v[i]) * s.root + s.eps);
    }
}

void N(drop_fixed_gradients)(struct model *m)
{
    for (int t = 0; t < m->layout.tensors; t++)
        if (m->layout.tensor[t].fixed)
            memset(gradient(m, t), 0, m->layout.tensor[t].count * sizeof(real));
}

void N(adamw_step)(struct model *m, const struct adamw *a, double clip)
{
    const struct layout *l = &m->layout;
    struct step s = {.clip = (real)clip,
                     .beta1 = (real)a->beta1,
                     .beta2 = (real)a->beta2,
                     .rate = (real)(a->lr / (1 - pow(a->beta1, (double)a->step))),
                     .root = (real)(1 / sqrt(1 - pow(a->beta2, (double)a->step))),
                     .eps = (real)a->eps};
    for (int t = 0; t < l->tensors; t++) {
        const struct model_tensor *tensor = &l->tensor[t];
        size_t at = tensor->at;
        s.shrink = (real)(1 - (tensor->decay ? a->lr * a->weight_decay : 0));
        step_tensor(s, tensor->count, m->w + at, m->g + at, m->moments + at,
                    m->moments + l->reals + at);
    }
}
