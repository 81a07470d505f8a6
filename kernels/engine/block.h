/* SPDX-License-Identifier: MIT
 * A block of queries of one head, as both directions of the streaming engine walk it. */
#ifndef ATTNLAB_BLOCK_H
#define ATTNLAB_BLOCK_H

#include "engine.h"
#include "choices.h"

/* Where a head stands in a matrix of rows: its first number, the distance of rows, how many numbers
 * of a row are its own; in reals. */
struct strip {
    size_t at;
    int ld, d;
};
/* Of one query head (of B*H), from query 0 and key 0 of its batch element on. K and V of the head
 * that it reads: with grouped queries several read the same one. */
struct strips {
    struct strip q, k, v, o;
};
struct strips N(head_strips)(const struct pass *, int which);

/* Sets count rows of a strip to 0, `rows` the first of its numbers. */
void N(clear_strip)(real *rows, int count, const struct strip *);
/* Whether of all query heads that read one head of slot k or v `which` comes first. */
bool N(first_reader)(const struct resolved *, enum slot_id, int which);

/* Where the gradients of one query head are: dO is read, the others are added to, each from the
 * first number of its strip on; dw are the head's own sums, of the tensors of the score, of its
 * function and of the normaliser. */
struct head_slopes {
    const real *d_o;
    real *dq, *dk, *dv;
    real *dw[MAX_TENSORS], *dw_logits[MAX_TENSORS], *dw_normal[MAX_TENSORS];
};
void N(head_slopes_open)(struct head_slopes *, const struct pass *, int which,
                         const struct strips *);

struct block {
    const struct pass *pass;
    struct score_path path;
    struct normalizer_run normal;
    int thread, which, head, batch; /* which = batch * H + head */
    int first, rows;                /* queries first .. first + rows - 1 */
    int length;                     /* keys that the batch element has */
    struct strips strip;            /* q and o from row `first` on */
    const real *q, *k, *v;          /* these rows */
    int visible[TILE_Q];
};

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
