/* SPDX-License-Identifier: MIT
 * How far a right row of attention, o = factor * sum_j a_j v_j, may be off in float because of its
 * scores and weights. Two tied keys or a weight of exactly 0 are beyond what a second evaluation
 * with moved inputs (agreement.h) can tell.
 *
 * Scores that are off by eps * condition shift weight between keys, which moves element c by at
 * most that times sum_j |a_j| |v_jc - mean_c|, to first order; weights off by eps each move it by
 * eps * sum_j |a_j v_jc|, which may be much more than the sum itself.
 *
 * That is softmax's reasoning, whose weights change by a share of themselves. A weight of relu or
 * tanh changes by as much as its score, also from 0: a hidden unit that is dead in the formula,
 * relu(a + b) with a + b < 0, may be summed as max(b, -a) + a, where a fused multiply-add leaves a
 * rounding of a behind, and that is the whole weight. So the error of each weight
 * (oracle_weight_errors) is added: a few roundings of what its score was summed from. Any other
 * weight that should be 0 still must be. */
#ifndef ATTNLAB_ATTENTION_ERROR_H
#define ATTNLAB_ATTENTION_ERROR_H

/* Roundings of a score's terms that it may be off by; the condition, too, knows inputs and score,
 * not what a formula has in between (hidden layers, biases that cancel). */
extern const double attention_unit;

struct attention_row {
    int m, d;
    const double *weights, *weight_errors; /* (m), errors with the factor */
    const double *v, *o;                   /* (m, d) and (d), by the formula */
};

/* The largest over the elements of o. */
double attention_error(const struct attention_row *, double condition);

#endif
