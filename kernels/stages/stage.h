/* SPDX-License-Identifier: MIT
 * The contract of stages: what a layer does to rows and to weights between its slots.
 *
 *     X -> Q, K, V [rows] -> scores -> logits [decay] -> weights [weights] -> O = A V [output] -> Y
 *
 * A stage is one file that exports one const struct, `const struct stage N(stage_rotary)`, and one
 * line in list.def. It stands at one or more of the places in brackets and fills the part of the
 * struct that is named after it, with a formula in double beside the fast function. What it needs
 * to know stands in fields of struct layer of which 0 means that the layer is without it.
 *
 * Passes, oracle, refusals and declared work walk the list and know no stage by name. A pass walks
 * only the stages that its layer has, by lists made when the layer is resolved: where none stands
 * at a place, a tile costs one comparison. */
#ifndef ATTNLAB_STAGE_H
#define ATTNLAB_STAGE_H

#include "../slots.h"

struct resolved;
struct pass;
struct arena;

/* Where the rows of a matrix stand: row r of all at start + r % length of its sequence. */
struct places {
    int start, length;
};
static inline int place_of(struct places p, size_t row)
{
    return p.start + (int)(row % (size_t)p.length);
}

/* A block of rows (rows x d_out) of slot q, k or v, of which the first is row `first` of all. */
struct stage_rows {
    const struct layer *layer;
    enum slot_id slot;
    size_t first;
    int rows;
    struct places places;
    const real *table; /* of places from table_first on */
    int table_first;
};

/* Weights of queries i .. i + rows - 1 of head `which` (of B*H) and keys j .. j + cols - 1. */
struct stage_tile {
    const struct layer *layer;
    int which, i, rows, j, cols;
};

struct stage {
    const char *name;
    /* Whether the layer has it. */
    bool (*on)(const struct layer *);
    bool training; /* decoding goes without it */
    /* Asked of every layer, whether it has the stage or not; NULL members: nothing to refuse. As
     * the members of struct kernels. */
    const char *(*refuse)(const struct layer *);
    const char *(*refuse_growth)(const struct layer *);
    /* Adds the declared work of a forward or a backward pass. NULL: none. */
    void (*work)(const struct resolved *, bool backward, struct layer_work *);

    /* Rows of Q, K and V, in place, straight after their projections: a linear map of each row. */
    struct {
        void (*forward)(const struct stage_rows *, real *x);
        /* A gradient with respect to what forward wrote becomes one to what it read. */
        void (*backward)(const struct stage_rows *, real *dx);
        void (*formula)(const struct layer *, enum slot_id, int place, double *x); /* one row */
        /* Constants of each place that both share: reals of a place, and those of places first ..
         * first + count - 1. NULL: none. */
        int (*table)(const struct layer *);
        void (*fill)(const struct layer *, int first, int count, real *table);
    } rows;

    /* What head `head` keeps of all earlier positions from one position to the next, as a logarithm
     * (<= 0), the same at every position: added to what slot forget gives (slots.h, logit_path.c).
     * It is its own formula. */
    double (*decay)(const struct layer *, int head);

    /* Weights between the normaliser, whose sums do not see it, and the product with V: each times
     * a factor that does not depend on the weights. So the gradient goes through the same function
     * as the weights, which backward computes again. */
    struct {
        void (*scale)(const struct stage_tile *, real *a, int ld);          /* row distance ld */
        void (*formula)(const struct layer *, int which, int i, double *a); /* one row (M) */
        double (*most)(const struct layer *);                               /* the largest factor */
    } weights;

    /* Rows of O before slot o: g (rows x H*D) from them and the layer's input x (rows x d_model).
     * g is never the same as o. The first of them reads O, output_width() wide. */
    struct {
        void (*forward)(const struct pass *, int rows, const real *x, const real *o, real *g,
                        struct arena);
        /* dx and dw, of `slot`'s tensors, are added to, d_o is written. */
        void (*backward)(const struct pass *, int rows, const real *x, const real *o,
                         const real *dg, real *dx, real *d_o, real *const *dw, struct arena);
        /* Bytes of the arena, for ROW_BLOCK rows. NULL: 0. */
        size_t (*scratch)(const struct resolved *, bool backward);
        /* One row. w: of the whole layer; scratch: formula_scratch doubles (NULL: 0). */
        void (*formula)(const struct resolved *, const double *const *w, const double *x,
                        const double *o, double *g, double *scratch);
        size_t (*formula_scratch)(const struct resolved *);
        enum slot_id slot; /* whose tensors it has */
    } output;
};

/* The stages of one layer that stand at one place, in order. */
struct stage_list {
    const struct stage *at[MAX_STAGES];
    int count;
};

/* ---- walks over the list (stage.c) ---- */

/* Fills the lists of the resolved layer. */
void N(stages_find)(struct resolved *, bool decoding);
const char *N(stages_refuse)(const struct layer *);
const char *N(stages_refuse_growth)(const struct layer *);
void N(stages_work)(const struct resolved *, bool backward, struct layer_work *);

/* The first place of a sequence's rows of Q, or of K and V. As in a causal mask, the last query
 * stands with the last key. */
int N(first_place)(const struct layer *, enum slot_id);
/* Tables of constants for as many places as the layer has. */
void N(stages_carve)(const struct resolved *, struct arena *, struct layer_trace *);
void N(stages_fill)(struct pass *, int first, int count);
/* Rows first .. first + rows - 1 of the slot's, x the first of them. */
void N(stages_rows)(const struct pass *, enum slot_id, size_t first, int rows, real *x);
void N(stages_rows_backward)(const struct pass *, enum slot_id, size_t first, int rows, real *dx);
/* a (row distance ld): weights, or gradients with respect to what came out. */
void N(stages_weights)(const struct pass *, int which, int i, int rows, int j, int cols, real *a,
                       int ld);
/* Rows first .. of O through the stages behind attention; returns what the last of them wrote. */
const real *N(stages_output)(const struct pass *, size_t first, int rows, struct arena);
/* Bytes that a thread needs for these. */
size_t N(stages_scratch)(const struct resolved *, bool backward);

#endif
