/* SPDX-License-Identifier: MIT
 * The structure of a configuration: stacks of blocks, and the list of parameter tensors. Sizes and
 * names only. */
#ifndef ATTNLAB_NET_LAYOUT_H
#define ATTNLAB_NET_LAYOUT_H

#include "kernels/build.h"
#include "models/model.h"

/* One residual branch f of a stack: an attention or a feed-forward network. */
struct block {
    const struct block_kind *kind; /* block_kind.h */
    struct layer layer;            /* attentions: at the largest shape */
    int first, count;              /* its tensors */
    int start; /* tensor of its multipliers, followed by that of their sizes (start.c); -1: none */
};

/* Blocks f_0 .. f_{K-1} over rows of d_model:
 *
 *   sum_0 = embedding, u_k = norm_k(sum_k),
 *   pre-LN:  sum_{k+1} = sum_k + dropout(f_k(u_k))
 *   post-LN: sum_{k+1} = u_k + dropout(f_k(u_k)), no norm_0: u_0 = sum_0
 *
 * u_K is the stack's output. */
struct stack_layout {
    const char *name; /* "encoder", "decoder" */
    bool has_source;  /* the decoder of an encoder-decoder */
    int n;            /* largest number of positions */
    int blocks;       /* K; 0: the model has no such stack */
    struct block *block;
    int *norm; /* K + 1: tensor of the gain, followed by the bias; -1: no norm */
    /* Tensors; -1: none. */
    int embedding, position, patch, class_token; /* patch: w, then b */
};

struct layout {
    struct model_config config;
    struct stack_layout encoder, decoder;
    const struct stack_layout *top; /* input of the head */
    int head;                       /* tensor (outputs, d_model), possibly the embedding */
    int head_bias;                  /* -1: none */
    int outputs;                    /* vocabulary, classes, or 2 for a span */
    struct model_tensor *tensor;
    struct tensor *initial; /* like tensor: shape and initial values */
    int tensors;
    size_t reals; /* of the flat array; tensors begin at multiples of TENSOR_ALIGN */
};
/* In reals: a cache line of floats, so that the layout is the same in every build. */
enum { TENSOR_ALIGN = 16 };

static inline size_t aligned_reals(size_t count)
{
    return (count + TENSOR_ALIGN - 1) / TENSOR_ALIGN * TENSOR_ALIGN;
}

void N(layout_open)(struct layout *, const struct model_config *);
void N(layout_close)(struct layout *);

/* For blocks: each adds a tensor named "<a><b>" and returns its index. */
int N(add_tensor)(struct layout *, const char *a, const char *b, struct tensor initial);
/* A bias of (size). If the model has no biases: fixed zeros, so that passes need no special
 * case. */
int N(add_bias)(struct layout *, const char *prefix, const char *name, int size);
/* A vector of zeros or ones initially. fixed: not trained. */
int N(add_vector)(struct layout *, const char *prefix, const char *name, int size, enum init,
                  bool fixed);
/* A matrix of this standard deviation, unless the configuration sets one for all. */
struct tensor N(matrix)(const struct layout *, int rows, int columns, double std);

/* Positions of a sequence of n in its stack: one more with a class token. */
static inline int stack_positions(const struct stack_layout *s, int n)
{
    return n + (s->class_token >= 0);
}

#endif
