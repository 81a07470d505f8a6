/* SPDX-License-Identifier: MIT
 * The last words of a run: how many rows came to what, and why rows were left out. */
#ifndef ATTNLAB_RUN_SUMMARY_H
#define ATTNLAB_RUN_SUMMARY_H

#include "harness/run/run.h"

bool rows_left(const struct run *);
/* A run that is finished, and of which no row has a result that can be used: one that other
 * programs disturbed has none. */
bool measured_nothing(const struct run *);
/* On stderr; of a quiet run only what measured_nothing() has to say. */
void run_summary_print(const struct run *);

#endif
