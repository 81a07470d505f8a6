/* SPDX-License-Identifier: MIT
 * Defines a correct projection that repeats the input, y[c] = x[c mod d_in]. The broken projections
 * reuse its functions. */
#ifndef ATTNLAB_REPEAT_H
#define ATTNLAB_REPEAT_H

#include "kernels/slots.h"

static void repeat_formula(const struct dims *d, const struct args *args, const double *const *w,
                           const double *x, double *y, double *scratch)
{
    (void)args, (void)w, (void)scratch;
    for (int c = 0; c < d->d_out; c++) y[c] = x[c % d->d_in];
}

static void repeat_derivative(const struct dims *d, const struct args *args, const double *const *w,
                              const double *x, const double *dy, double *dx, double *const *dw,
                              double *scratch)
{
    (void)args, (void)w, (void)x, (void)dw, (void)scratch;
    for (int c = 0; c < d->d_out; c++) dx[c % d->d_in] += dy[c];
}

#endif
