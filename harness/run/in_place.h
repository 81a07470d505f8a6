/* SPDX-License-Identifier: MIT
 * Whether the folder of a run is still where the run writes to it. Whoever deletes or renames it
 * leaves the driver with an open journal that no path leads to: hours of rows would go there. */
#ifndef ATTNLAB_IN_PLACE_H
#define ATTNLAB_IN_PLACE_H

#include "harness/run/run.h"

/* False with *error, to be freed: what was found there, and where the finished rows are. */
bool run_in_place(const struct run *, char **error);
/* An error of writing, with what is safe and how the run goes on, or that its folder is gone; takes
 * the error over. */
char *run_write_failed(const struct run *, char *error);

#endif
