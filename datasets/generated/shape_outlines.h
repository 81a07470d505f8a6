/* SPDX-License-Identifier: MIT
 * Declares the ten shapes of shapes.c, which can be distinguished in any rotation. */
#ifndef ATTNLAB_SHAPE_OUTLINES_H
#define ATTNLAB_SHAPE_OUTLINES_H

#include <stdbool.h>

enum { OUTLINES = 10 };
extern const char *const outline_names[OUTLINES];

/* Returns true if a point is inside a shape. `outline` is in 0..OUTLINES-1, the coordinates in
 * -1..1. */
bool outline_holds(int outline, double u, double v);

#endif
