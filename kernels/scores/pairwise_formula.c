/* SPDX-License-Identifier: MIT
 * Implements description, formula and derivative of the scores
 *
 *     s = constant + w . phi(Wq q + Wk k + b)
 *
 * The scores neural, additive and gatv2 differ in phi, and in whether they have b and constant.
 * Each head has its own tensors, or all heads share one set. */
#include "pairwise.h"

#include <math.h>

enum { MOST_UNITS = 512 };
const char *const N(share_names)[] = {"shared", "per_head", NULL};
const char *const N(share_said)[] = {"one set of weights", "one set of weights per head", NULL};
const struct param N(pairwise_params)[] = {
    {"d_prime", "number of hidden units", PARAM_INT, 1, MOST_UNITS, 16, NULL, SAID("d' = {}")},
    {"share", "one set of weights, or one per head", PARAM_CHOICE, 0, 1, 0, N(share_names),
     N(share_said)},
    {0}};

/* ---- heads ---- */

size_t N(head_part)(const struct args *args, int head, size_t size)
{
    return arg_int(args, ARG_SHARE) ? (size_t)head * size : 0;
}

struct tensor N(head_tensor)(const struct dims *dims, const struct args *args, struct tensor t)
{
    if (!arg_int(args, ARG_SHARE)) return t;
    memmove(t.dim + 1, t.dim, 2 * sizeof *t.dim);
    t.dim[0] = dims->heads;
    t.rank++;
    return t;
}

static size_t tensor_size(const struct dims *dims, const struct args *args, int t)
{
    size_t units = (size_t)arg_int(args, ARG_D_PRIME), d = (size_t)dims->d_head;
    const size_t size[PAIR_TENSORS] = {d * units, d * units, units, units, 1};
    return size[t];
}
/* Returns the offset of a head's values in tensor t. */
static size_t tensor_part(const struct dims *dims, const struct args *args, int head, int t)
{
    return arg_int(args, ARG_SHARE) ? (size_t)head * tensor_size(dims, args, t) : 0;
}

/* ---- description ---- */

int N(pairwise_tensors)(struct pairwise_kind kind, const struct dims *dims, const struct args *args,
                        struct tensor *out)
{
    int d = dims->d_head, units = arg_int(args, ARG_D_PRIME);
    /* With these standard deviations, hidden units and s have unit variance if q and k have unit
     * variance. */
    double in = 1 / sqrt(2.0 * d), last = 1 / sqrt((double)units);
    const struct tensor all[PAIR_TENSORS] = {
        [PAIR_WQ] = {"wq", 2, {d, units, 1}, INIT_NORMAL, in, true},
        [PAIR_WK] = {"wk", 2, {d, units, 1}, INIT_NORMAL, in, true},
        [PAIR_W] = {"w", 1, {units, 1, 1}, INIT_NORMAL, last, false},
        [PAIR_B] = {"b", 1, {units, 1, 1}, INIT_ZERO, in, false},
        [PAIR_CONSTANT] = {"constant", 1, {1, 1, 1}, INIT_ZERO, last, false}};
    for (int t = 0; t < kind.tensors; t++) out[t] = N(head_tensor)(dims, args, all[t]);
    return kind.tensors;
}

/* Declared FLOPs of the streaming tile. Each pair and unit costs a maximum and a multiply-add if
 * phi is piecewise linear, otherwise an addition, phi and a multiply-add. Each token costs a
 * projection, and one multiply-add per unit. */
struct work N(pairwise_work)(struct pairwise_kind kind, const struct dims *dims,
                             const struct args *args)
{
    double units = arg_int(args, ARG_D_PRIME), token = units * (2.0 * dims->d_head + 2);
    return (struct work){token, token,
                         units * (pairwise_linear(kind.act) ? 3 : 3 + ACTIVATION_FLOP) + 1};
}

int N(pairwise_features)(const struct dims *dims, const struct args *args)
{
    (void)dims;
    return arg_int(args, ARG_D_PRIME) + 1;
}
size_t N(pairwise_scratch)(const struct dims *dims, const struct args *args)
{
    (void)dims;
    return (size_t)arg_int(args, ARG_D_PRIME) * TILE_K;
}

size_t N(pairwise_backward_scratch)(const struct dims *dims, const struct args *args)
{
    return N(pairwise_backward_reals)(dims->d_head, arg_int(args, ARG_D_PRIME));
}

struct pairwise N(pairwise_open)(struct pairwise_kind kind, const struct score_run *run)
{
    struct pairwise p = {.d = run->dims->d_head,
                         .units = arg_int(run->args, ARG_D_PRIME),
                         .act = kind.act,
                         .slope = (real)kind.slope};
    for (int t = 0; t < kind.tensors; t++)
        p.tensor[t] = run->w[t] + tensor_part(run->dims, run->args, run->head, t);
    return p;
}

void N(pairwise_gradients)(struct pairwise_kind kind, const struct score_run *run, real *const *dw,
                           real **part)
{
    for (int t = 0; t < PAIR_TENSORS; t++) part[t] = NULL;
    for (int t = 0; t < kind.tensors; t++)
        part[t] = dw[t] + tensor_part(run->dims, run->args, run->head, t);
}

/* ---- formula ---- */

static double phi(struct pairwise_kind kind, double x)
{
    if (kind.act == ACT_LEAKY_RELU) return x < 0 ? kind.slope * x : x;
    return N(activation_formula)(kind.act, x);
}
static double phi_slope(struct pairwise_kind kind, double x)
{
    if (kind.act == ACT_LEAKY_RELU) return x > 0 ? 1 : kind.slope;
    return N(activation_derivative)(kind.act, x);
}

/* Finds the head's part of every tensor; NULL if the score does not have the tensor. */
static void open_parts(struct pairwise_kind kind, const struct dims *dims, const struct args *args,
                       int head, const double *const *w, const double **part)
{
    for (int t = 0; t < PAIR_TENSORS; t++)
        part[t] = t < kind.tensors ? w[t] + tensor_part(dims, args, head, t) : NULL;
}

/* Computes the hidden units h = Wq q + Wk k + b from tensors t. The inner loop runs over units,
 * which are contiguous in memory and have independent sums. */
static void hidden(int d, int units, const double *const *t, const double *q, const double *k,
                   double *h)
{
    for (int u = 0; u < units; u++) h[u] = t[PAIR_B] ? t[PAIR_B][u] : 0;
    for (int i = 0; i < d; i++)
        for (int u = 0; u < units; u++)
            h[u] += t[PAIR_WQ][i * units + u] * q[i] + t[PAIR_WK][i * units + u] * k[i];
}

double N(pairwise_formula)(struct pairwise_kind kind, const struct dims *dims,
                           const struct args *args, const double *const *w, int head,
                           const double *q, const double *k)
{
    int units = arg_int(args, ARG_D_PRIME);
    const double *t[PAIR_TENSORS];
    double h[MOST_UNITS];
    open_parts(kind, dims, args, head, w, t);
    hidden(dims->d_head, units, t, q, k, h);
    double s = t[PAIR_CONSTANT] ? *t[PAIR_CONSTANT] : 0;
    for (int u = 0; u < units; u++) s += t[PAIR_W][u] * phi(kind, h[u]);
    return s;
}

/* ---- derivative ---- */

/* Accumulates the gradients of q, k and their matrices, where dh is ds/dhidden_u. dwq and dwk may
 * be NULL. */
static void hidden_derivative(int d, int units, int u, double dh, const double *const *t,
                              const double *q, const double *k, double *dq, double *dk, double *dwq,
                              double *dwk)
{
    for (int i = 0; i < d; i++) {
        dq[i] += dh * t[PAIR_WQ][i * units + u];
        dk[i] += dh * t[PAIR_WK][i * units + u];
        if (!dwq) continue;
        dwq[i * units + u] += dh * q[i];
        dwk[i * units + u] += dh * k[i];
    }
}

void N(pairwise_derivative)(struct pairwise_kind kind, const struct dims *dims,
                            const struct args *args, const double *const *w, int head,
                            const double *q, const double *k, double ds, double *dq, double *dk,
                            double *const *dw)
{
    int units = arg_int(args, ARG_D_PRIME), d = dims->d_head;
    const double *t[PAIR_TENSORS];
    double *g[PAIR_TENSORS] = {0}, h[MOST_UNITS];
    open_parts(kind, dims, args, head, w, t);
    for (int i = 0; dw && i < kind.tensors; i++) g[i] = dw[i] + tensor_part(dims, args, head, i);
    hidden(d, units, t, q, k, h);
    for (int u = 0; u < units; u++) {
        double x = h[u], dh = ds * t[PAIR_W][u] * phi_slope(kind, x);
        hidden_derivative(d, units, u, dh, t, q, k, dq, dk, g[PAIR_WQ], g[PAIR_WK]);
        if (g[PAIR_W]) g[PAIR_W][u] += ds * phi(kind, x);
        if (g[PAIR_B]) g[PAIR_B][u] += dh;
    }
    if (g[PAIR_CONSTANT]) *g[PAIR_CONSTANT] += ds;
}
