/* SPDX-License-Identifier: MIT
 * Files that a training run writes in addition to its record: KIND/HASH.END in the folder of the
 * run, where HASH is the hash of the row. Record and cells.csv contain these relative paths. A row
 * that reuses the result of another row shares its files. */
#ifndef ATTNLAB_KEPT_FILES_H
#define ATTNLAB_KEPT_FILES_H

#include <jansson.h>
#include <stdbool.h>

/* predictions: one JSON record per line, only with --keep. weights: the scored parameters as
 * safetensors, only with --keep. scores: scores of single records for metrics over records, always.
 */
enum kept { KEPT_PREDICTIONS, KEPT_WEIGHTS, KEPT_SCORES, KEPT_KINDS };
/* Options of the worker, such as "--predictions". */
extern const char *const kept_options[KEPT_KINDS];

/* Returns the path of a row's file and creates its folder. Returns NULL with *error. The caller
 * frees the path or the error. */
char *kept_path(enum kept, const char *directory, const char *row, char **error);
/* Whether a name has the form that kept_path() makes, such as "scores/0123456789abcdef.gz". The
 * name may come from an untrusted record. */
bool kept_is_name(enum kept, const char *name);
/* Adds the name of a file to the record of a training run if the file exists. path may be NULL. */
void kept_note(enum kept, json_t *record, const char *path);
/* Copies all kept files of one run folder into another. Returns false with *error, which the caller
 * frees. */
bool kept_copy_all(const char *from, const char *to, char **error);
/* Copies the files that a journal line of another run names. Prints a note to stderr for each
 * missing file. */
void kept_copy_line(const json_t *line, const char *directory);
/* Removes the folders of kept files that are empty. */
void kept_drop_empty(const char *directory);

/* Whether the value of --keep is NULL or a list of predictions and weights. Prints an error to
 * stderr if it is invalid. */
bool kept_option_valid(const char *command, const char *keep);
/* Whether training runs write this kind of file for a value of --keep. */
bool kept_wanted(enum kept, const char *keep);
/* Whether a journal line names all files that --keep requires. */
bool kept_has(const json_t *line, const char *keep);

#endif
