/* SPDX-License-Identifier: MIT
 * Ten outlines that stay apart under rotation; for shapes.c. */
#ifndef ATTNLAB_SHAPE_OUTLINES_H
#define ATTNLAB_SHAPE_OUTLINES_H

#include <stdbool.h>

enum { OUTLINES = 10 };
extern const char *const outline_names[OUTLINES];

/* Whether a point lies inside outline 0 .. OUTLINES-1, whose own coordinates reach from -1 to 1. */
bool outline_holds(int outline, double u, double v);

#endif
