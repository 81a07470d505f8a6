/* SPDX-License-Identifier: MIT
 * Defines a block of one head's queries, for both passes of the streaming engine. */
#ifndef ATTNLAB_BLOCK_H
#define ATTNLAB_BLOCK_H

#include "engine.h"
#include "choices.h"

/* the part of a matrix that belongs to one head; offset, row stride and width are in reals */
struct strip {
    size_t at;
    int ld, d;
};
/* The parts of Q, K, V and O that one query head (of B*H) uses. Each part starts at position 0 of
 * its batch element. Grouped queries share the parts of K and V. */
struct strips {
    struct strip q, k, v, o;
};
struct strips N(head_strips)(const struct pass *, int which);

/* Sets `count` rows of a head's part to 0; `rows` points to the first number. */
void N(clear_strip)(real *rows, int count, const struct strip *);
/* Returns true if `which` is the first query head that uses its key head (slot k) or value head
 * (slot v). */
bool N(first_reader)(const struct resolved *, enum slot_id, int which);

/* Gradients of one query head. The backward pass reads d_o and accumulates into all other members.
 * dw, dw_logits and dw_normal are gradients of the tensors of the score, the logit function and the
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
    int first, rows; /* the block has queries first .. first + rows - 1 of the head */
    int length;      /* number of keys of the batch element */
    struct strips
        strip; /* parts of Q, K, V and O that the head uses; q and o start at row `first` */
    const real *q, *k, *v;
    int visible[TILE_Q];
};

static inline int query_blocks(const struct layer *layer)
{
    return (layer->shape.n + BLOCK_Q - 1) / BLOCK_Q;
}
/* Initialises block `index` of head `which` (of B*H) and allocates the score's scratch memory. */
void N(block_open)(struct block *, const struct pass *, int which, int index, int thread,
                   struct arena *);
/* Sets visible[r] to the number of keys that row r sees in a tile, and returns the maximum. The
 * tile starts at query i and key j. */
int N(block_visible)(struct block *, int i, int rows, int j);
/* Copies `rows` rows with stride ld to contiguous rows of d reals. */
void N(pack_rows)(const real *from, int ld, int rows, int d, real *to);

/* Returns the normaliser's row state for TILE_Q queries of head `which` (of B*H), starting at query
 * i, a multiple of TILE_Q. The forward pass keeps this state for the backward pass. */
real *N(kept_state)(const struct pass *, int which, int i);

#endif
