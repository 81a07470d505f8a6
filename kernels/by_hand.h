/* SPDX-License-Identifier: MIT
 * Defines worked examples: inputs and results of a formula that are small enough to compute on
 * paper. They detect wrong formulas, which comparisons between builds cannot.
 *
 * Each choice lists its examples in its own file:
 *
 *     static const struct by_hand by_hand[] = {
 *         {.working = "1*3 + 2*4", .dims = {.heads = 1, .d_head = 2},
 *          .in = {VALUES(1, 2), VALUES(3, 4)}, .out = VALUES(11)},
 *         {0},
 *     };
 *
 * `attnlab check` evaluates each example. It also reports examples with too few or too many values,
 * or with an argument out of range. Choose numbers that exercise every part of the formula, for
 * example values of both signs. */
#ifndef ATTNLAB_BY_HAND_H
#define ATTNLAB_BY_HAND_H

#include "kernels.h"

struct values {
    int count;
    const double *at;
};
#define VALUES(...)                                                                                \
    {                                                                                              \
        sizeof((const double[]){__VA_ARGS__}) / sizeof(double), (const double[]) { __VA_ARGS__ }   \
    }

struct by_hand {
    const char *working; /* the calculation in one line; NULL ends the list */
    struct dims dims;    /* sizes passed to the formula */
    struct args args;    /* values of all arguments, in the order of params; none may be omitted */
    struct values in[2]; /* inputs: x for a projection; x and o for a gate; q and k for a score; s
                            for a logit function; m logits for a normaliser */
    struct values out;   /* outputs: y of a projection, g of a gate, s of a score, phi of a logit
                            function, m weights of a normaliser */
    int head;            /* head index; for scores, logit functions, and normalisers with tensors */
    double scale;        /* a normaliser's scale and number of visible keys */
    int visible;
    struct values tensors[MAX_TENSORS]; /* tensors in declared order, row-major */
};

#endif
