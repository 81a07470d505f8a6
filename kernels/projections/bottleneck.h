/* SPDX-License-Identifier: MIT
 * Defines the arguments and the chain of the bottleneck projections (arXiv 2603.13381 and an audit
 * of its code). The chain is W2 phi(W1 RMSNorm(x)) with W1 (d, r), W2 (r, d), r = round(rank * d).
 */
#ifndef ATTNLAB_BOTTLENECK_H
#define ATTNLAB_BOTTLENECK_H

#include "chain.h"

#include <math.h>

enum { RANK, ACT };
static const struct param params[] = {
    [RANK] = {"rank", "bottleneck width as a fraction of the input width", PARAM_REAL, 0.015625, 4,
              0.5, NULL, SAID("bottleneck {} times the input width")},
    [ACT] = {"act", "activation of the bottleneck", PARAM_CHOICE, 0, ACTIVATIONS - 1, ACT_GELU,
             activation_names, activation_words},
    {0},
};

/* Returns the chain of a bottleneck projection. `residual` adds the input x to the output. */
static inline struct chain bottleneck(const struct dims *d, const struct args *a, bool residual)
{
    struct chain c = N(chain_start)(d, residual);
    int rank = (int)fmax(1, round(d->d_in * arg_real(a, RANK)));
    N(chain_rms_norm)(&c, 1, "_in");
    N(chain_affine)(&c, rank, false, "1");
    N(chain_activation)(&c, arg_int(a, ACT));
    N(chain_affine)(&c, d->d_out, false, "2");
    return c;
}

#endif
