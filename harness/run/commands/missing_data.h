/* SPDX-License-Identifier: MIT
 * Data that a plan needs is opened before the first row. What cannot be opened is told on stderr,
 * each reason once, with the count of rows that it concerns. */
#ifndef ATTNLAB_MISSING_DATA_H
#define ATTNLAB_MISSING_DATA_H

#include "harness/run/run.h"

/* 0: all is there, or rows without data are to be skipped; else the exit code. */
int plan_open_data(const struct plan *, const struct prediction *cells, const struct reuse *,
                   const char *worker, bool skip_missing);
/* Fills run->faults, to be freed with texts_free(). Rows that are done, or taken from an
 * earlier run, need no data. */
int run_open_data(struct run *);

#endif
