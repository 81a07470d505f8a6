/* SPDX-License-Identifier: MIT
 * The directory of a run: its name, and whether a run may write there. */
#ifndef ATTNLAB_RESULT_DIR_H
#define ATTNLAB_RESULT_DIR_H

#include "base/mem.h"

/* "results/<UTC stamp>-<host>-<commit>", to be freed. */
char *result_dir_name(void);
/* For a new run: makes the directory and its parents; one that holds something is refused. False
 * with *error (to be freed). */
bool result_dir_open(const char *path, char **error);
/* To go on with the run that is there. False with *error (to be freed). */
bool result_dir_open_again(const char *path, char **error);
/* Makes a directory and its parents where they are missing. False with *error (to be freed). */
bool directory_open(const char *path, char **error);
/* Makes a directory and its parents; one that holds something is refused. False with *error (to be
 * freed). */
bool directory_open_empty(const char *path, char **error);
/* Whether path/name exists, or of a table name.gz (csv_read.h). */
bool result_dir_has(const char *path, const char *name);
/* Adds the names of the runs that a folder holds, in order, a blank before each. */
void result_dir_runs(const char *folder, struct text *names);

#endif
