/* SPDX-License-Identifier: MIT
 * A block of queries of one head, as both directions of the streaming engine walk it. */
#ifndef ATTNLAB_BLOCK_H
#define ATTNLAB_BLOCK_H

#include "engine.h"
#include "choices.h"

struct block {
    const struct pass *pass;
    struct score_path path;
    struct normalizer_run normal;
    int thread, which, head, batch; /* which = batch * H + head */
    int first, rows;                /* queries first .. first + rows - 1 */
    int length;                     /* keys that the batch element has */
    const real *q, *k, *v;          /* of this head: rows of distance ld; q from row `first` on */
    size_t q_at, k_at;              /* where they start in the layer's Q and K, in reals */
    int ld, d;
    int visible[TILE_Q];
};

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int query_blocks(const struct layer *layer)
{
    return (layer->shape.n + BLOCK_Q - 1) / BLOCK_Q;
}
/* Block `index` of head `which` (of B*H); carves the score path's scratch. */
void N(block_open)(struct block *, const struct pass *, int which, int index, int thread,
                   struct arena *);
/* Keys of the tile at j that each of the rows from query i sees; returns the most. */
int N(block_visible)(struct block *, int i, int rows, int j);
/* cols rows of distance ld, packed to distance d. */
void N(pack_rows)(const real *from, int ld, int rows, int d, real *to);

/* The state that the normaliser leaves of the TILE_Q queries from query i of head `which` (of B*H)
 * on, kept by the forward pass for the backward pass. i is a multiple of TILE_Q. */
real *N(kept_state)(const struct pass *, int which, int i);

#endif
