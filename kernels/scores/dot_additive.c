/* SPDX-License-Identifier: MIT
 * Implements the sum of a dot product and an MLP score:
 *
 *     s = q . k / sqrt(D) + w . phi(Wq q + Wk k + b)
 *
 * This control for arXiv 2502.17206 tests whether the network helps in addition to the dot product.
 * The natural scale is 1, because 1/sqrt(D) belongs to the dot product only.
 *
 * The fast path combines product.h and pairwise.h. Query features are q / sqrt(D) (D numbers), then
 * the units + 1 features of the MLP score. Key features are rows in the same order. */
#include "pairwise.h"
#include "product.h"

#include <math.h>

static const struct param params[] = {
    {"d_prime", "number of hidden units", PARAM_INT, 1, 512, 16, NULL, SAID("d' = {}")},
    {"share", "one set of weights, or one per head", PARAM_CHOICE, 0, 1, 0, N(share_names),
     N(share_said)},
    {"score_act", "activation of the hidden layer", PARAM_CHOICE, 0, ACTIVATIONS - 1, ACT_RELU,
     activation_names, activation_words},
    {0}};

/* Describes the MLP term, which has no constant because softmax ignores constants. */
static struct pairwise_kind kind(const struct args *args)
{
    return (struct pairwise_kind){(enum activation)arg_int(args, ARG_SCORE_ACT), 0.01, PAIR_B + 1};
}

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    return N(pairwise_tensors)(kind(args), dims, args, out);
}
static struct work work(const struct dims *dims, const struct args *args)
{
    struct work w = N(pairwise_work)(kind(args), dims, args);
    w.per_query += dims->d_head;
    w.per_pair += 2.0 * dims->d_head;
    return w;
}

/* ---- formula ---- */

static double formula(const struct dims *dims, const struct args *args, const double *const *w,
                      int head, const double *q, const double *k, double *scratch)
{
    (void)scratch;
    double dot = 0;
    for (int i = 0; i < dims->d_head; i++) dot += q[i] * k[i];
    return dot * N(product_scale)(dims, args) +
           N(pairwise_formula)(kind(args), dims, args, w, head, q, k);
}
static void derivative(const struct dims *dims, const struct args *args, const double *const *w,
                       int head, const double *q, const double *k, double ds, double *dq,
                       double *dk, double *const *dw, double *scratch)
{
    (void)scratch;
    double ddot = ds * N(product_scale)(dims, args);
    for (int i = 0; i < dims->d_head; i++) {
        dq[i] += ddot * k[i];
        dk[i] += ddot * q[i];
    }
    N(pairwise_derivative)(kind(args), dims, args, w, head, q, k, ds, dq, dk, dw);
}

/* ---- features of queries, by halves ---- */

static int features(const struct dims *dims, const struct args *args)
{
    return dims->d_head + N(pairwise_features)(dims, args);
}

/* query features of one term: `width` reals, starting at `from` */
struct half {
    int from, width, features;
};
static struct half dot_half(const struct score_run *run)
{
    return (struct half){0, run->dims->d_head, features(run->dims, run->args)};
}
static struct half pair_half(const struct score_run *run)
{
    return (struct half){run->dims->d_head, N(pairwise_features)(run->dims, run->args),
                         features(run->dims, run->args)};
}
static void pack(struct half h, const real *f, int rows, real *packed)
{
    for (int r = 0; r < rows; r++)
        memcpy(packed + r * h.width, f + r * h.features + h.from, (size_t)h.width * sizeof *packed);
}
static void unpack(struct half h, const real *packed, int rows, real *f)
{
    for (int r = 0; r < rows; r++)
        memcpy(f + r * h.features + h.from, packed + r * h.width, (size_t)h.width * sizeof *packed);
}
static int block(int rows, int begin) { return rows - begin < TILE_Q ? rows - begin : TILE_Q; }

/* ---- fast ---- */

/* Returns the scratch size: the MLP term's features of TILE_Q queries, then the scratch memory of
 * pairwise.h. */
static size_t scratch_size(const struct dims *dims, const struct args *args)
{
    return (size_t)N(pairwise_features)(dims, args) * TILE_Q + N(pairwise_scratch)(dims, args);
}

static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    struct half h = pair_half(run);
    real scale = (real)N(product_scale)(run->dims, run->args);
    for (int i = 0; i < rows; i += TILE_Q) {
        int now = block(rows, i);
        const real *from = q + (size_t)i * (size_t)ld;
        real *to = fq + (size_t)i * (size_t)h.features;
        N(pairwise_queries)(&p, run->shift_invariant, from, ld, now, scratch);
        unpack(h, scratch, now, to);
        for (int r = 0; r < now; r++)
            for (int c = 0; c < p.d; c++) to[r * h.features + c] = scale * from[r * ld + c];
    }
}
static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    N(product_keys)(k, ld, cols, p.d, fk);
    N(pairwise_keys)(&p, k, ld, cols, fk + p.d * TILE_K, scratch);
}
/* Computes the tile of the MLP score and adds the dot products. */
static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    struct half h = pair_half(run);
    int width = (cols + VLEN - 1) / VLEN * VLEN;
    pack(h, fq, rows, scratch);
    N(pairwise_tile)
    (&p, scratch, rows, fk + p.d * TILE_K, cols, s, scratch + TILE_Q * h.width);
    gemm(false, false, rows, width, p.d, 1, fq, h.features, fk, TILE_K, 1, s, TILE_K);
}

/* ---- backward ---- */

/* Returns the scratch size of the backward pass: the query features of one term, their gradient
 * (TILE_Q rows each), and the term's scratch memory. */
static size_t backward_scratch(const struct dims *dims, const struct args *args)
{
    size_t product = N(product_backward_scratch)(dims, args);
    size_t pair = N(pairwise_backward_scratch)(dims, args);
    return 2 * (size_t)features(dims, args) * TILE_Q + (product > pair ? product : pair);
}

static void tile_backward(const struct score_run *run, const real *fq, int rows, const real *fk,
                          int cols, const real *ds, real *dfq, real *dfk, real *const *dw,
                          real *scratch)
{
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    struct half dot = dot_half(run), pair = pair_half(run);
    real *part[PAIR_TENSORS], *own = scratch, *gradient = own + TILE_Q * dot.features;
    real *rest = gradient + TILE_Q * dot.features;
    N(pairwise_gradients)(kind(run->args), run, dw, part);
    pack(dot, fq, rows, own), pack(dot, dfq, rows, gradient);
    N(product_tile_backward)(own, rows, fk, cols, p.d, ds, gradient, dfk, rest);
    unpack(dot, gradient, rows, dfq);
    pack(pair, fq, rows, own), pack(pair, dfq, rows, gradient);
    N(pairwise_tile_backward)
    (&p, own, rows, fk + p.d * TILE_K, cols, ds, gradient, dfk + p.d * TILE_K, part, rest);
    unpack(pair, gradient, rows, dfq);
}
static void prepare_q_backward(const struct score_run *run, const real *q, int ld, int rows,
                               const real *fq, const real *dfq, real *dq, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fq;
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    struct half h = pair_half(run);
    real *part[PAIR_TENSORS], *rest = scratch + TILE_Q * h.width;
    real scale = (real)N(product_scale)(run->dims, run->args);
    N(pairwise_gradients)(kind(run->args), run, dw, part);
    for (int i = 0; i < rows; i += TILE_Q) {
        int now = block(rows, i);
        const real *from = dfq + (size_t)i * (size_t)h.features;
        real *to = dq + (size_t)i * (size_t)ldd;
        pack(h, from, now, scratch);
        N(pairwise_queries_backward)
        (&p, q + (size_t)i * (size_t)ld, ld, now, scratch, to, ldd, part, rest);
        for (int r = 0; r < now; r++)
            for (int c = 0; c < p.d; c++) to[r * ldd + c] += scale * from[r * h.features + c];
    }
}
static void prepare_k_backward(const struct score_run *run, const real *k, int ld, int cols,
                               const real *fk, const real *dfk, real *dk, int ldd, real *const *dw,
                               real *scratch)
{
    (void)fk;
    struct pairwise p = N(pairwise_open)(kind(run->args), run);
    real *part[PAIR_TENSORS];
    N(pairwise_gradients)(kind(run->args), run, dw, part);
    N(product_keys_backward)(dfk, cols, p.d, dk, ldd);
    N(pairwise_keys_backward)(&p, k, ld, cols, dfk + p.d * TILE_K, dk, ldd, part, scratch);
}

static const struct by_hand by_hand[] = {
    {.working = "1/2 + 3 relu(3 + 1)",
     .dims = {.heads = 1, .d_head = 4},
     .args = {{1, 0, ACT_RELU}},
     .in = {VALUES(1, 2, 3, 4), VALUES(2, 0, 1, -1)},
     .out = VALUES(12.5),
     .tensors = {VALUES(1, 0, 0, 1), VALUES(-1, 0, 0, 0), VALUES(3), VALUES(1)}},
    {.working = "1/2 + 3 leaky_relu(3 - 13) = 1/2 - 3*0.1",
     .dims = {.heads = 1, .d_head = 4},
     .args = {{1, 0, ACT_LEAKY_RELU}},
     .in = {VALUES(1, 2, 3, 4), VALUES(2, 0, 1, -1)},
     .out = VALUES(0.2),
     .tensors = {VALUES(1, 0, 0, 1), VALUES(-1, 0, 0, 0), VALUES(3), VALUES(-13)}},
    {0},
};

const struct score N(score_dot_additive) = {
    .base = {.name = "dot_additive",
             .label = "dot product plus neural score",
             .title = "q . k / sqrt(D) + w . phi(Wq q + Wk k + b)",
             .paper = "control of arXiv 2502.17206",
             .by_hand = by_hand,
             .initial = "wq N(0, 1/(2 d_head)), wk N(0, 1/(2 d_head)), w N(0, 1/d_prime), b 0",
             .params = params,
             .tensors = tensors,
             .work = work},
    .formula = formula,
    .derivative = derivative,
    .q_features = features,
    .k_features = features,
    .prepare_q = prepare_q,
    .prepare_k = prepare_k,
    .tile = tile,
    .scratch = scratch_size,
    .tile_backward = tile_backward,
    .prepare_q_backward = prepare_q_backward,
    .prepare_k_backward = prepare_k_backward,
    .backward_scratch = backward_scratch};
