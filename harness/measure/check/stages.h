/* SPDX-License-Identifier: MIT
 * What stage_check.c (rows of projections and of the gate) and attention_check.c (one query of one
 * head) have in common: the operands of the formulas in double, as they are and moved by one
 * rounding, which agreement.h needs, and which rows are looked at. Widths: the model's d_model, the
 * heads' together H*D, one head's D. */
#ifndef ATTNLAB_STAGES_H
#define ATTNLAB_STAGES_H

#include "base/mem.h"
#include "harness/measure/check/stage_check.h"

struct stages {
    const struct workload *load; /* this and the next three: borrowed */
    const struct sampling *sampling;
    struct comparison *all;
    struct stage_facts *facts;
    struct layer_trace trace;
    struct oracle *oracle;
    const double *w[MAX_LAYER_TENSORS]; /* of the open slots; NULL for the others */
    /* The same moved. A norm of one number is a sign, which says nothing of rounding: its gain
     * does. */
    const double *moved_w[MAX_LAYER_TENSORS];
    const double *sizes[MAX_LAYER_TENSORS]; /* |w|, of the score */
    double *scratch;
    double *in[2];         /* a row of input, and the same moved by a rounding */
    double *side[2];       /* of a second input */
    double *out[2];        /* what the formula makes of them */
    double *again;         /* and of another move */
    double *scores;        /* (M) of a query */
    double *weights[2];    /* (M) of it, and of the moved one */
    double *weight_errors; /* (M) how far each of the weights may be off */
};

static inline double *doubles(size_t count) { return xarray(count, sizeof(double)); }

/* Buffers and trace of a finished pass; no slot is open. */
void stages_open(struct stages *, const struct workload *, const struct sampling *,
                 struct comparison *, struct stage_facts *);
void stages_close(struct stages *);

/* The parameters of a slot in double; those of stages not looked at stay away to keep memory
 * small. */
void stages_open_slot(struct stages *, enum slot_id);
/* Absolute values of the open slots' parameters. */
void stages_open_sizes(struct stages *);
/* All that are open, with their sizes. */
void stages_close_slots(struct stages *);
struct dims stages_dims(const struct stages *, enum slot_id);

/* rows x d, row distance ld -> to[0] (rows x d), and to[1], each number times 1 +- eps, signs drawn
 * by the seed and the stream. */
void stages_load(const struct stages *, const char *stream, const float *from, size_t rows,
                 size_t d, size_t ld, double *const to[2]);
/* to = from * (1 +- eps), signs drawn by the seed, the stream and the turn. */
void stages_move(const struct stages *, const char *stream, int turn, const double *from,
                 size_t count, double *to);

/* Row k < total of `wanted` out of `total`: one drawn from each of `wanted` equal strata, the first
 * and the last row for sure; every row where as many are wanted. */
long stages_sampled_row(const struct stages *, const char *stream, int k, long wanted, long total);
/* Keys that query i of batch element b sees. */
int stages_visible_keys(const struct stages *, int b, int i);
void stages_count_zeros(struct zeros *, const double *values, int count);

/* Attention (attention_check.c): as many queries of heads as are to be looked at. */
void stages_compare_attention(struct stages *);

#endif
