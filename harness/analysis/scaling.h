/* SPDX-License-Identifier: MIT
 * Arms trained at several sizes: how much compute an arm saves or wastes compared with its
 * reference.
 *
 * The reference's losses at its sizes give a power law of training compute C:
 *
 *     L = E + A C^-alpha.
 *
 * By that law, the reference would need a certain compute to reach the arm's loss at a size. The
 * compute multiplier is this compute divided by the arm's. At 2 the reference needs twice as much;
 * below 1 the arm wastes compute. The law may be wrong at a size for every arm. Therefore the
 * multiplier is divided by that of the reference itself, which is 1 if the law is exact:
 *
 *     [C(arm's loss) / arm's compute] / [C(reference's loss) / reference's compute].
 *
 * There is one test per arm, on the mean logarithm of its multipliers over the sizes. No prediction
 * is made for other sizes.
 *
 * Intervals are Student's. Their variance comes from a jackknife that leaves out one pair of
 * training runs at a time, with Satterthwaite's degrees of freedom. Seeds at different sizes are
 * independent. The variances due to tuning and text are added, as in the interval of a loss. Text
 * errors of different sizes count as fully correlated, because all sizes are scored on the same
 * text. */
#ifndef ATTNLAB_SCALING_H
#define ATTNLAB_SCALING_H

#include "harness/analysis/analysis.h"

enum { LEAST_SIZES = 3, LEAST_SEEDS = 2 };

/* ---- the law (law.c) ---- */

struct law {
    /* E, log A and alpha; NaN with fewer than two different costs */
    double floor, log_scale, exponent;
};
/* Fits the law to log L at `count` points by least squares. E is at least 0 and at most 99 % of
 * exp(least_loss). */
struct law law_fit(const double *log_cost, const double *log_loss, int count, double least_loss);
double law_log_loss(const struct law *, double log_cost);
/* Inverts the law; NaN if no compute reaches the loss. */
double law_log_cost(const struct law *, double log_loss);

/* ---- an arm and its reference over sizes ---- */

enum { OWN, REFERENCE, PAIR };
struct ladder {
    int sizes, seeds; /* number of sizes; maximum number of seeds over the sizes */
    /* log FLOPs and log loss (sizes, seeds) per side; NaN unless both sides ended */
    double *cost[PAIR], *loss[PAIR];
    /* variance and standard deviation (sizes) of the difference in log loss, due to tuning and
     * text */
    double *tuning_variance, *text_sd;
    bool *left_out; /* whether each size is excluded from the law and the test */
};
struct ladder_fit {
    const char *fault; /* why there is no law; NULL if there is one */
    int sizes, seeds;  /* number of sizes in the fit; minimum number of seeds over these sizes */
    struct law law;
    /* log multipliers: pooled over all sizes; per size, freed by the caller */
    struct estimate pooled, *each;
};
struct ladder_fit ladder_solve(const struct ladder *, double level);

/* ---- of a question ---- */

struct scaling_fit {
    int entry, reference; /* the arm's and the reference's entry at the first size */
    char *ladder; /* name that distinguishes these sizes from others of the question; may be "" */
    struct span points;
    const char *fault; /* why there is no law; NULL if there is one */
    int sizes, seeds;
    struct law law;
    struct estimate pooled;
    double p_corrected; /* p-value after Holm's correction over the arms of the question */
    enum outcome outcome;
    const char *failed_check; /* why the arm is not judged; NULL if it is */
};
struct scaling_point {
    int fit, entry, seeds;
    /* flops and loss: geometric means over the seeds; NaN if missing */
    double parameters, flops, loss;
    struct estimate multiplier;
    const char *left_out; /* failed check that excludes this size from the fit; NULL if none */
};
/* Returns the fit, and the point in it, of an entry; NULL if the entry is in no fit. */
const struct scaling_fit *entry_scaling(const struct analysis *, int entry);
const struct scaling_point *entry_scaling_point(const struct analysis *, int entry);

#endif
