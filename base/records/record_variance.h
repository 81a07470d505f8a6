/* SPDX-License-Identifier: MIT
 * Variance that a sample of records adds to a mean over seeds.
 *
 * Each of n seeds gives a difference of two models scored on the same R records; x(s, i) is the
 * part of record i. Seeds and records are both samples. The model has two crossed factors (Searle,
 * Casella & McCulloch 1992, ch. 4):
 *
 *     x(s, i) = m + a(s) + b(i) + c(s, i),      var(mean) = var a / n + var b / R + var c / nR
 *
 * The spread over the seeds, sd^2 / n, holds var a / n and var c / nR, but not var b / R, since a
 * record that is easier for one arm is so with every seed. The spread of the record means holds var
 * b / R and var c / nR, which is subtracted. */
#ifndef ATTNLAB_RECORD_VARIANCE_H
#define ATTNLAB_RECORD_VARIANCE_H

/* An estimate of var b / R, at least 0. part: (seeds, records); NaN for fewer than two of
 * either. */
double records_variance(const double *part, int seeds, int records);

#endif
