/* SPDX-License-Identifier: MIT
 * Describes the structure of a configured network: stacks of blocks, and the list of parameter
 * tensors. A layout contains only sizes and names, no data. */
#ifndef ATTNLAB_NET_LAYOUT_H
#define ATTNLAB_NET_LAYOUT_H

#include "kernels/build.h"
#include "models/model.h"

/* One residual branch f of a stack: an attention layer or a feed-forward network. */
struct block {
    const struct block_kind *kind;
    struct layer layer; /* kernel layer with its largest shape; only in attention blocks */
    int first, count;   /* index of the block's first tensor, and number of tensors */
    /* index of the tensor with the multipliers, or -1; the next tensor contains the magnitudes
     * (start.c) */
    int start;
};

/* A stack has blocks f_0..f_{K-1} over rows of d_model:
 *
 *     sum_0 = embedding, u_k = norm_k(sum_k);
 *     pre-LN:  sum_{k+1} = sum_k + dropout(f_k(u_k));
 *     post-LN: sum_{k+1} = u_k + dropout(f_k(u_k)), without norm_0: u_0 = sum_0.
 *
 * The stack's output is u_K. */
struct stack_layout {
    const char *name; /* "encoder" or "decoder" */
    bool has_source;  /* true for the decoder of an encoder-decoder */
    int n;
    int blocks; /* K, or 0 if the model does not have this stack */
    struct block *block;
    /* indices of the gain tensors, shape (K + 1); each bias is the tensor after its gain; -1
     * without a norm */
    int *norm;
    /* indices of tensors, or -1 */
    int embedding, position, patch,
        class_token; /* `patch` is the index of the matrix; its bias is the next tensor */
};

struct layout {
    struct model_config config;
    struct stack_layout encoder, decoder;
    const struct stack_layout *top; /* stack whose output the head reads */
    int head;      /* index of the output matrix (outputs, d_model), which may be the embedding */
    int head_bias; /* index of the bias tensor; -1 without a bias */
    int outputs;   /* number of outputs: vocabulary, number of classes, or 2 for a span */
    struct model_tensor *tensor;
    struct tensor *initial; /* shape and initial values of each tensor */
    int tensors;
    size_t reals; /* size of the flat array; tensors begin at multiples of TENSOR_ALIGN */
};
/* alignment in reals (one cache line of floats); the layout is the same in every build */
enum { TENSOR_ALIGN = 16 };

static inline size_t aligned_reals(size_t count)
{
    return (count + TENSOR_ALIGN - 1) / TENSOR_ALIGN * TENSOR_ALIGN;
}

void N(layout_open)(struct layout *, const struct model_config *);
void N(layout_close)(struct layout *);

/* Adds a tensor named "<a><b>" and returns its index. Blocks call this function. */
int N(add_tensor)(struct layout *, const char *a, const char *b, struct tensor initial);
/* Adds a bias of `size` elements. In a model without biases, the bias is a vector of zeros that is
 * not trained, so that passes need no special case. */
int N(add_bias)(struct layout *, const char *prefix, const char *name, int size);
/* Adds a vector of zeros or ones; if `fixed` is true, the vector is not trained. */
int N(add_vector)(struct layout *, const char *prefix, const char *name, int size, enum init,
                  bool fixed);
/* Describes a matrix with initial standard deviation `std`, unless init_std overrides it. */
struct tensor N(matrix)(const struct layout *, int rows, int columns, double std);

/* Returns the number of positions in the stack for a sequence of n; a class token adds one. */
static inline int stack_positions(const struct stack_layout *s, int n)
{
    return n + (s->class_token >= 0);
}

#endif
