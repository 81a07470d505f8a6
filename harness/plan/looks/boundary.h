/* SPDX-License-Identifier: MIT
 * Looks: a comparison may be judged before all of its seeds are trained, at numbers of seeds that
 * were declared before any was. Who looks K times and believes each time what an interval of 95 %
 * says is wrong far more often than in 5 % of cases (Armitage, McPherson & Rowe 1969: 13 % for four
 * looks). So the looks share the 5 %: the k-th, of K, spends
 *
 *     w_k = 2 k / (K (K + 1))        10, 20, 30 and 40 % of it, for four looks
 *
 * By Bonferroni's inequality the sum of what is spent bounds the rate of all looks together,
 * however they hang together: the data of the later ones hold those of the earlier, and a
 * comparison may be stopped by any rule. What is said at a look:
 *
 *   p          min over the looks so far of p_j / w_j, at most 1: a p-value whenever the comparison
 *              is stopped, that can only fall, so that it may be corrected further (Holm)
 *   interval   of confidence 1 - 0.05 w_k: the repeated confidence interval (Jennison & Turnbull
 *              1989, JRSS B 51(3)); all K together hold the truth in 95 % of cases
 *
 * The weights rise, since power is worth most where most pairs are. Simulated (test_boundary.c) for
 * looks at 4, 8, 12 and 16 pairs: false in 3.9 % of cases, and a difference of 0.75, 1 and 1.25
 * times its spread is found in 68, 92 and 99 %; with equal weights in 62, 88 and 98 %. The price
 * of a bound for any dependence is the 1.1 % that are left; a boundary that knows the joint
 * distribution of t statistics would find a little more. */
#ifndef ATTNLAB_BOUNDARY_H
#define ATTNLAB_BOUNDARY_H

#include "base/paired.h"
#include "harness/plan/spec.h"

/* The share that a look spends; looks count from 0. Of one look, all. */
double look_share(int look, int looks);
/* The confidence of its interval, where all looks together shall have that of `level`. */
double look_level(double level, int look, int looks);
/* p of the looks up to one, of which p[j] is what the j-th says by itself; NaN: nothing, as where
 * all say nothing. */
double look_p(const double *p, int look, int looks);
/* Mean, interval and p at a look, without the sign-flip test. known[j]: how many of the gains,
 * which stand in the order of looks, there are at the j-th; variance[j]: what their mean has
 * beside, as in stats_widen(), NULL: nothing. */
struct estimate look_estimate(const double *gains, const int *known, int look, int looks,
                              const double *variance, double level);

#endif
