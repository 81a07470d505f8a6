/* SPDX-License-Identifier: MIT
 * All axes of a cell with their values, those included that a cell string leaves out because they
 * have their default. */
#ifndef ATTNLAB_VALUES_H
#define ATTNLAB_VALUES_H

#include "harness/plan/axes.h"

/* False when the string is not a cell (with *error). To be freed in either case. */
bool cell_values(const struct axes *, const char *cell, struct resolved *, char **error);
/* Value of an axis by name, NULL when it does not apply or there is no such axis. */
const char *value_of(const struct axes *, const struct resolved *, const char *axis);

#endif
