/* SPDX-License-Identifier: MIT
 * A block of queries of one head, for both directions of the streaming engine. */
#ifndef ATTNLAB_BLOCK_H
#define ATTNLAB_BLOCK_H

#include "engine.h"
#include "choices.h"

/* A head's part of a matrix of rows: offset of its first number, row stride, numbers per row; in
 * reals. */
struct strip {
    size_t at;
    int ld, d;
};
/* The strips of one query head (of B*H), from query 0 and key 0 of its batch element. k and v: the
 * key/value head that it reads, which grouped queries share. */
struct strips {
    struct strip q, k, v, o;
};
struct strips N(head_strips)(const struct pass *, int which);

/* Sets count rows of a strip to 0; `rows` points to its first number. */
void N(clear_strip)(real *rows, int count, const struct strip *);
/* Whether `which` is the first query head that reads its head of slot k or v. */
bool N(first_reader)(const struct resolved *, enum slot_id, int which);

/* Gradients of one query head, each from the first number of its strip: d_o is read, the others are
 * added to. dw, dw_logits, dw_normal: this head's sums for the tensors of score, logit function and
 * normaliser. */
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
    int length;                     /* keys of the batch element */
    struct strips strip;            /* q and o from row `first` on */
    const real *q, *k, *v;          /* of this block */
    int visible[TILE_Q];
};

static inline int query_blocks(const struct layer *layer)
{
    return (layer->shape.n + BLOCK_Q - 1) / BLOCK_Q;
}
/* Block `index` of head `which` (of B*H); carves the score path's scratch. */
void N(block_open)(struct block *, const struct pass *, int which, int index, int thread,
                   struct arena *);
/* Visible keys of the tile at j for each of the rows from query i; returns the maximum. */
int N(block_visible)(struct block *, int i, int rows, int j);
/* `rows` rows of stride ld, packed to stride d. */
void N(pack_rows)(const real *from, int ld, int rows, int d, real *to);

/* The normaliser's state of the TILE_Q queries from query i of head `which` (of B*H), kept by
 * forward for backward. i is a multiple of TILE_Q. */
real *N(kept_state)(const struct pass *, int which, int i);

#endif
