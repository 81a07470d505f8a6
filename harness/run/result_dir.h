/* SPDX-License-Identifier: MIT
 * The directory of a run: its name, whether a run may write there, and files in it whose names are
 * hashes: what a row is called may be longer than a name of a file, and hold what none may. */
#ifndef ATTNLAB_RESULT_DIR_H
#define ATTNLAB_RESULT_DIR_H

#include "base/listing.h"
#include "base/mem.h"

/* "results/<UTC stamp>-<host>-<commit>", to be freed. */
char *result_dir_name(void);
/* For a new run: makes the directory and its parents; one that holds something is refused. False
 * with *error (to be freed). */
bool result_dir_open(const char *path, char **error);
/* The refusal: always false, with *error. */
bool result_dir_taken(const char *path, char **error);
/* To go on with the run that is there. False with *error (to be freed). */
bool result_dir_open_again(const char *path, char **error);
/* Makes a directory and its parents; one that holds something is refused. False with *error (to be
 * freed). */
bool directory_open_empty(const char *path, char **error);
/* The file of what `name` identifies in a folder of a run, to be freed: PATH/FOLDER/HASH.END, HASH
 * being of the name. The folder is made. NULL with errno set when it cannot be. */
char *result_dir_file(const char *path, const char *folder, const char *name, const char *end);
/* Removes such a folder if no file is in it. */
void result_dir_drop_empty(const char *path, const char *folder);
/* Whether path/name exists, or of a table name.gz (csv_read.h). */
bool result_dir_has(const char *path, const char *name);
/* What is said of a folder in which no run was found, nor a folder of runs, to be freed. */
char *result_dir_without_run(const char *path);
/* The names of the runs that a folder holds, in order; to be freed. */
struct listing result_dir_runs(const char *folder);

#endif
