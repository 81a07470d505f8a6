/* SPDX-License-Identifier: MIT
 * Worked examples: inputs and results of a formula that are small enough to compute on paper.
 *
 * They catch a wrong formula, which is equally wrong in every build and may have no fast function
 * to be compared with. They are listed in the choice's own file:
 *
 *     static const struct by_hand by_hand[] = {
 *         {.working = "1*3 + 2*4",
 *          .dims = {.heads = 1, .d_head = 2},
 *          .in = {VALUES(1, 2), VALUES(3, 4)},
 *          .out = VALUES(11)},
 *         {0},
 *     };
 *
 * `attnlab check` evaluates each example and reports wrong counts and arguments out of range.
 * Choose numbers that distinguish every part: different values per tensor, both signs around a
 * kink, more than one head where heads own weights. */
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
    const char *working; /* the computation in one line; NULL ends the list */
    struct dims dims;    /* those that the choice reads */
    struct args args;    /* every argument, in the order of params; defaults are not applied */
    struct values in[2]; /* projection: x; gate: x, o; score: q, k; logits: s;
                          * normaliser: the logits (m) */
    struct values out;   /* projection: y; gate: g; score: s; logits: phi; normaliser: the
                          * weights (m) */
    int head;            /* used by scores, by logits, and by normalisers with tensors */
    double scale;        /* of a normaliser; visible keys of its row: */
    int visible;
    struct values tensors[MAX_TENSORS]; /* in declared order, row-major */
};

#endif
