/* SPDX-License-Identifier: MIT
 * Estimates the variance of a mean over seeds that is due to the sample of records.
 *
 * Two models are scored on the same R records, with each of n seeds. x(s, i) is the contribution of
 * record i to their difference with seed s. Seeds and records are both random samples. The model
 * has two crossed factors (Searle, Casella & McCulloch 1992, ch. 4):
 *   x(s, i) = m + a(s) + b(i) + c(s, i)
 *   var(mean) = var a / n + var b / R + var c / nR
 * The variance over seeds, sd^2 / n, estimates var a / n + var c / nR. It misses var b / R, because
 * a record that is easier for one arm is easier with every seed. The variance of the record means
 * estimates var b / R + var c / nR; subtracting var c / nR leaves var b / R. */
#ifndef ATTNLAB_RECORD_VARIANCE_H
#define ATTNLAB_RECORD_VARIANCE_H

/* Estimates var b / R, at least 0, from part (seeds, records). Returns NaN for fewer than two seeds
 * or two records. */
double records_variance(const double *part, int seeds, int records);

#endif
