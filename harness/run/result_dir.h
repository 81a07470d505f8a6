/* SPDX-License-Identifier: MIT
 * The folder of a run: its name, whether a run may write there, its files, how much of the run is
 * finished, and how to resume it. */
#ifndef ATTNLAB_RESULT_DIR_H
#define ATTNLAB_RESULT_DIR_H

#include "base/listing.h"
#include "base/mem.h"

/* Returns "results/<UTC stamp>-<host>-<commit>". The caller frees the result. */
char *result_dir_name(void);
/* Creates the folder of a new run and its parents. Returns false with *error, which the caller
 * frees, for example if the folder is not empty. */
bool result_dir_open(const char *path, char **error);
/* Sets *error for a folder that is not empty. Returns false. */
bool result_dir_taken(const char *path, char **error);
/* Checks a folder in which a run is to be resumed. Returns false with *error, which the caller
 * frees. */
bool result_dir_open_again(const char *path, char **error);
/* Creates any other folder and its parents. Returns false with *error, which the caller frees, for
 * example if the folder is not empty. */
bool directory_open_empty(const char *path, char **error);
/* Creates FOLDER and returns PATH/FOLDER/HASH.END, where HASH is the hash of `name`. Returns NULL
 * with errno set if FOLDER cannot be created. The caller frees the result. */
char *result_dir_file(const char *path, const char *folder, const char *name, const char *end);
void result_dir_drop_empty(const char *path, const char *folder);
/* Whether path/name exists, or for a table path/name.gz (csv_read.h). */
bool result_dir_has(const char *path, const char *name);
/* Returns the error for a folder without a run. The caller frees the result. */
char *result_dir_without_run(const char *path);
/* Returns the sorted names of the runs in a folder. The caller frees the listing. */
struct listing result_dir_runs(const char *folder);

/* How much of a run is finished according to its journal. Another process may be writing to it. */
struct run_state {
    bool begun;   /* the run has a journal */
    bool writing; /* another process has the journal open for writing */
    int rows;     /* number of finished rows of the plan */
    int planned;  /* number of rows according to the manifest; 0: unknown */
};
struct run_state run_state_of(const char *directory);
/* Returns the command that resumes the run: the command of its last session with -o DIR --resume.
 * The caller frees the result. */
char *resume_command(const char *directory);
/* Returns the error for a run without tables, with its state and the command that resumes it.
 * Returns NULL if there are tables or no run. The caller frees the result. */
char *unfinished_run_error(const char *directory);

#endif
