/* SPDX-License-Identifier: MIT
 * Ten outlines that remain distinct under rotation; for shapes.c. */
#ifndef ATTNLAB_SHAPE_OUTLINES_H
#define ATTNLAB_SHAPE_OUTLINES_H

#include <stdbool.h>

enum { OUTLINES = 10 };
extern const char *const outline_names[OUTLINES];

/* Whether a point is inside outline 0 .. OUTLINES-1, whose coordinates range over -1 .. 1. */
bool outline_holds(int outline, double u, double v);

#endif
