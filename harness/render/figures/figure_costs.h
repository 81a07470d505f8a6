/* SPDX-License-Identifier: MIT
 * The figure of a folder of runs: every arm of every question that trains. */
#ifndef ATTNLAB_FIGURE_COSTS_H
#define ATTNLAB_FIGURE_COSTS_H

#include "harness/analysis/analysis.h"
#include "harness/render/figures/chart.h"

/* Gives the number of points; 0: nothing to draw. The script is plots/questions_pareto.gp. */
int fill_folder_pareto(struct chart *, const struct analysis *const *runs, int count);

#endif
