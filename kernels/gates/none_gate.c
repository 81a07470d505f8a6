/* SPDX-License-Identifier: MIT
 * Implements "no gate": g = o. The engine skips this choice; only checks run its formula. */
#include "../slots.h"

static struct work work(const struct dims *d, const struct args *a)
{
    (void)d, (void)a;
    return (struct work){0};
}

static void formula(const struct dims *d, const struct args *a, const double *const *w,
                    const double *x, const double *o, double *g, double *scratch)
{
    (void)a, (void)w, (void)x, (void)scratch;
    for (int i = 0; i < d->d_out; i++) g[i] = o[i];
}

static void derivative(const struct dims *d, const struct args *a, const double *const *w,
                       const double *x, const double *o, const double *dg, double *dx, double *d_o,
                       double *const *dw, double *scratch)
{
    (void)a, (void)w, (void)x, (void)o, (void)dx, (void)dw, (void)scratch;
    for (int i = 0; i < d->d_out; i++) d_o[i] += dg[i];
}

static void forward(const struct gate_run *r)
{
    memcpy(r->g, r->o, (size_t)r->rows * r->dims->d_out * sizeof *r->g);
}

static void backward(const struct gate_backward *r)
{
    memcpy(r->d_o, r->dg, (size_t)r->rows * r->dims->d_out * sizeof *r->d_o);
}

static const struct by_hand by_hand[] = {
    {.working = "the output is o for every x",
     .dims = {.d_in = 1, .d_out = 2, .heads = 1, .d_head = 2},
     .in = {VALUES(9), VALUES(3, -4)},
     .out = VALUES(3, -4)},
    {0},
};

const struct gate N(gate_none) = {
    .base = {.name = "none",
             .label = "no gate",
             .title = "g = o",
             .paper = "textbook",
             .by_hand = by_hand,
             .work = work},
    .absent = true,
    .formula = formula,
    .derivative = derivative,
    .forward = forward,
    .backward = backward,
};
