/* SPDX-License-Identifier: MIT
 * A copy of a workload in the double build: same operands, its own buffers, its own gradients. */
#ifndef ATTNLAB_DOUBLE_LAYER_H
#define ATTNLAB_DOUBLE_LAYER_H

#include "harness/measure/workload.h"

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

/* move: 0 for the workload's own numbers; else each is moved by one rounding of float up or down,
 * drawn by this seed. The workload is of a phase with a backward pass and must outlive the copy.
 * Closed by double_layer_close. */
void double_layer_open(struct double_layer *, const struct workload *, uint64_t move);
void double_layer_close(struct double_layer *);
void double_layer_forward(struct double_layer *); /* y is written */
/* Forward and backward; the arrays' gradients are written. */
void double_layer_differentiate(struct double_layer *);
/* Largest absolute entry of a gradient, and of all; infinite when one is not finite. */
double array_largest(const struct array *);
double double_layer_largest(const struct double_layer *);
/* (loss at x + up - loss at x - down) / (up + down), with loss = sum(dy * y); x, an entry of one
 * of the arrays, is put back. Gradients stay as they are. */
double double_layer_slope(struct double_layer *, double *x, double up, double down);

#endif
