/* SPDX-License-Identifier: MIT
 * Declares one head with its whole score matrix, used by both passes of the materialised method. */
#ifndef ATTNLAB_MATERIALISED_H
#define ATTNLAB_MATERIALISED_H

#include "block.h"

struct whole_head {
    const struct pass *pass;
    struct score_path path;
    struct normalizer_run normal;
    int thread, which, length;
    struct strips strip;
    const real *q, *k, *v;
    real *scores;  /* n x m scores or logits */
    real *fq, *fk; /* features of the queries (n x q_features) and of a tile of keys; unused with a
                      published formulation */
    real *published;   /* arrays of the score's published formulation */
    real *s, *factor;  /* s: one score tile; factor: rescaling factors of TILE_Q rows */
    void *row_scratch; /* scratch memory of a normaliser without fast functions */
    int visible[TILE_Q];
};

/* Initialises head `which` (of B*H) and allocates its buffers for both passes. An arena without
 * memory only counts the bytes. */
void N(whole_open)(struct whole_head *, const struct pass *p, int which, int thread,
                   struct arena *);
/* Returns the bytes of the arrays that the score's published formulation declares. */
size_t N(published_bytes)(const struct resolved *, bool backward);
/* Fills h->scores. For a backward pass, it also fills the arrays that the gradients need. */
void N(whole_scores)(struct whole_head *);
void N(whole_logits)(struct whole_head *);
/* Replaces n x m logits in `a` by weights. If `keep` is true, the row state is computed and stored;
 * otherwise, the stored state is used. */
void N(whole_weights)(struct whole_head *, real *a, bool keep);

/* load_tile copies a tile from a matrix (row stride m) to rows of stride TILE_K. keep_tile copies
 * the tile back. */
void N(load_tile)(const struct whole_head *, const real *matrix, int i, int rows, int j, int cols,
                  real *tile);
void N(keep_tile)(const struct whole_head *, const real *tile, int i, int rows, int j, int cols,
                  real *matrix);
/* Sets h->visible to the number of keys that each row sees in a tile. The tile starts at key j. */
void N(tile_visible)(struct whole_head *, int i, int rows, int j, int cols);

static inline size_t matrix_bytes(const struct resolved *r)
{
    return (size_t)r->layer->shape.n * (size_t)r->layer->shape.m * sizeof(real);
}

#endif
