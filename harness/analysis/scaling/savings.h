/* SPDX-License-Identifier: MIT
 * What may be said of the compute multipliers of a question (savings.c). */
#ifndef ATTNLAB_SAVINGS_H
#define ATTNLAB_SAVINGS_H

#include "harness/analysis/analysis.h"

/* Judges the points from `first` on, which are those of a question, by one cost. */
void judge_savings(struct analysis *, int first, enum curve_axis cost);

#endif
