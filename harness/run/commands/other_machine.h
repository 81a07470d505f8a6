/* SPDX-License-Identifier: MIT
 * A run that goes on on another machine than it began on. */
#ifndef ATTNLAB_OTHER_MACHINE_H
#define ATTNLAB_OTHER_MACHINE_H

#include "harness/run/run.h"

/* Of a run whose manifest was read: where this is another machine, or another start of it, each
 * row from now on says so; of another machine people are told. False with *error where rows are
 * timed: those of two machines cannot stand in one figure. */
bool other_machine_goes_on(struct run *, char **error);

#endif
