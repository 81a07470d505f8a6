/* SPDX-License-Identifier: MIT
 * Files that a training run writes in addition to its record. The path within the run's folder is
 * KIND/HASH.END, where HASH is computed from the row. The record and cells.csv contain this path.
 * Rows that share a training run share the files. */
#ifndef ATTNLAB_KEPT_FILES_H
#define ATTNLAB_KEPT_FILES_H

#include <jansson.h>
#include <stdbool.h>

/* Kinds of kept files:
 *  KEPT_PREDICTIONS  one JSON record per line; only with --keep
 *  KEPT_WEIGHTS      the scored parameters as safetensors; only with --keep
 *  KEPT_SCORES       the score of each record; always written */
enum kept { KEPT_PREDICTIONS, KEPT_WEIGHTS, KEPT_SCORES, KEPT_KINDS };
/* worker option of each kind, such as "--predictions" */
extern const char *const kept_options[KEPT_KINDS];

/* Returns the reason (errno) why `folder` cannot be created in a run's folder. The text is UTF-8;
 * the caller frees it. */
char *run_folder_error(const char *directory, const char *folder);
/* Returns the path of a row's kept file and creates its folder. On failure, returns NULL and sets
 * *error. The caller frees the path or the error. */
char *kept_path(enum kept, const char *directory, const char *row, char **error);
/* Returns true if a name has the form KIND/HASH.END, such as "scores/0123456789abcdef.gz". Use this
 * for names from untrusted records. */
bool kept_is_name(enum kept, const char *name);
/* Adds the name of a kept file to the record of the training run, if the file exists. `path` may be
 * NULL. */
void kept_note(enum kept, json_t *record, const char *path);
/* Copies all kept files from one run folder to another. On failure, returns false and sets *error,
 * which the caller frees. */
bool kept_copy_all(const char *from, const char *to, char **error);
/* Copies the kept files listed in a journal line of another run. Prints a note to stderr for each
 * missing file. */
void kept_copy_line(const json_t *line, const char *directory);
/* Removes empty folders of kept files. */
void kept_drop_empty(const char *directory);

/* Returns true if the value of --keep is valid: NULL, or a list of the words predictions and
 * weights. Otherwise prints an error to stderr. */
bool kept_option_valid(const char *command, const char *keep);
/* Returns true if training runs write files of this kind. `keep` is the value of --keep. */
bool kept_wanted(enum kept, const char *keep);
/* Returns true if a journal line lists all files that --keep requests. */
bool kept_has(const json_t *line, const char *keep);

#endif
