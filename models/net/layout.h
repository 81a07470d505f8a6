/* SPDX-License-Identifier: MIT
 * What a configuration amounts to: stacks of residual branches, and the list of parameter tensors.
 * Knows sizes and names only, no reals, so it is compiled once and shared by all builds. */
#ifndef ATTNLAB_NET_LAYOUT_H
#define ATTNLAB_NET_LAYOUT_H

#include "models/model.h"

enum branch_kind { BRANCH_ATTENTION, BRANCH_CROSS, BRANCH_FEED_FORWARD, BRANCH_KINDS };

/* One residual branch f of a stack: an attention or a feed-forward net. */
struct branch {
    enum branch_kind kind;
    struct layer layer; /* attentions: at the largest shape */
    int first, count;   /* its tensors; feed-forward: w1, b1, w2, b2 */
};

/* Branches f_0 .. f_{K-1} over rows of d_model:
 *
 *   sum_0 = embedding, u_k = norm_k(sum_k),
 *   pre-LN:  sum_{k+1} = sum_k + dropout(f_k(u_k))
 *   post-LN: sum_{k+1} = u_k + dropout(f_k(u_k)), no norm_0: u_0 = sum_0
 *
 * and u_K is the stack's output. */
struct stack_layout {
    const char *name; /* "encoder", "decoder" */
    int n;            /* most positions */
    int branches;     /* K; 0: this model has no such stack */
    struct branch *branch;
    int *norm; /* K + 1: tensor of the gain, the bias follows it; -1: no norm */
    /* Tensors, -1: none. */
    int embedding, position, patch, class_token; /* patch: w, then b */
};

struct layout {
    struct model_config config;
    struct stack_layout encoder, decoder;
    const struct stack_layout *top; /* what the head reads */
    int head;                       /* tensor (outputs, d_model), may be the embedding */
    int head_bias;                  /* -1: none */
    int outputs;                    /* vocabulary, classes, or 2 for a span */
    struct model_tensor *tensor;
    struct tensor *initial; /* like tensor: shape and initial values */
    int tensors;
    size_t reals; /* of the flat array; tensors begin at multiples of TENSOR_ALIGN */
};
/* Reals; a cache line of floats, so that a layout is the same in every build. */
enum { TENSOR_ALIGN = 16 };

void layout_open(struct layout *, const struct model_config *, const struct kernels *);
void layout_close(struct layout *);
/* Positions of a sequence of n inside its stack: one more where a class token stands first. */
static inline int stack_positions(const struct stack_layout *s, int n)
{
    return n + (s->class_token >= 0);
}

#endif
