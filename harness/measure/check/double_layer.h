/* SPDX-License-Identifier: MIT
 * A copy of a workload in the double build: same operands, own buffers, own gradients; and what
 * gradient.c asks of it. */
#ifndef ATTNLAB_DOUBLE_LAYER_H
#define ATTNLAB_DOUBLE_LAYER_H

#include "harness/measure/check/check.h"

/* x, context or a parameter. */
struct array {
    double *value, *gradient;
    size_t count;
};
struct double_layer {
    const struct workload *load;
    const struct kernels *k;
    struct memory *memory;
    struct array arrays[MAX_RESULTS]; /* x, context if another, parameters: as workload_results */
    int count;
    void *w[MAX_LAYER_TENSORS], *dw[MAX_LAYER_TENSORS];
    double *dy, *y, *kept_y;
    size_t outputs;
    struct layer_io io;
    struct layer_backward_io back;
};

/* move: 0 for the workload's own numbers; else a seed, and each number is moved by one rounding of
 * float up or down. The workload has a backward phase and must outlive the copy. */
void double_layer_open(struct double_layer *, const struct workload *, uint64_t move);
void double_layer_close(struct double_layer *);
void double_layer_forward(struct double_layer *); /* writes y */
/* Forward and backward; writes the gradients of the arrays. */
void double_layer_differentiate(struct double_layer *);
/* Largest absolute entry of a gradient, and of all; infinite if one is not finite. */
double array_largest(const struct array *);
double double_layer_largest(const struct double_layer *);
/* (loss at x + up - loss at x - down) / (up + down), with loss = sum(dy * y). x, an entry of one of
 * the arrays, is restored; gradients are unchanged. */
double double_layer_slope(struct double_layer *, double *x, double up, double down);

/* ---- against differences (layer_differences.c) ---- */

/* Whether the loss has no derivative by entry i of the array; scale: the largest entry of its
 * gradient. */
bool layer_has_kink(struct double_layer *, const struct array *, size_t i, double scale);
/* Compares `entries` of each array, drawn by seed, with central differences of the forward pass.
 * list: names of the arrays. False, with status and reason, at the first that is wrong. */
bool layer_matches_differences(struct double_layer *, const struct result_array *list, int entries,
                               uint64_t seed, struct check_result *);
/* Compares the slope along one direction through all entries: a few forward passes find a wrong
 * entry wherever it is. */
bool layer_matches_direction(struct double_layer *, uint64_t seed, struct check_result *);

/* ---- errors of rounding (rounding.c) ----
 *
 * Where parts of a sum cancel and the rest is multiplied, as by the slope 1/x of a weight
 * x^2 / (1 + x^2) near 0, float is off by as much as the result, and double with moved operands
 * does not show it. But rounding errs differently for each operand, a wrong formula always the
 * same. An error is due to rounding if it changes by more than a tenth of itself in one of a few
 * passes over moved operands. The workload is left as after its own pass. */

/* Of an entry of the gradient at place `which` of the results (y is 0). */
bool gradient_error_is_rounding(const struct workload *, int which, size_t entry, double error,
                                uint64_t seed);

#endif
