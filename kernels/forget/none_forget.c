/* SPDX-License-Identifier: MIT
 * Implements "no decay": the log decay of every position is 0. The engine skips this choice; only
 * checks run its formula. */
#include "slots.h"

static struct work work(const struct dims *d, const struct args *a)
{
    (void)d, (void)a;
    return (struct work){0};
}

static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, double *y, double *scratch)
{
    (void)a, (void)w, (void)x, (void)scratch;
    for (int h = 0; h < d->d_out; h++) y[h] = 0;
}

static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *x, const double *dy, double *dx, double *const *dw,
                       double *scratch)
{
    (void)d, (void)a, (void)w, (void)x, (void)dy, (void)dx, (void)dw, (void)scratch;
}

static void forward(const struct projection_run *r)
{
    memset(r->y, 0, (size_t)r->rows * (size_t)r->dims->d_out * sizeof *r->y);
}

static void backward(const struct projection_backward *r)
{
    (void)r; /* The derivative adds nothing, because the gradient is 0. */
}

static const struct by_hand by_hand[] = {
    {.working = "log f = log 1 = 0 for every x",
     .dims = {.d_in = 1, .d_out = 2, .heads = 2},
     .in = {VALUES(3)},
     .out = VALUES(0, 0)},
    {0},
};

const struct forget N(forget_none) = {
    .log = {.base = {.name = "none",
                     .label = "no decay",
                     .title = "log f = 0",
                     .paper = "textbook",
                     .by_hand = by_hand,
                     .work = work},
            .formula = formula,
            .derivative = derivative,
            .forward = forward,
            .backward = backward},
    .absent = true,
};
