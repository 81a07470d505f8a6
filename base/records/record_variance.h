/* SPDX-License-Identifier: MIT
 * Variance of a mean over seeds that is due to the sample of records.
 *
 * Each of n seeds gives the difference between two models scored on the same R records; x(s, i) is
 * the contribution of record i. Seeds and records are both random samples. The model has two
 * crossed factors (Searle, Casella & McCulloch 1992, ch. 4):
 *
 *     x(s, i) = m + a(s) + b(i) + c(s, i),      var(mean) = var a / n + var b / R + var c / nR
 *
 * The variance over seeds, sd^2 / n, includes var a / n and var c / nR. It misses var b / R,
 * because a record that is easier for one arm is easier with every seed. The variance of the record
 * means includes var b / R and var c / nR; subtracting the latter leaves var b / R. */
#ifndef ATTNLAB_RECORD_VARIANCE_H
#define ATTNLAB_RECORD_VARIANCE_H

/* Estimates var b / R, at least 0, from part (seeds, records). NaN for fewer than two seeds or two
 * records. */
double records_variance(const double *part, int seeds, int records);

#endif
