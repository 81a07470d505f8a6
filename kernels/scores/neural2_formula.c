/* SPDX-License-Identifier: MIT
 * Implements formula and derivative of the score `neural2` (scores/neural2.c), layer by layer. */
#include "neural2.h"

/* intermediate results for one pair */
struct trace {
    double *both;    /* concatenation [q' ; k'], 2 * units doubles */
    double *x1, *h1; /* first layer before and after phi (units) */
    double *x2, *h2; /* second layer before and after phi (last) */
    double *slope;   /* gradient of a layer, at most 2 units */
};

size_t N(neural2_formula_scratch)(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    return 6 * (size_t)p.units + 2 * (size_t)p.last;
}

static struct trace lay_out(const struct neural2 *p, double *scratch)
{
    struct trace t = {.both = scratch};
    t.x1 = t.both + 2 * p->units;
    t.h1 = t.x1 + p->units;
    t.x2 = t.h1 + p->units;
    t.h2 = t.x2 + p->last;
    t.slope = t.h2 + p->last;
    return t;
}

/* Computes the affine map y (d_out) = x W + b. */
static void affine(const double *x, int d_in, int d_out, const double *w, const double *b,
                   double *y)
{
    for (int o = 0; o < d_out; o++) {
        y[o] = b[o];
        for (int i = 0; i < d_in; i++) y[o] += x[i] * w[i * d_out + o];
    }
}
static void phi(const struct neural2 *p, const double *x, int count, double *h)
{
    for (int i = 0; i < count; i++) h[i] = N(activation_formula)(p->act, x[i]);
}

/* Finds the head's part of each double-precision tensor. */
static void parts(const struct neural2 *p, const double *const *w, const double **part)
{
    for (int t = 0; t < NEURAL2_TENSORS; t++) part[t] = w[t] + p->part[t];
}

static double ascend(const struct neural2 *p, const double *const *w, const double *q,
                     const double *k, struct trace t)
{
    double s;
    affine(q, p->d, p->units, w[N2_PQ], w[N2_BQ], t.both);
    affine(k, p->d, p->units, w[N2_PK], w[N2_BK], t.both + p->units);
    affine(t.both, 2 * p->units, p->units, w[N2_L1], w[N2_B1], t.x1);
    phi(p, t.x1, p->units, t.h1);
    affine(t.h1, p->units, p->last, w[N2_L2], w[N2_B2], t.x2);
    phi(p, t.x2, p->last, t.h2);
    affine(t.h2, p->last, 1, w[N2_L3], w[N2_B3], &s);
    return s;
}

double N(neural2_formula)(const struct dims *dims, const struct args *args, const double *const *w,
                          int head, const double *q, const double *k, double *scratch)
{
    struct neural2 p = N(neural2_open)(dims, args, head);
    const double *part[NEURAL2_TENSORS];
    parts(&p, w, part);
    return ascend(&p, part, q, k, lay_out(&p, scratch));
}

/* ---- derivative ---- */

/* Accumulates the gradients of an affine map: dx += W dy, dw += x dy^T, db += dy. dw and db may be
 * NULL. */
static void affine_derivative(const double *x, int d_in, int d_out, const double *w,
                              const double *dy, double *dx, double *dw, double *db)
{
    for (int o = 0; o < d_out; o++) {
        if (db) db[o] += dy[o];
        for (int i = 0; i < d_in; i++) {
            dx[i] += w[i * d_out + o] * dy[o];
            if (dw) dw[i * d_out + o] += x[i] * dy[o];
        }
    }
}
/* Replaces x, the values before phi, by their gradients phi'(x) * dh. */
static void phi_derivative(const struct neural2 *p, const double *dh, int count, double *x)
{
    for (int i = 0; i < count; i++) x[i] = dh[i] * N(activation_derivative)(p->act, x[i]);
}
static double *clear(double *x, int count)
{
    for (int i = 0; i < count; i++) x[i] = 0;
    return x;
}

/* Runs the backward pass for one pair, given ds. Replaces t.x2 and t.x1 by their gradients. Each
 * parameter gradient g[t] may be NULL. */
static void descend(const struct neural2 *p, const double *const *w, double *const *g,
                    const double *q, const double *k, double ds, double *dq, double *dk,
                    struct trace t)
{
    int units = p->units;
    double *d = clear(t.slope, 2 * units);
    affine_derivative(t.h2, p->last, 1, w[N2_L3], &ds, d, g[N2_L3], g[N2_B3]);
    phi_derivative(p, d, p->last, t.x2);
    d = clear(t.slope, 2 * units);
    affine_derivative(t.h1, units, p->last, w[N2_L2], t.x2, d, g[N2_L2], g[N2_B2]);
    phi_derivative(p, d, units, t.x1);
    d = clear(t.slope, 2 * units);
    affine_derivative(t.both, 2 * units, units, w[N2_L1], t.x1, d, g[N2_L1], g[N2_B1]);
    affine_derivative(q, p->d, units, w[N2_PQ], d, dq, g[N2_PQ], g[N2_BQ]);
    affine_derivative(k, p->d, units, w[N2_PK], d + units, dk, g[N2_PK], g[N2_BK]);
}

void N(neural2_derivative)(const struct dims *dims, const struct args *args, const double *const *w,
                           int head, const double *q, const double *k, double ds, double *dq,
                           double *dk, double *const *dw, double *scratch)
{
    struct neural2 p = N(neural2_open)(dims, args, head);
    const double *part[NEURAL2_TENSORS];
    double *g[NEURAL2_TENSORS] = {0};
    parts(&p, w, part);
    for (int t = 0; dw && t < NEURAL2_TENSORS; t++) g[t] = dw[t] + p.part[t];
    struct trace t = lay_out(&p, scratch);
    ascend(&p, part, q, k, t);
    descend(&p, part, g, q, k, ds, dq, dk, t);
}
