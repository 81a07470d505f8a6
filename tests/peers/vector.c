/* SPDX-License-Identifier: MIT
 * Compares the speed of the neural score's tile function (with relu) with the highest speed of the
 * vector units.
 *
 * Each pair and hidden unit needs one product, w * max(b, a). VLEN products take two vector
 * instructions: a maximum and a multiply-add (three without FMA; see kernels/scores/pairwise.h).
 * The highest speed is measured with these instructions alone, on registers.
 *
 * Prints the median rates, in products per ns, as one line of JSON. */
#include "slots.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { D_HEAD = 64, UNITS = 16, ROUNDS = 15, TURNS = 200000, TILES = 200, CHAINS = 10 };
/* Computes top = max(b, a) with a single instruction that the compiler cannot remove or move out of
 * the loop. */
#if defined(__AVX__)
#define MAXIMUM(top, b, a) __asm__ volatile("vmaxps %2, %1, %0" : "=v"(top) : "v"(b), "v"(a))
#elif defined(__SSE__)
#define MAXIMUM(top, b, a) __asm__ volatile("maxps %2, %0" : "=x"(top) : "0"(b), "x"(a))
#else
#define MAXIMUM(top, b, a) __asm__ volatile("fmax %0.4s, %1.4s, %2.4s" : "=w"(top) : "w"(b), "w"(a))
#endif

extern const struct score N(score_neural);

static double now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e9 * (double)t.tv_sec + (double)t.tv_nsec;
}

/* Returns the highest possible rate in products per ns. The loop consists of CHAINS independent
 * maxima, each followed by a multiply-add. */
static double bound(void)
{
    vec sum[CHAINS], a = vset(0.5f), w = vset(0.25f), top, total = vset(0);
    for (int c = 0; c < CHAINS; c++) sum[c] = vset((real)c);
    double start = now_ns();
    for (int t = 0; t < TURNS; t++) {
#pragma GCC unroll 10
        for (int c = 0; c < CHAINS; c++) {
            MAXIMUM(top, w, a);
            sum[c] += w * top;
        }
    }
    double ns = now_ns() - start;
    for (int c = 0; c < CHAINS; c++) total += sum[c];
    if (!(vsum(total) > 0)) abort(); /* prevents the compiler from removing the sums */
    return (double)VLEN * CHAINS * TURNS / ns;
}

/* ---- the tile ---- */

static real *filled(size_t count, real size)
{
    real *x = aligned_alloc(64, (count * sizeof *x + 63) / 64 * 64);
    if (!x) abort();
    for (size_t i = 0; i < count; i++)
        x[i] = size * (real)((int)(i * 2654435761u >> 16 & 1023) - 512) / 512;
    return x;
}

/* Returns the default arguments of a choice, except d_prime = UNITS. */
static struct args arguments(const struct choice *choice)
{
    struct args args = {{0}};
    for (int i = 0; choice->params[i].name; i++)
        args.value[i] = strcmp(choice->params[i].name, "d_prime") ? choice->params[i].def : UNITS;
    return args;
}

struct tile {
    struct dims dims;
    struct args args;
    const real *w[MAX_TENSORS];
    struct score_run run;
    real *fq, *fk, *s, *scratch;
};

static void prepare(struct tile *t)
{
    const struct score *score = &N(score_neural);
    struct tensor list[MAX_TENSORS];
    t->dims = (struct dims){512, 512, 8, D_HEAD, TILE_Q, TILE_K, 1, 0, 0};
    t->args = arguments(&score->base);
    int tensors = score->base.tensors(&t->dims, &t->args, list);
    for (int i = 0; i < tensors; i++)
        t->w[i] =
            filled((size_t)list[i].dim[0] * (size_t)list[i].dim[1] * (size_t)list[i].dim[2], 0.25f);
    t->run =
        (struct score_run){.dims = &t->dims, .args = &t->args, .w = t->w, .shift_invariant = true};
    t->fq = filled((size_t)TILE_Q * (size_t)score->q_features(&t->dims, &t->args), 0);
    t->fk = filled((size_t)TILE_K * (size_t)score->k_features(&t->dims, &t->args), 0);
    t->s = filled(TILE_Q * TILE_K, 0);
    t->scratch = filled(score->scratch(&t->dims, &t->args), 0);
    real *q = filled(TILE_Q * D_HEAD, 1), *k = filled(TILE_K * D_HEAD, 1);
    score->prepare_q(&t->run, q, D_HEAD, TILE_Q, t->fq, t->scratch);
    score->prepare_k(&t->run, k, D_HEAD, TILE_K, t->fk, t->scratch);
    free(q);
    free(k);
}

static double tile_rate(struct tile *t)
{
    double start = now_ns();
    for (int i = 0; i < TILES; i++)
        N(score_neural).tile(&t->run, t->fq, TILE_Q, t->fk, TILE_K, t->s, t->scratch);
    return (double)TILE_Q * TILE_K * UNITS * TILES / (now_ns() - start);
}

/* ---- alternate measurement ---- */

static int ascending(const void *p, const void *q)
{
    double a = *(const double *)p, b = *(const double *)q;
    return (a > b) - (a < b);
}
static double median(double *x)
{
    qsort(x, ROUNDS, sizeof *x, ascending);
    return x[ROUNDS / 2];
}

int main(void)
{
    double limit[ROUNDS], rate[ROUNDS];
    struct tile tile;
    prepare(&tile);
    bound(), tile_rate(&tile);
    for (int i = 0; i < ROUNDS; i++) {
        limit[i] = bound();
        rate[i] = tile_rate(&tile);
    }
    printf("{\"lanes\": %d, \"units\": %d, \"bound_per_ns\": %.4f, \"tile_per_ns\": %.4f}\n", VLEN,
           UNITS, median(limit), median(rate));
    return 0;
}
