/* SPDX-License-Identifier: MIT
 * Defines deliberately broken scores. Each computes the dot product with an error in the tile
 * function. */
#include "kernels/slots.h"

#include <math.h>

static double natural_scale(const struct dims *d, const struct args *args)
{
    (void)args;
    return 1 / sqrt(d->d_head);
}

static double dot_formula(const struct dims *d, const struct args *args, const double *const *w,
                          int head, const double *q, const double *k, double *scratch)
{
    (void)args, (void)w, (void)head, (void)scratch;
    double s = 0;
    for (int c = 0; c < d->d_head; c++) s += q[c] * k[c];
    return s;
}

static void dot_derivative(const struct dims *d, const struct args *args, const double *const *w,
                           int head, const double *q, const double *k, double ds, double *dq,
                           double *dk, double *const *dw, double *scratch)
{
    (void)args, (void)w, (void)head, (void)dw, (void)scratch;
    for (int c = 0; c < d->d_head; c++) {
        dq[c] += ds * k[c];
        dk[c] += ds * q[c];
    }
}

static int features(const struct dims *d, const struct args *args)
{
    (void)args;
    return d->d_head;
}

static struct work dot_work(const struct dims *d, const struct args *args)
{
    (void)args;
    return (struct work){.per_pair = 2 * d->d_head};
}

static void prepare_q(const struct score_run *run, const real *q, int ld, int rows, real *fq,
                      real *scratch)
{
    (void)scratch;
    size_t d = (size_t)run->dims->d_head;
    for (size_t r = 0; r < (size_t)rows; r++)
        memcpy(fq + r * d, q + r * (size_t)ld, d * sizeof *fq);
}

static void prepare_k(const struct score_run *run, const real *k, int ld, int cols, real *fk,
                      real *scratch)
{
    (void)scratch;
    size_t d = (size_t)run->dims->d_head;
    for (size_t c = 0; c < d; c++)
        for (size_t j = 0; j < TILE_K; j++)
            fk[c * TILE_K + j] = j < (size_t)cols ? k[j * (size_t)ld + c] : 0;
}

/* Computes s = factor * (fq fk) for the first `cols` columns and sets the other columns to 0. The
 * shape of s is (rows, TILE_K). */
static void dot_tile(const struct score_run *run, const real *fq, int rows, const real *fk,
                     int cols, real factor, real *s)
{
    size_t d = (size_t)run->dims->d_head;
    for (size_t r = 0; r < (size_t)rows; r++)
        for (size_t j = 0; j < TILE_K; j++) {
            real sum = 0;
            for (size_t c = 0; c < d && j < (size_t)cols; c++)
                sum += fq[r * d + c] * fk[c * TILE_K + j];
            s[r * TILE_K + j] = factor * sum;
        }
}

#define BROKEN(name_, title_)                                                                      \
    extern const struct score N(score_##name_);                                                    \
    const struct score N(score_##name_) = {                                                        \
        .base = {.name = #name_, .title = title_, .paper = "none", .work = dot_work},              \
        .scale = natural_scale,                                                                    \
        .formula = dot_formula,                                                                    \
        .derivative = dot_derivative,                                                              \
        .q_features = features,                                                                    \
        .k_features = features,                                                                    \
        .prepare_q = prepare_q,                                                                    \
        .prepare_k = prepare_k,                                                                    \
        .tile = name_}

static void wrong_scale(const struct score_run *run, const real *fq, int rows, const real *fk,
                        int cols, real *s, real *scratch)
{
    (void)scratch;
    dot_tile(run, fq, rows, fk, cols, (real)1.01, s);
}
BROKEN(wrong_scale, "1 % off");

static void loses_columns(const struct score_run *run, const real *fq, int rows, const real *fk,
                          int cols, real *s, real *scratch)
{
    (void)scratch;
    dot_tile(run, fq, rows, fk, cols / 4 * 4, 1, s);
}
BROKEN(loses_columns, "the last columns of an incomplete vector stay zero");

/* This score has a wrong formula, a derivative that matches the wrong formula, and no fast
 * functions. Only the worked examples detect the error. */
static double short_formula(const struct dims *d, const struct args *args, const double *const *w,
                            int head, const double *q, const double *k, double *scratch)
{
    (void)args, (void)w, (void)head, (void)scratch;
    double s = 0;
    for (int c = 0; c + 1 < d->d_head; c++) s += q[c] * k[c];
    return s;
}
static void short_derivative(const struct dims *d, const struct args *args, const double *const *w,
                             int head, const double *q, const double *k, double ds, double *dq,
                             double *dk, double *const *dw, double *scratch)
{
    (void)args, (void)w, (void)head, (void)dw, (void)scratch;
    for (int c = 0; c + 1 < d->d_head; c++) {
        dq[c] += ds * k[c];
        dk[c] += ds * q[c];
    }
}
static const struct by_hand by_hand[] = {
    {.working = "1*3 + 2*4",
     .dims = {.heads = 1, .d_head = 2},
     .in = {VALUES(1, 2), VALUES(3, 4)},
     .out = VALUES(11)},
    {0},
};

#define BROKEN_FORMULA(name_, title_, values_)                                                     \
    extern const struct score N(score_##name_);                                                    \
    const struct score N(score_##name_) = {.base = {.name = #name_,                                \
                                                    .title = title_,                               \
                                                    .paper = "none",                               \
                                                    .by_hand = values_,                            \
                                                    .work = dot_work},                             \
                                           .scale = natural_scale,                                 \
                                           .formula = short_formula,                               \
                                           .derivative = short_derivative}
BROKEN_FORMULA(wrong_formula, "omits the last product", by_hand);
BROKEN_FORMULA(wrong_unseen, "omits the last product, without worked examples", NULL);

/* Declares two parameters but fills only one. */
static int one_of_two(const struct dims *d, const struct args *args, struct tensor *out)
{
    (void)args;
    out[0] = (struct tensor){.name = "w", .dim = {d->d_head, 1, 1}, .init = INIT_ZERO};
    return 2;
}
extern const struct score N(score_counts_one_more);
const struct score N(score_counts_one_more) = {.base = {.name = "counts_one_more",
                                                        .title = "reports one parameter too many",
                                                        .paper = "none",
                                                        .tensors = one_of_two,
                                                        .work = dot_work},
                                               .scale = natural_scale,
                                               .formula = dot_formula,
                                               .derivative = dot_derivative};
