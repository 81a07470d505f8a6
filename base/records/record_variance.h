/* SPDX-License-Identifier: MIT
 * Estimates how much the sample of records contributes to the variance of a mean over seeds. For
 * each of n seeds, two models are trained and scored on the same R records; x(s, i) is their
 * difference on record i with seed s. Seeds and records are crossed random factors (Searle, Casella
 * & McCulloch 1992, ch. 4):
 *   x(s, i) = m + a(s) + b(i) + c(s, i),
 *   var(mean) = var a / n + var b / R + var c / nR.
 * The variance over seeds, sd^2 / n, does not include var b / R, because the same records are
 * easier for one arm with every seed. The variance of the record means estimates var b / R + var c
 * / nR; subtracting var c / nR leaves var b / R. */
#ifndef ATTNLAB_RECORD_VARIANCE_H
#define ATTNLAB_RECORD_VARIANCE_H

/* Estimates var b / R, at least 0. The shape of `part` is (seeds, records). Returns NaN for fewer
 * than two seeds or two records. */
double records_variance(const double *part, int seeds, int records);

#endif
