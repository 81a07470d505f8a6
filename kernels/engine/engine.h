/* SPDX-License-Identifier: MIT
 * Declares the attention engine, which computes O and the gradients of Q, K and V by one of two
 * methods. When decoding, it computes O for a few queries from cached keys and values. */
#ifndef ATTNLAB_ENGINE_H
#define ATTNLAB_ENGINE_H

#include "resolved_layer.h"

/* Declares the streaming method (attention.c). A work item is one block of queries of one head.
 * attention_scratch() returns the bytes per thread. */
int N(attention_items)(const struct resolved *);
void N(attend_block)(void *pass, int item, int thread);
size_t N(attention_scratch)(const struct resolved *);
/* In a backward pass, one work item is one value head with its group_heads() query heads. No two
 * threads therefore add to the same dK and dV, and the order of the sums is fixed. */
int N(backward_items)(const struct resolved *);
int N(group_heads)(const struct resolved *);
void N(attend_backward)(void *pass, int item, int thread);
size_t N(attention_backward_scratch)(const struct resolved *);

/* Declares the materialised method (materialised.c), which stores whole score matrices. A work item
 * is one query head. */
int N(materialised_items)(const struct resolved *);
void N(attend_materialised)(void *pass, int item, int thread);
size_t N(materialised_scratch)(const struct resolved *);
/* Returns the total size in bytes of the score arrays of all heads; each array is written once and
 * read once. */
double N(materialised_bytes)(const struct resolved *);
void N(attend_materialised_backward)(void *pass, int item, int thread);
size_t N(materialised_backward_scratch)(const struct resolved *);

/* Computes running sums of log decays (decay.c); they are used only if decays() is true.
 * decay_carve allocates the layer's buffers. A work item of sum_decays is one batch element. */
void N(decay_carve)(const struct resolved *, struct arena *, struct layer_trace *);
void N(sum_decays)(void *pass, int item, int thread);
/* Computes the running sums c (H) at one position. `before` has the sums of the previous position,
 * or is NULL at the first position. `log` is the output of slot forget at this position, or NULL if
 * the slot is unused. */
void N(add_decay)(const struct resolved *, const real *log, const double *before, double *c);
size_t N(decay_reals)(const struct layer *);
/* clear_decay clears the gradients of the running sums of head `which`. close_decay turns these
 * gradients into gradients of the log decays. Both do nothing if slot forget is unused. */
void N(clear_decay)(const struct pass *, int which);
void N(close_decay)(const struct pass *, int which);

/* members of struct kernels that are defined in spread.c */
struct logit_spread N(logit_spread)(const struct layer *, const struct layer_io *,
                                    const int *queries);
size_t N(spread_bytes)(const struct layer *);

/* members of struct kernels that are defined in cached.c */
size_t N(cached_bytes)(const struct layer *);
void N(remember)(const struct layer *, const struct cached_io *, const void *rows, int first,
                 int count);
void N(attend_cached)(const struct layer *, const struct cached_io *);

#endif
