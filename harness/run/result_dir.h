/* SPDX-License-Identifier: MIT
 * The folder of a run: its name, whether a run may write there, files in it, how much of the run is
 * finished, and how to resume it. */
#ifndef ATTNLAB_RESULT_DIR_H
#define ATTNLAB_RESULT_DIR_H

#include "base/listing.h"
#include "base/mem.h"

/* "results/<UTC stamp>-<host>-<commit>"; the caller frees it. */
char *result_dir_name(void);
/* For a new run: creates the folder and its parents. False with *error (the caller frees it): it is
 * not empty. */
bool result_dir_open(const char *path, char **error);
/* That refusal: always false. */
bool result_dir_taken(const char *path, char **error);
/* To resume the run that is there. False with *error (the caller frees it). */
bool result_dir_open_again(const char *path, char **error);
/* Creates any other folder and its parents. False with *error (the caller frees it): it is not
 * empty. */
bool directory_open_empty(const char *path, char **error);
/* PATH/FOLDER/HASH.END (the caller frees it); HASH is of `name`, which may be no valid file name.
 * Creates FOLDER; NULL with errno set when it cannot. */
char *result_dir_file(const char *path, const char *folder, const char *name, const char *end);
/* Removes FOLDER if it is empty. */
void result_dir_drop_empty(const char *path, const char *folder);
/* Whether path/name exists, or for a table name.gz (csv_read.h). */
bool result_dir_has(const char *path, const char *name);
/* The error for a folder without a run; the caller frees it. */
char *result_dir_without_run(const char *path);
/* The names of the runs in a folder, in order; the caller frees it. */
struct listing result_dir_runs(const char *folder);

/* How much of a run is finished, by its journal; another process may be writing to it. */
struct run_state {
    bool begun;   /* it has a journal */
    bool writing; /* a process has it open for writing */
    int rows;     /* finished rows of the plan */
    int planned;  /* by the manifest; 0: unknown */
};
struct run_state run_state_of(const char *directory);
/* The command that resumes the run: that of its last session, with -o DIR --resume. The caller
 * frees it. */
char *resume_command(const char *directory);
/* The error for a run without tables, with its state and that command (the caller frees it); NULL:
 * it has tables, or is not a run. */
char *unfinished_run_error(const char *directory);

#endif
