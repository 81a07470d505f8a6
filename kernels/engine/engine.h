/* SPDX-License-Identifier: MIT
 * From Q, K, V to O and back by one of two methods, and O of few queries against cached keys: the
 * interface for layers. */
#ifndef ATTNLAB_ENGINE_H
#define ATTNLAB_ENGINE_H

#include "layer.h"

/* attention.c: streaming. One item is a block of queries of one head. Bytes are per thread. */
int N(attention_items)(const struct resolved *);
void N(attend_block)(void *pass, int item, int thread);
size_t N(attention_scratch)(const struct resolved *);
/* Backward, either method: one item is one value head with its group_heads() query heads, one after
 * the other, so no two threads add to the same dK and dV and the order is fixed. */
int N(backward_items)(const struct resolved *);
int N(group_heads)(const struct resolved *);
/* attention_backward.c */
void N(attend_backward)(void *pass, int item, int thread);
size_t N(attention_backward_scratch)(const struct resolved *);

/* materialised.c: whole score matrices. One item is one query head. */
int N(materialised_items)(const struct resolved *);
void N(attend_materialised)(void *pass, int item, int thread);
size_t N(materialised_scratch)(const struct resolved *);
/* Bytes of score arrays that are written once and read once, over all heads. */
double N(materialised_bytes)(const struct resolved *);
/* materialised_backward.c */
void N(attend_materialised_backward)(void *pass, int item, int thread);
size_t N(materialised_backward_scratch)(const struct resolved *);

/* decay.c: running sums of log decays, if decays(). decay_carve: the layer's buffers; sum_decays:
 * one item is a batch element. */
void N(decay_carve)(const struct resolved *, struct arena *, struct layer_trace *);
void N(sum_decays)(void *pass, int item, int thread);
/* c (H): sums of a position from those of the previous one (`before`; NULL: first position) and its
 * row of slot forget (`log`; NULL: none). */
void N(add_decay)(const struct resolved *, const real *log, const double *before, double *c);
size_t N(decay_reals)(const struct layer *); /* member of struct kernels */
/* Around the backward pass of head `which`: clear the gradients of running sums, then turn them
 * into gradients of the terms. No effect without slot forget. */
void N(clear_decay)(const struct pass *, int which);
void N(close_decay)(const struct pass *, int which);

/* spread.c: members of struct kernels. */
struct logit_spread N(logit_spread)(const struct layer *, const struct layer_io *,
                                    const int *queries);
size_t N(spread_bytes)(const struct layer *);

/* cached.c: members of struct kernels. */
size_t N(cached_bytes)(const struct layer *);
void N(remember)(const struct layer *, const struct cached_io *, const void *rows, int first,
                 int count);
void N(attend_cached)(const struct layer *, const struct cached_io *);

#endif
