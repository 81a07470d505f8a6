/* SPDX-License-Identifier: MIT
 * Template for projections that are chains. Include this file before you define wiring(). */
#ifndef ATTNLAB_WIRED_H
#define ATTNLAB_WIRED_H

#include "chain.h"

/* Returns the chain for these sizes and arguments. Defined by the file that includes this header.
 */
static struct chain wiring(const struct dims *, const struct args *);

static int tensors(const struct dims *d, const struct args *a, struct tensor *out)
{
    return N(chain_tensors)(wiring(d, a), out);
}

static struct work work(const struct dims *d, const struct args *a)
{
    return N(chain_work)(wiring(d, a));
}

static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, double *y, double *scratch)
{
    N(chain_formula)(wiring(d, a), w, x, y, scratch);
}

static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch)
{
    N(chain_derivative)(wiring(d, a), w, x, dy, dx, dw, scratch);
}

static size_t formula_scratch(const struct dims *d, const struct args *a)
{
    return N(chain_formula_scratch)(wiring(d, a));
}

static void forward(const struct projection_run *r)
{
    N(chain_forward)(wiring(r->dims, r->args), r->w, r->rows, r->x, r->y, r->kept, r->scratch);
}

static size_t scratch(const struct dims *d, const struct args *a, int rows)
{
    return N(chain_scratch)(wiring(d, a), rows);
}

static size_t kept(const struct dims *d, const struct args *a)
{
    return N(chain_kept)(wiring(d, a));
}

static void backward(const struct projection_backward *r)
{
    N(chain_backward)
    (wiring(r->dims, r->args), r->w, r->rows, r->x, r->kept, r->dy, r->dx, r->dw, r->begin,
     r->scratch);
}

static size_t backward_scratch(const struct dims *d, const struct args *a, int rows)
{
    return N(chain_backward_scratch)(wiring(d, a), rows);
}

static const char *reproduce(const struct dims *d, const struct args *a, const real *w,
                             const real *b, real *const *to)
{
    return N(chain_reproduce)(wiring(d, a), w, b, to);
}

#endif
