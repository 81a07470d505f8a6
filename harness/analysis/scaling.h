/* SPDX-License-Identifier: MIT
 * Computes how much compute an arm saves or wastes compared with its reference, if both are trained
 * at several sizes.
 *
 * The losses of the reference give a power law of training compute C:
 *     L = E + A C^-alpha.
 * By this law, the reference needs a certain compute to reach the arm's loss. The compute
 * multiplier is this compute divided by the arm's compute. At 2, the reference needs twice the
 * compute; below 1, the arm wastes compute.
 *
 * The law may be inexact at some sizes. The multiplier is therefore divided by the reference's own
 * multiplier, which is 1 if the law is exact:
 *     [C(arm's loss) / arm's compute] / [C(reference's loss) / reference's compute].
 *
 * Each arm has one test: of the mean log multiplier over the sizes. The fit makes no prediction for
 * other sizes.
 *
 * The variance of the Student intervals comes from a jackknife that leaves out one pair of training
 * runs at a time, with Satterthwaite's degrees of freedom. Seeds at different sizes are
 * independent. The variances due to tuning and due to the text are added. Text errors at different
 * sizes are treated as fully correlated, because all sizes are scored on the same text. */
#ifndef ATTNLAB_SCALING_H
#define ATTNLAB_SCALING_H

#include "harness/analysis/analysis.h"

enum { LEAST_SIZES = 3, LEAST_SEEDS = 2 };

/* ---- the law ---- */

struct law {
    /* E, log A and alpha; NaN if there are fewer than two different costs */
    double floor, log_scale, exponent;
};
/* Fits the law to log L at `count` points by least squares. E is between 0 and 99 % of
 * exp(least_loss). */
struct law law_fit(const double *log_cost, const double *log_loss, int count, double least_loss);
double law_log_loss(const struct law *, double log_cost);
/* Returns the log compute at which the law predicts this loss, or NaN if no compute reaches it. */
double law_log_cost(const struct law *, double log_loss);

/* ---- an arm and its reference over sizes ---- */

enum { OWN, REFERENCE, PAIR };
/* Log FLOPs and log losses of an arm and its reference. Both runs have the same seed, and both
 * ended. */
struct ladder_pair {
    int size;
    double cost[PAIR], loss[PAIR];
};
struct ladder {
    int sizes, count;
    struct ladder_pair *pairs;
    /* at each size, the variance of the log loss difference due to tuning, and the standard
     * deviation of this difference due to the text */
    double *tuning_variance, *text_sd;
    bool *left_out; /* for each size, true if the size is excluded from the law and the test */
};
struct scaling_fit {
    int entry, reference; /* entries of the arm and of its reference at the first size */
    char *ladder;         /* name of this series of sizes if the question has several; may be "" */
    struct span points;
    const char *fault; /* reason why no law was fitted; NULL if a law was fitted */
    int sizes, seeds; /* number of sizes in the fit, and minimum number of seeds over these sizes */
    struct law law;
    struct estimate pooled; /* mean log multiplier over the sizes in the fit */
    /* p: p-value of `pooled`, NaN if the arm is not tested. p_corrected: p after Holm's correction
     * for the arms of the question. */
    double p, p_corrected;
    enum outcome outcome;
    const char *failed_check; /* text of the failed check; NULL if the arm is judged */
};
struct scaling_point {
    int fit, entry, seeds;
    /* number of parameters, FLOPs and loss. FLOPs and loss are geometric means over the seeds; NaN
     * if missing. */
    double parameters, flops, loss;
    struct estimate multiplier; /* logarithm of the compute multiplier */
    /* text of the failed check that excludes this size; NULL if the size is in the fit */
    const char *left_out;
};
/* Sets the members fault, sizes, seeds, law and pooled of a fit, and the log multiplier at each
 * size. */
void ladder_solve(const struct ladder *, double level, struct scaling_fit *, struct estimate *each);

/* entry_scaling() returns the scaling fit that contains an entry. entry_scaling_point() returns the
 * entry's point in this fit. Both return NULL if no fit contains the entry. */
const struct scaling_fit *entry_scaling(const struct analysis *, int entry);
const struct scaling_point *entry_scaling_point(const struct analysis *, int entry);

#endif
