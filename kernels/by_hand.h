/* SPDX-License-Identifier: MIT
 * Values worked out by hand: what a formula must give for one row whose numbers are small enough to
 * follow on paper.
 *
 * A wrong formula is wrong in every build alike, and where it has no fast function beside it, it is
 * compared with itself. These values are what it cannot pass. They stand in the choice's own file:
 *
 *     static const struct by_hand by_hand[] = {
 *         {.working = "1*3 + 2*4",
 *          .dims = {.heads = 1, .d_head = 2},
 *          .in = {VALUES(1, 2), VALUES(3, 4)},
 *          .out = VALUES(11)},
 *         {0},
 *     };
 *
 * `attnlab check` evaluates each, and says so when a count does not fit or an argument is out of
 * its range. Take numbers that tell every part apart: different ones for each tensor, both signs
 * where there is a kink, more than one head where heads own weights. */
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
    const char *working; /* how the result comes about, in one line; NULL ends the list */
    struct dims dims;    /* those that the choice reads */
    struct args args;    /* every argument, in the order of params: none is taken by default */
    struct values in[2]; /* projection: x; gate: x, o; score: q, k; logits: s;
                          * normaliser: the logits (m) */
    struct values out;   /* projection: y; gate: g; score: s; logits: phi; normaliser: the
                          * weights (m) */
    int head;            /* of a score, of logits, or of a normaliser that has tensors */
    double scale;        /* of a normaliser; and how many keys the row sees: */
    int visible;
    struct values tensors[MAX_TENSORS]; /* in declared order, row-major */
};

#endif
