/* SPDX-License-Identifier: MIT
 * Implements the MLP score of the released code: projections to d', then two hidden layers.
 *
 *     q' = Pq q + bq, k' = Pk k + bk (d' units each),
 *     h1 = phi(L1 [q' ; k'] + b1) (d' units),
 *     h2 = phi(L2 h1 + b2) (max(1, floor(d'/2)) units),
 *     s = L3 h2 + b3.
 *
 * Source: github.com/awayfromzel/neural-attention-research at f6572f5, NeuralAttention.py. The
 * equation in the paper, arXiv 2502.17206, has only one hidden layer (see `neural`). As in the
 * code, the default is d' = 2, which the code uses for d_head 64. All heads share the weights. The
 * score has no factor 1/sqrt(d).
 *
 * The fast path splits L1 [q' ; k'] into a query term and a key term. The first layer then costs
 * one addition per pair and unit. The second layer runs on one query and all keys of the tile. */
#include "neural2.h"

#include <math.h>

static const struct param params[] = {
    {"d_prime", "width of the projections and the first hidden layer", PARAM_INT, 1, 512, 2, NULL,
     SAID("d' = {}")},
    {"share", "one set of weights, or one per head", PARAM_CHOICE, 0, 1, 0, N(share_names),
     N(share_said)},
    {"score_act", "activation of the hidden layers", PARAM_CHOICE, 0, ACTIVATIONS - 1, ACT_RELU,
     activation_names, activation_words},
    {0}};

/* ---- description ---- */

struct neural2 N(neural2_open)(const struct dims *dims, const struct args *args, int head)
{
    int units = arg_int(args, ARG_D_PRIME), last = units / 2 > 1 ? units / 2 : 1;
    struct neural2 p = {.d = dims->d_head,
                        .units = units,
                        .last = last,
                        .act = (enum activation)arg_int(args, ARG_SCORE_ACT)};
    const int rows[NEURAL2_TENSORS] = {p.d, 1, p.d, 1, 2 * units, 1, units, 1, last, 1};
    const int cols[NEURAL2_TENSORS] = {units, units, units, units, units, units, last, last, 1, 1};
    for (int t = 0; t < NEURAL2_TENSORS; t++) {
        p.rows[t] = rows[t];
        p.cols[t] = cols[t];
        p.part[t] = N(head_part)(args, head, (size_t)rows[t] * (size_t)cols[t]);
    }
    return p;
}

static int tensors(const struct dims *dims, const struct args *args, struct tensor *out)
{
    static const char *const names[NEURAL2_TENSORS] = {"pq", "bq", "pk", "bk", "l1",
                                                       "b1", "l2", "b2", "l3", "b3"};
    struct neural2 p = N(neural2_open)(dims, args, 0);
    for (int t = 0; t < NEURAL2_TENSORS; t++) {
        struct tensor w = {"",  2, {p.rows[t], p.cols[t], 1}, INIT_NORMAL, 1 / sqrt(p.rows[t]),
                           true};
        struct tensor one = w;
        if (t % 2) /* Odd indices are biases; even indices are weights. */
            one = (struct tensor){"", 1, {p.cols[t], 1, 1}, INIT_ZERO, out[t - 1].std, false};
        strcpy(one.name, names[t]);
        out[t] = N(head_tensor)(dims, args, one);
    }
    return NEURAL2_TENSORS;
}

/* Declared FLOPs of the streaming tile. */
static struct work work(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    double u = p.units, v = p.last, token = u * (2.0 * p.d + 1) + u * (2 * u + 1);
    return (struct work){token, token,
                         u * (1 + ACTIVATION_FLOP + 2 * v) + v * (1 + ACTIVATION_FLOP + 2) + 1};
}

/* ---- fast ---- */

/* Computes y = (x P + b) L + b1 in blocks of TILE_Q rows, with x (rows x d) and y (rows x units). L
 * is one half of l1, units x units. scratch: TILE_Q x units. */
static void project(const struct neural2 *p, const real *x, int ld, int rows, const real *w,
                    const real *b, const real *l, const real *b1, real *y, real *scratch)
{
    int units = p->units;
    for (int r = 0; r < rows; r += TILE_Q) {
        int now = rows - r < TILE_Q ? rows - r : TILE_Q;
        real *out = y + (size_t)r * (size_t)units;
        gemm(false, false, now, units, p->d, 1, x + (size_t)r * (size_t)ld, ld, w, units, 0,
             scratch, units);
        for (int i = 0; i < now * units; i++) scratch[i] += b[i % units];
        gemm(false, false, now, units, units, 1, scratch, units, l, units, 0, out, units);
        for (int i = 0; b1 && i < now * units; i++) out[i] += b1[i % units];
    }
}

static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    const real *w[NEURAL2_TENSORS];
    N(neural2_parts)(&p, run->w, w);
    project(&p, q, ld, rows, w[N2_PQ], w[N2_BQ], w[N2_L1], w[N2_B1], fq, scratch);
}

static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    const real *w[NEURAL2_TENSORS];
    N(neural2_parts)(&p, run->w, w);
    const real *l1k = w[N2_L1] + p.units * p.units;
    real *rows = scratch + TILE_Q * p.units;
    project(&p, k, ld, cols, w[N2_PK], w[N2_BK], l1k, NULL, rows, scratch);
    for (int u = 0; u < p.units; u++)
        for (int j = 0; j < TILE_K; j++) fk[u * TILE_K + j] = j < cols ? rows[j * p.units + u] : 0;
}

void N(neural2_second_layer)(const struct neural2 *p, const real *l2, const real *b2,
                             const real *h1, int width, real *h2)
{
    for (int v = 0; v < p->last; v++)
        for (int j = 0; j < width; j += NEURAL2_BLOCK) {
            vec sum[NEURAL2_VECS];
            for (int c = 0; c < NEURAL2_VECS; c++) sum[c] = vset(b2[v]);
            for (int u = 0; u < p->units; u++)
                for (int c = 0; c < NEURAL2_VECS; c++)
                    sum[c] += l2[u * p->last + v] * vload(h1 + u * width + j + c * VLEN);
            for (int c = 0; c < NEURAL2_VECS; c++) vstore(h2 + v * width + j + c * VLEN, sum[c]);
        }
}

/* Computes the scores of one query and `width` keys, where width is a multiple of NEURAL2_BLOCK. h:
 * (units + last) x width. */
static void tile_row(const struct neural2 *p, const real *const *w, const real *fq, const real *fk,
                     int width, real *s, real *h)
{
    real *h2 = h + p->units * width;
    for (int u = 0; u < p->units; u++)
        for (int j = 0; j < width; j += VLEN)
            vstore(h + u * width + j, fq[u] + vload(fk + u * TILE_K + j));
    N(activate)(p->act, h, (size_t)p->units * (size_t)width);
    N(neural2_second_layer)(p, w[N2_L2], w[N2_B2], h, width, h2);
    N(activate)(p->act, h2, (size_t)p->last * (size_t)width);
    for (int j = 0; j < width; j += VLEN) {
        vec sum = vset(w[N2_B3][0]);
        for (int v = 0; v < p->last; v++) sum += w[N2_L3][v] * vload(h2 + v * width + j);
        vstore(s + j, sum);
    }
}

static void tile(const struct score_run *run, const real *fq, int rows, const real *fk, int cols,
                 real *s, real *scratch)
{
    struct neural2 p = N(neural2_open)(run->dims, run->args, run->head);
    const real *w[NEURAL2_TENSORS];
    N(neural2_parts)(&p, run->w, w);
    int width = (cols + NEURAL2_BLOCK - 1) / NEURAL2_BLOCK * NEURAL2_BLOCK;
    for (int r = 0; r < rows; r++)
        tile_row(&p, w, fq + r * p.units, fk, width, s + r * TILE_K, scratch);
}

static int features(const struct dims *dims, const struct args *args)
{
    (void)dims;
    return arg_int(args, ARG_D_PRIME);
}
/* Returns the scratch size: TILE_Q + TILE_K projected rows, or both hidden layers of one query,
 * whichever is larger. */
static size_t scratch_size(const struct dims *dims, const struct args *args)
{
    struct neural2 p = N(neural2_open)(dims, args, 0);
    size_t project = (size_t)p.units * (TILE_Q + TILE_K);
    size_t tile = (size_t)(p.units + p.last) * TILE_K;
    return project > tile ? project : tile;
}

static const struct by_hand by_hand[] = {
    {.working = "hidden (3, -2), then 2*3 + 7*0 - 1 = 5: 3*5 - 4",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{2, 0, ACT_RELU}},
     .in = {VALUES(1, 2), VALUES(2, -1)},
     .out = VALUES(11),
     .tensors = {VALUES(1, 0, 1, 1), VALUES(0, -1), VALUES(1, 1, 0, 2), VALUES(1, -2),
                 VALUES(1, 0, 0, 1, 1, -1, 2, 1), VALUES(1, 2), VALUES(2, 7), VALUES(-1), VALUES(3),
                 VALUES(-4)}},
    {.working = "leaky_relu, slope 0.01: 2*3 - 7*0.02 - 10 = -4.14, then -3*0.0414 - 4",
     .dims = {.heads = 1, .d_head = 2},
     .args = {{2, 1, ACT_LEAKY_RELU}},
     .in = {VALUES(1, 2), VALUES(2, -1)},
     .out = VALUES(-4.1242),
     .tensors = {VALUES(1, 0, 1, 1), VALUES(0, -1), VALUES(1, 1, 0, 2), VALUES(1, -2),
                 VALUES(1, 0, 0, 1, 1, -1, 2, 1), VALUES(1, 2), VALUES(2, 7), VALUES(-10),
                 VALUES(3), VALUES(-4)}},
    {0},
};

const struct score N(score_neural2) = {
    .base = {.name = "neural2",
             .label = "neural score, two hidden layers",
             .title = "L3 phi(L2 phi(L1 [Pq q ; Pk k]))",
             .paper = "released code of arXiv 2502.17206",
             .by_hand = by_hand,
             .initial = "pq N(0, 1/fan_in), bq 0, pk N(0, 1/fan_in), bk 0, l N(0, 1/fan_in), b 0",
             .published = &recipe_torch_linear,
             .params = params,
             .tensors = tensors,
             .work = work},
    .formula = N(neural2_formula),
    .derivative = N(neural2_derivative),
    .formula_scratch = N(neural2_formula_scratch),
    .q_features = features,
    .k_features = features,
    .prepare_q = prepare_q,
    .prepare_k = prepare_k,
    .tile = tile,
    .scratch = scratch_size,
    .tile_backward = N(neural2_tile_backward),
    .prepare_q_backward = N(neural2_prepare_q_backward),
    .prepare_k_backward = N(neural2_prepare_k_backward),
    .backward_scratch = N(neural2_backward_scratch),
    .materialise = N(neural2_materialise),
    .materialise_scratch = N(neural2_materialise_scratch),
    .materialise_work = N(neural2_materialise_work),
    .materialise_backward = N(neural2_materialise_backward),
    .materialise_backward_scratch = N(neural2_materialise_backward_scratch)};
