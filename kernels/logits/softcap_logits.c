/* SPDX-License-Identifier: MIT
 * Implements the tanh soft-cap, phi(s) = cap * tanh(s / cap), which bounds logits before mask and
 * normaliser. Source: Gemma 2, arXiv 2408.00118, section 2 (cap 50 for attention).
 *
 * The derivative 1 - tanh^2 is computed as 4 * l * (1 - l) with l = logistic(2 * s / cap), which is
 * accurate where tanh is near 1. */
#include "slots.h"
#include "vmath.h"

#include <math.h>

enum { CAP };
static const struct param params[] = {
    [CAP] = {.name = "cap",
             .doc = "bound on the absolute value of logits",
             .kind = PARAM_REAL,
             .min = 1,
             .max = 10000,
             .def = 50,
             .said = SAID("cap {}")},
    {0},
};

/* Declared FLOPs per pair: division, tanh, product. */
static struct work work(const struct dims *d, const struct args *a)
{
    (void)d, (void)a;
    return (struct work){.per_pair = 3};
}

static double formula(const struct dims *d, const struct args *a, const double *const *w, int head,
                      double s)
{
    (void)d, (void)w, (void)head;
    double cap = arg_real(a, CAP);
    return cap * tanh(s / cap);
}

static double derivative(const struct dims *d, const struct args *a, const double *const *w,
                         int head, double s, double dphi, double *const *dw)
{
    (void)d, (void)w, (void)head, (void)dphi, (void)dw;
    /* The argument is clamped so that the squared cosh stays finite. */
    double hyperbolic = cosh(fmin(fabs(s / arg_real(a, CAP)), 300));
    return 1 / (hyperbolic * hyperbolic);
}

static void forward(const struct logits_run *run, real *s, int count)
{
    double cap = arg_real(run->args, CAP);
    real in = (real)((double)run->scale / cap), out = (real)((double)run->factor * cap);
    for (int c = 0; c < count; c += VLEN) vstore(s + c, out * vtanh(in * vload(s + c)));
}

static void backward(const struct logits_run *run, const real *s, real *ds, int count,
                     real *const *dw)
{
    (void)dw;
    real in = 2 * (real)((double)run->scale / arg_real(run->args, CAP));
    real out = 4 * run->scale * run->factor;
    for (int c = 0; c < count; c += VLEN)
        vstore(ds + c, out * vlogistic_slope(in * vload(s + c)) * vload(ds + c));
}

/* The example uses tanh(log 2) = (2 - 1/2) / (2 + 1/2) = 3/5. */
static const struct by_hand by_hand[] = {
    {.working = "2 tanh(log 2) = 6/5",
     .dims = {.heads = 1},
     .args = {{2}},
     .in = {VALUES(1.3862943611198906)},
     .out = VALUES(1.2)},
    {.working = "10 tanh(-log 3) = -10 (3 - 1/3) / (3 + 1/3) = -8",
     .dims = {.heads = 1},
     .args = {{10}},
     .in = {VALUES(-10.986122886681098)},
     .out = VALUES(-8)},
    {0},
};

const struct logits N(logits_softcap) = {
    .base = {.name = "softcap",
             .label = "tanh soft-cap",
             .title = "phi(s) = cap tanh(s / cap)",
             .paper = "arXiv 2408.00118, section 2",
             .by_hand = by_hand,
             .params = params,
             .work = work},
    .formula = formula,
    .derivative = derivative,
    .forward = forward,
    .backward = backward,
};
