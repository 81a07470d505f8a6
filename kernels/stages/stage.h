/* SPDX-License-Identifier: MIT
 * Defines the contract of stages: operations on rows and weights between the slots of a layer.
 *
 *     X -> Q, K, V [rows] -> scores -> logits [decay] -> weights [weights] -> O = A V [output] -> Y
 *
 * A stage acts at one or more of the points in brackets and defines the struct members of that
 * name, with a double-precision formula for each fast function. Each stage is one file that exports
 * one const struct, e.g. `const struct stage N(stage_rotary)`, and one line in list.def. Settings
 * are fields of struct layer, where 0 means off.
 *
 * Passes, oracle, validity checks and declared work loop over the list, so they contain no
 * stage-specific code. */
#ifndef ATTNLAB_STAGE_H
#define ATTNLAB_STAGE_H

#include "../slots.h"

struct resolved;
struct pass;
struct arena;

/* positions of a matrix's rows: row r has position start + r % length */
struct places {
    int start, length;
};
static inline int place_of(struct places p, size_t row)
{
    return p.start + (int)(row % (size_t)p.length);
}

/* A block of rows (rows x d_out) of slot q, k or v. `first` is the index of the first row in the
 * slot. */
struct stage_rows {
    const struct layer *layer;
    enum slot_id slot;
    size_t first;
    int rows;
    struct places places;
    const real *table; /* entries of the stage's table, starting at position table_first */
    int table_first;
};

/* A tile of weights: queries i .. i + rows - 1 of head `which` (of B*H) and keys j .. j + cols - 1.
 */
struct stage_tile {
    const struct layer *layer;
    int which, i, rows, j, cols;
};

struct stage {
    const char *name;
    /* Returns true if the layer uses the stage. */
    bool (*on)(const struct layer *);
    bool training; /* true: the stage acts only in training; decoding skips it */
    /* Returns NULL, or the reason to refuse a layer (a string constant). Called for every layer,
     * with or without the stage. If NULL, every layer is accepted. */
    const char *(*refuse)(const struct layer *);
    const char *(*refuse_growth)(const struct layer *);
    /* Adds the declared work of a forward or backward pass. NULL means no work. */
    void (*work)(const struct resolved *, bool backward, struct layer_work *);

    /* A linear map of each row of Q, K and V, applied in place after the projections. */
    struct {
        void (*forward)(const struct stage_rows *, real *x);
        /* Turns the gradient of the output into the gradient of the input. */
        void (*backward)(const struct stage_rows *, real *dx);
        /* Computes one row by the formula. */
        void (*formula)(const struct layer *, enum slot_id, int place, double *x);
        /* Table of constants per position, used by both passes. table() returns the number of reals
         * per position. NULL means no table. fill() writes positions first .. first + count - 1. */
        int (*table)(const struct layer *);
        void (*fill)(const struct layer *, int first, int count, real *table);
    } rows;

    /* Returns the log of a head's constant decay factor per position (at most 0), which the engine
     * adds to the log decay of slot forget (slots.h, logit_path.c). The oracle uses the same
     * function. */
    double (*decay)(const struct layer *, int head);

    /* Factors for the weights, applied after the normaliser and before the product with V. The
     * factors must not depend on the weights. The backward pass recomputes the factors and applies
     * them to the gradient. */
    struct {
        /* Scales a tile with row stride ld. */
        void (*scale)(const struct stage_tile *, real *a, int ld);
        void (*formula)(const struct layer *, int which, int i,
                        double *a);           /* Computes one row of M factors by the formula. */
        double (*most)(const struct layer *); /* upper bound for the factors */
    } weights;

    /* Maps rows of O before slot o: computes g (rows x H*D) from o and the layer's input x (rows x
     * d_model). g never aliases o. The first stage after attention reads O, whose rows have
     * output_width() numbers. */
    struct {
        void (*forward)(const struct pass *, int rows, const real *x, const real *o, real *g,
                        struct arena);
        /* Runs the backward pass: accumulates into dx and dw (the tensors of `slot`), and writes
         * d_o. */
        void (*backward)(const struct pass *, int rows, const real *x, const real *o,
                         const real *dg, real *dx, real *d_o, real *const *dw, struct arena);
        /* Returns the number of arena bytes for ROW_BLOCK rows. NULL means 0. */
        size_t (*scratch)(const struct resolved *, bool backward);
        /* Computes one row by the formula. w: the layer's tensors. scratch: formula_scratch doubles
         * (NULL means 0). */
        void (*formula)(const struct resolved *, const double *const *w, const double *x,
                        const double *o, double *g, double *scratch);
        size_t (*formula_scratch)(const struct resolved *);
        enum slot_id slot; /* slot that owns the tensors */
    } output;
};

/* stages at one point in a layer, in order of execution */
struct stage_list {
    const struct stage *at[MAX_STAGES];
    int count;
};

/* ---- loops over the list (stage.c) ---- */

/* Fills the stage lists of the resolved layer. */
void N(stages_find)(struct resolved *, bool decoding);
const char *N(stages_refuse)(const struct layer *);
const char *N(stages_refuse_growth)(const struct layer *);
void N(stages_work)(const struct resolved *, bool backward, struct layer_work *);

/* Returns the position of a sequence's first row in Q, or in K and V. As in a causal mask, the last
 * query is aligned with the last key. */
int N(first_place)(const struct layer *, enum slot_id);
/* Allocates and fills the tables of constants for the layer's positions. */
void N(stages_carve)(const struct resolved *, struct arena *, struct layer_trace *);
void N(stages_fill)(struct pass *, int first, int count);
/* Applies the stages to rows first .. first + rows - 1 of the slot. x points to row `first`. */
void N(stages_rows)(const struct pass *, enum slot_id, size_t first, int rows, real *x);
void N(stages_rows_backward)(const struct pass *, enum slot_id, size_t first, int rows, real *dx);
/* Multiplies `a` (row stride ld) by the factors of the stages. `a` contains weights or gradients.
 */
void N(stages_weights)(const struct pass *, int which, int i, int rows, int j, int cols, real *a,
                       int ld);
/* Runs the stages after attention on rows of O, starting at row `first`. Returns the last stage's
 * output. */
const real *N(stages_output)(const struct pass *, size_t first, int rows, struct arena);
/* Returns the scratch bytes per thread that the stages after attention need. */
size_t N(stages_scratch)(const struct resolved *, bool backward);

#endif
