/* SPDX-License-Identifier: MIT
 * The folder of a run: name, files, checks before writing, state, and the command that resumes the
 * run. */
#ifndef ATTNLAB_RESULT_DIR_H
#define ATTNLAB_RESULT_DIR_H

#include "base/listing.h"
#include "base/mem.h"

/* Returns the default folder of a run, "results/<UTC stamp>-<host>-<commit>". The caller frees the
 * result. */
char *result_dir_name(void);
/* Creates the folder of a new run and its parent folders. Fails if the folder is not empty. On
 * failure, returns false and sets *error, which the caller frees. */
bool result_dir_open(const char *path, char **error);
/* Sets *error to a message that the folder is not empty, with advice. Always returns false. */
bool result_dir_taken(const char *path, char **error);
/* Checks that a folder has a run to resume. On failure, returns false and sets *error, which the
 * caller frees. */
bool result_dir_open_again(const char *path, char **error);
/* Creates a folder and its parent folders. Fails if the folder is not empty. On failure, returns
 * false and sets *error, which the caller frees. */
bool directory_open_empty(const char *path, char **error);
/* Creates FOLDER in PATH. Returns PATH/FOLDER/HASH.END, where HASH is the hash of `name`, or NULL
 * and sets errno. The caller frees the result. */
char *result_dir_file(const char *path, const char *folder, const char *name, const char *end);
void result_dir_drop_empty(const char *path, const char *folder);
/* Returns true if path/name exists. A table may also exist as path/name.gz (csv_read.h). */
bool result_dir_has(const char *path, const char *name);
/* Returns the error message for a folder without a run. The caller frees the message. */
char *result_dir_without_run(const char *path);
/* Returns the names of all runs in a folder, sorted. The caller frees the listing. */
struct listing result_dir_runs(const char *folder);

/* Progress of a run according to the journal, which another process may still be writing. */
struct run_state {
    bool begun;   /* true if the run has a journal */
    bool writing; /* true if another process has the journal open for writing */
    int rows;     /* number of finished rows of the plan */
    int planned;  /* number of rows of the plan according to the manifest; 0 if unknown */
};
struct run_state run_state_of(const char *directory);
/* Returns the command that resumes the run: the last command with -o DIR --resume. The caller frees
 * the result. */
char *resume_command(const char *directory);
/* Returns an error message for a run without tables, with the state of the run and the command that
 * resumes it. Returns NULL if the folder has tables or no run. The caller frees the message. */
char *unfinished_run_error(const char *directory);

#endif
