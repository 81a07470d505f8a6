/* SPDX-License-Identifier: MIT
 * One head with its whole score matrix, for both directions of the materialised method. */
#ifndef ATTNLAB_MATERIALISED_H
#define ATTNLAB_MATERIALISED_H

#include "block.h"

struct whole_head {
    const struct pass *pass;
    struct score_path path;
    struct normalizer_run normal;
    int thread, which, length;
    struct strips strip;
    const real *q, *k, *v; /* rows of this head */
    real *scores;          /* n x m */
    real *fq, *fk;         /* n x q_features; a tile of keys; unused if the score materialises */
    real *published;       /* arrays of the score's own formulation */
    real *s, *factor;      /* a tile; TILE_Q */
    void *row_scratch;     /* of normalisers that have only a formula */
    int visible[TILE_Q];
};

/* Head `which` (of B*H); carves the buffers of both directions. With a measuring arena it only
 * counts. */
void N(whole_open)(struct whole_head *, const struct pass *p, int which, int thread,
                   struct arena *);
/* Bytes of the arrays that the score's published formulation declares. */
size_t N(published_bytes)(const struct resolved *, bool backward);
/* Fills h->scores, and for a backward pass the arrays of the gradients. */
void N(whole_scores)(struct whole_head *);
/* h->scores become logits. */
void N(whole_logits)(struct whole_head *);
/* a (n x m logits) becomes weights. keep: writes the row state, else reads it. */
void N(whole_weights)(struct whole_head *, real *a, bool keep);

/* Copies a tile between a matrix (row stride m) and rows of stride TILE_K. */
void N(load_tile)(const struct whole_head *, const real *matrix, int i, int rows, int j, int cols,
                  real *tile);
void N(keep_tile)(const struct whole_head *, const real *tile, int i, int rows, int j, int cols,
                  real *matrix);
/* Sets h->visible of those rows within the tile. */
void N(tile_visible)(struct whole_head *, int i, int rows, int j, int cols);

static inline size_t matrix_bytes(const struct resolved *r)
{
    return (size_t)r->layer->shape.n * (size_t)r->layer->shape.m * sizeof(real);
}

#endif
