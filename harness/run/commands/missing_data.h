/* SPDX-License-Identifier: MIT
 * Data that a plan needs and that cannot be opened, told before the first row. */
#ifndef ATTNLAB_MISSING_DATA_H
#define ATTNLAB_MISSING_DATA_H

#include "harness/plan/plan.h"

/* What is wrong with the data of each cell of a plan, NULL: nothing; to be freed with
 * data_faults_free(). NULL with *error (to be freed). */
char **data_faults_of(const struct plan *, const char *worker, char **error);
void data_faults_free(char **faults, const struct plan *);
/* Tells on stderr, each reason once, of the rows that lack their data; needs_none: of each row,
 * whether it is done, or no row that could run. Returns how many rows lack data. */
int missing_data_print(const char *command, const struct plan *, char *const *faults,
                       const bool *needs_none);
/* What can be done about it, where nothing was left out by --skip-missing-data. */
extern const char missing_data_advice[];

#endif
