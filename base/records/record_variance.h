/* SPDX-License-Identifier: MIT
 * What a sample of records adds to the variance of a mean over seeds.
 *
 * Each of n seeds gives a difference of two models that were scored on the same R records, and part
 * x(s, i) of it is that of record i. Seeds and records are both a sample: other seeds give other
 * models, other records another difference. The model is that of two crossed factors (Searle,
 * Casella & McCulloch 1992, ch. 4),
 *
 *     x(s, i) = m + a(s) + b(i) + c(s, i)       the mean over all: m + var a / n + var b / R + var
 * c / nR
 *
 * The spread over the seeds, sd^2 / n, holds var a / n and var c / nR. What it cannot see is var b
 * / R: a record that is easier for the one arm is so with every seed. The spread of the records'
 * means over the seeds holds var b / R and, once more, var c / nR, which is therefore taken off
 * again. */
#ifndef ATTNLAB_RECORD_VARIANCE_H
#define ATTNLAB_RECORD_VARIANCE_H

/* An estimate of var b / R, at least 0. part: (seeds, records); NaN for fewer than two of either.
 */
double records_variance(const double *part, int seeds, int records);

#endif
