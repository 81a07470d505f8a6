/* SPDX-License-Identifier: MIT
 * Implements y = x for two choices: `identity` (replaces W_q, W_k, W_v or W_o) and `none` (no
 * output map). */
#ifndef ATTNLAB_COPY_H
#define ATTNLAB_COPY_H

#include "chain.h"

static struct work copy_work(const struct dims *d, const struct args *a)
{
    (void)d, (void)a;
    return (struct work){0};
}

static void copy_formula(const struct dims *d, const struct args *a, const double *const *w,
                         const double *x, double *y, double *scratch)
{
    (void)a, (void)w, (void)scratch;
    for (int i = 0; i < d->d_out; i++) y[i] = x[i];
}

static void copy_derivative(const struct dims *d, const struct args *a, const double *const *w,
                            const double *x, const double *dy, double *dx, double *const *dw,
                            double *scratch)
{
    (void)a, (void)w, (void)x, (void)dw, (void)scratch;
    for (int i = 0; i < d->d_in; i++) dx[i] += dy[i];
}

static void copy_forward(const struct projection_run *r)
{
    memcpy(r->y, r->x, (size_t)r->rows * r->dims->d_out * sizeof *r->y);
}

static void copy_backward(const struct projection_backward *r)
{
    add_reals(r->dx, r->dy, (size_t)r->rows * r->dims->d_out);
}

static const struct by_hand copy_by_hand[] = {
    {.working = "x",
     .dims = {.d_in = 3, .d_out = 3},
     .in = {VALUES(1, -2, 3)},
     .out = VALUES(1, -2, 3)},
    {0},
};

#endif
