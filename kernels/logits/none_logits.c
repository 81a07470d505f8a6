/* SPDX-License-Identifier: MIT
 * Implements "no logit function": phi(s) = s. The engine skips this choice; only checks run its
 * formula. */
#include "slots.h"

static struct work work(const struct dims *d, const struct args *a)
{
    (void)d, (void)a;
    return (struct work){0};
}

static double formula(const struct dims *d, const struct args *a, const double *const *w, int head,
                      double s)
{
    (void)d, (void)a, (void)w, (void)head;
    return s;
}

static double derivative(const struct dims *d, const struct args *a, const double *const *w,
                         int head, double s, double dphi, double *const *dw)
{
    (void)d, (void)a, (void)w, (void)head, (void)s, (void)dphi, (void)dw;
    return 1;
}

static void times(real *s, int count, real factor)
{
    for (int c = 0; c < count; c++) s[c] *= factor;
}

static void forward(const struct logits_run *run, real *s, int count)
{
    times(s, count, run->scale * run->factor);
}

static void backward(const struct logits_run *run, const real *s, real *ds, int count,
                     real *const *dw)
{
    (void)s, (void)dw;
    times(ds, count, run->scale * run->factor);
}

static const struct by_hand by_hand[] = {
    {.working = "s", .dims = {.heads = 1}, .in = {VALUES(-3)}, .out = VALUES(-3)},
    {0},
};

const struct logits N(logits_none) = {
    .base = {.name = "none",
             .label = "no logit function",
             .title = "phi(s) = s",
             .paper = "textbook",
             .by_hand = by_hand,
             .work = work},
    .absent = true,
    .formula = formula,
    .derivative = derivative,
    .forward = forward,
    .backward = backward,
};
