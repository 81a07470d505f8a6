/* SPDX-License-Identifier: MIT
 * A workload once more in the double build: same operands, its own buffers, its own gradients. */
#ifndef ATTNLAB_TWIN_H
#define ATTNLAB_TWIN_H

#include "harness/measure/workload.h"

/* x, context or a parameter. */
struct array {
    double *value, *gradient;
    size_t count;
};
struct twin {
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
 * drawn by this seed. The workload is of a phase with a backward pass and must outlive the twin.
 * Closed by twin_close. */
void twin_open(struct twin *, const struct workload *, uint64_t move);
void twin_close(struct twin *);
/* Forward and backward; the arrays' gradients are written. */
void twin_differentiate(struct twin *);
/* Largest absolute entry of a gradient, and of all; infinite when one is not finite. */
double array_largest(const struct array *);
double twin_largest(const struct twin *);
/* (loss at x + up - loss at x - down) / (up + down), with loss = sum(dy * y); x, an entry of one
 * of the arrays, is put back. Gradients stay as they are. */
double twin_slope(struct twin *, double *x, double up, double down);

#endif
