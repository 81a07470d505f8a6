/* SPDX-License-Identifier: MIT
 * What a configuration amounts to: stacks of blocks, and the list of parameter tensors. Knows sizes
 * and names only, no reals. */
#ifndef ATTNLAB_NET_LAYOUT_H
#define ATTNLAB_NET_LAYOUT_H

#include "kernels/build.h"
#include "models/model.h"

/* One residual branch f of a stack: an attention or a feed-forward net. */
struct block {
    const struct block_kind *kind; /* block_kind.h */
    struct layer layer;            /* attentions: at the largest shape */
    int first, count;              /* its tensors */
    int start; /* tensor of its multipliers, behind it what they are made of: start.c; -1: none */
};

/* Blocks f_0 .. f_{K-1} over rows of d_model:
 *
 *   sum_0 = embedding, u_k = norm_k(sum_k),
 *   pre-LN:  sum_{k+1} = sum_k + dropout(f_k(u_k))
 *   post-LN: sum_{k+1} = u_k + dropout(f_k(u_k)), no norm_0: u_0 = sum_0
 *
 * and u_K is the stack's output. */
struct stack_layout {
    const char *name; /* "encoder", "decoder" */
    bool has_source;  /* the decoder of an encoder-decoder */
    int n;            /* most positions */
    int blocks;       /* K; 0: this model has no such stack */
    struct block *block;
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

static inline size_t aligned_reals(size_t count)
{
    return (count + TENSOR_ALIGN - 1) / TENSOR_ALIGN * TENSOR_ALIGN;
}

void N(layout_open)(struct layout *, const struct model_config *);
void N(layout_close)(struct layout *);

/* What blocks declare their tensors with. Each adds one and returns its index; the name is
 * "<a><b>". */
int N(add_tensor)(struct layout *, const char *a, const char *b, struct tensor initial);
/* A bias of (size). Where the model has none, zeros that nothing moves stand in its place, so that
 * the passes know one form only. */
int N(add_bias)(struct layout *, const char *prefix, const char *name, int size);
/* A vector that all builds begin with as 0 or 1. fixed: no parameter, and no step moves it. */
int N(add_vector)(struct layout *, const char *prefix, const char *name, int size, enum init,
                  bool fixed);
/* Of this deviation, unless the configuration has one for all. */
struct tensor N(matrix)(const struct layout *, int rows, int columns, double std);

/* Positions of a sequence of n inside its stack: one more where a class token stands first. */
static inline int stack_positions(const struct stack_layout *s, int n)
{
    return n + (s->class_token >= 0);
}

#endif
