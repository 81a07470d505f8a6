/* SPDX-License-Identifier: MIT
 * Declares a copy of a workload in the double build. The copy has the same operands, but separate
 * buffers and gradients. gradient.c compares float gradients with the copy's gradients. */
#ifndef ATTNLAB_DOUBLE_LAYER_H
#define ATTNLAB_DOUBLE_LAYER_H

#include "harness/measure/check/check.h"

/* An array with a gradient: x, context or a parameter. */
struct array {
    double *value, *gradient;
    size_t count;
};
struct double_layer {
    const struct workload *load;
    const struct kernels *k;
    struct memory *memory;
    /* arrays: x, then context if it differs from x, then the parameters, as in workload_results()
     */
    struct array arrays[MAX_RESULTS];
    int count;
    void *w[MAX_LAYER_TENSORS], *dw[MAX_LAYER_TENSORS];
    double *dy, *y, *kept_y;
    size_t outputs;
    struct layer_io io;
    struct layer_backward_io back;
};

/* Copies the workload, which must have a backward phase. The copy must be closed before the
 * workload. If `move` is 0, the numbers are copied unchanged. Otherwise `move` is a seed, and each
 * number is perturbed up or down by one float rounding error. */
void double_layer_open(struct double_layer *, const struct workload *, uint64_t move);
void double_layer_close(struct double_layer *);
void double_layer_forward(struct double_layer *); /* Runs the forward pass and writes y. */
/* Runs the forward and backward passes and writes the gradients of all arrays. */
void double_layer_differentiate(struct double_layer *);
/* Returns the largest absolute entry of one array's gradient (array_largest) or of all gradients
 * (double_layer_largest). Returns infinity if an entry is not finite. */
double array_largest(const struct array *);
double double_layer_largest(const struct double_layer *);
/* Returns the difference quotient `(loss(x + up) - loss(x - down)) / (up + down)` for an entry x of
 * an array, where `loss = sum(dy * y)`. Restores x and leaves gradients unchanged. */
double double_layer_slope(struct double_layer *, double *x, double up, double down);

/* ---- against differences (layer_differences.c) ---- */

/* Returns true if the loss has a kink, and thus no derivative, with respect to entry i of the
 * array. `scale` is the largest entry of the array's gradient. */
bool layer_has_kink(struct double_layer *, const struct array *, size_t i, double scale);
/* Compares gradients with central differences of the forward pass, for `entries` random entries per
 * array. `list` contains the names of the arrays. At the first wrong entry, returns false and sets
 * status and reason. */
bool layer_matches_differences(struct double_layer *, const struct result_array *list, int entries,
                               uint64_t seed, struct check_result *);
/* Compares the derivative along one direction, in which all entries change, with central
 * differences. A few forward passes suffice to detect a wrong entry anywhere. */
bool layer_matches_direction(struct double_layer *, uint64_t seed, struct check_result *);

/* ---- rounding errors (rounding.c) ----
 *
 * If parts of a sum cancel and the rest is multiplied, a float result may be off by its own size;
 * an example is the slope 1/x of a weight x^2 / (1 + x^2) near 0. Perturbed operands in double do
 * not show this error. A rounding error changes with the operands, while the error of a wrong
 * formula stays the same. An error is therefore due to rounding if it changes by more than 10 % in
 * one of a few passes over perturbed operands. Afterwards the workload is as after its own pass. */

/* Returns true if rounding explains the error of a gradient entry. `which` is the index of the
 * array in workload_results(); index 0 is y. */
bool gradient_error_is_rounding(const struct workload *, int which, size_t entry, double error,
                                uint64_t seed);

#endif
