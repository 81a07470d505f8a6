/* SPDX-License-Identifier: MIT
 * attnlab list figures: the kinds of figures and what each takes. */
#ifndef ATTNLAB_LIST_FIGURES_H
#define ATTNLAB_LIST_FIGURES_H

#include "harness/plan/axes/axes.h"

bool list_figures(const struct axes *);

#endif
