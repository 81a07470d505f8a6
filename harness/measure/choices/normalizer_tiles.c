/* SPDX-License-Identifier: MIT
 * One row through begin, fold, finish, weights and backward. */
#include "harness/measure/choices/normalizer_tiles.h"

#include "base/mem.h"

#include <math.h>

enum { TILES = (EXTREME_KEYS + TILE_K - 1) / TILE_K, STATS_MOST = 16 };

/* Aligned as the engine's are. */
struct tiles {
    _Alignas(64) float s[TILES][TILE_K], a[TILES][TILE_K], da[TILES][TILE_K];
    _Alignas(64) float state[STATS_MOST], rescale[16], scale_out[16], delta[16];
    int cols[TILES], visible[TILES];
};

static int within(int x, int least, int most) { return x < least ? least : x > most ? most : x; }

/* Beyond its keys a tile may hold anything: here NaN. */
static void cut(const double *row, float (*tiles)[TILE_K])
{
    for (int j = 0; j < TILES * TILE_K; j++)
        tiles[j / TILE_K][j % TILE_K] = j < EXTREME_KEYS ? (float)row[j] : NAN;
}
static void join(const float (*tiles)[TILE_K], double factor, float *row)
{
    for (int j = 0; j < EXTREME_KEYS; j++)
        row[j] = (float)(factor * (double)tiles[j / TILE_K][j % TILE_K]);
}

/* Leaves the finished state of the row. */
static void fold(const struct normalizer *f, const struct normalizer_run *run, struct tiles *t,
                 float *folded)
{
    if (f->begin) f->begin(run, 1, t->state);
    for (int i = 0; i < TILES; i++) {
        f->fold(run, t->a[i], 1, t->cols[i], &t->visible[i], t->state, t->rescale);
        for (int j = 0; f->rescales && j < i * TILE_K; j++)
            t->a[j / TILE_K][j % TILE_K] *= t->rescale[0];
    }
    t->scale_out[0] = 1;
    if (f->finish) f->finish(run, 1, t->state, t->scale_out);
    join((const float(*)[TILE_K])t->a, (double)t->scale_out[0], folded);
}

/* From the weights in t->a; t->da becomes ds. */
static void backward(const struct normalizer *f, const struct normalizer_run *run, struct tiles *t,
                     float *const *dw)
{
    t->delta[0] = 0;
    for (int j = 0; j < EXTREME_KEYS; j++)
        t->delta[0] += t->a[j / TILE_K][j % TILE_K] * t->da[j / TILE_K][j % TILE_K];
    for (int i = 0; i < TILES; i++)
        f->backward(run, t->s[i], t->a[i], t->da[i], 1, t->cols[i], &t->visible[i], t->state,
                    t->delta, dw);
}

void normalizer_tiles_run(const struct normalizer *f, const struct normalizer_case *c,
                          const double *s, const double *da, struct normalizer_row *row)
{
    struct tiles t = {.rescale = {1}};
    struct normalizer_run run = {c->row.dims, c->row.args, c->w, c->row.head, (float)c->row.scale};
    require(f->stats <= STATS_MOST);
    for (int i = 0; i < TILES; i++) {
        t.cols[i] = within(EXTREME_KEYS - i * TILE_K, 0, TILE_K);
        t.visible[i] = within(c->row.visible - i * TILE_K, 0, t.cols[i]);
    }
    cut(s, t.s);
    cut(s, t.a);
    cut(da, t.da);
    fold(f, &run, &t, row->folded);
    cut(s, t.a);
    for (int i = 0; i < TILES; i++) f->weights(&run, t.a[i], 1, t.cols[i], &t.visible[i], t.state);
    join((const float(*)[TILE_K])t.a, 1, row->a);
    for (int j = 0; j < EXTREME_KEYS; j++) row->ds[j] = 0;
    if (!f->backward) return;
    backward(f, &run, &t, c->dw);
    join((const float(*)[TILE_K])t.da, 1, row->ds);
}
