/* SPDX-License-Identifier: MIT
 * The law by which a loss falls with the compute of training,
 *
 *     L = E + A C^-alpha,
 *
 * fitted to all arms of one data set at once. E is what no amount of compute takes away; it belongs
 * to the data and not to the arm, so the arms share it: a few sizes of one arm could not tell E
 * from alpha. A and alpha are each arm's own.
 *
 * Least squares of log L. Hoffmann et al. (2022, arXiv 2203.15556) take Huber's loss of the same
 * residuals, since among their hundreds of trainings some are far off. Here a training that
 * diverged is left out beforehand, a point is the mean over its seeds, and with so few points
 * Huber's loss would call any of them an outlier.
 *
 * For a given E each arm is a line, log(L - E) = log A - alpha log C, solved at once with the
 * weights ((L - E) / L)^2, which make its residuals those of log L to first order. E itself is
 * searched for, below every loss that was measured on these data: also below those of weight 0. A
 * bootstrap that draws all but the largest size would else find an E that the largest size has been
 * seen to go below, and then its law could say nothing of that size. */
#ifndef ATTNLAB_SCALING_LAW_H
#define ATTNLAB_SCALING_LAW_H

/* An arm at one size. */
struct law_point {
    int arm;
    double log_cost, log_loss;
    double weight; /* 0: it has no part but that E lies below it */
};
struct law_arm {
    double log_scale, exponent; /* log A, alpha; NaN: fewer than two places */
};

/* Returns E >= 0 and fills arms (arm_count). */
double law_fit(const struct law_point *, int count, struct law_arm *arms, int arm_count);
/* log L at a log C, and the log C at which L is reached; NaN: it never is. */
double law_log_loss(double floor, const struct law_arm *, double log_cost);
double law_log_cost(double floor, const struct law_arm *, double log_loss);

#endif
