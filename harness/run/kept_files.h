/* SPDX-License-Identifier: MIT
 * Files that a training leaves beside its record: KIND/HASH.END in the run's folder, HASH being of
 * its row. Record and cells.csv name them relative to the folder. A row that takes another's result
 * has the other's files. */
#ifndef ATTNLAB_KEPT_FILES_H
#define ATTNLAB_KEPT_FILES_H

#include <jansson.h>
#include <stdbool.h>

/* predictions: one JSON record per line; weights: the scored parameters, as safetensors; both only
 * with --keep. scores: what metrics over records are made of, always. */
enum kept { KEPT_PREDICTIONS, KEPT_WEIGHTS, KEPT_SCORES, KEPT_KINDS };
/* The worker's option for each: "--predictions". */
extern const char *const kept_options[KEPT_KINDS];

/* The path for a row (the caller frees it); its folder is created. NULL with *error (the caller
 * frees it). */
char *kept_path(enum kept, const char *directory, const char *row, char **error);
/* Whether a record, perhaps from somebody else, names a file as kept_path() does:
 * "scores/0123456789abcdef.gz". */
bool kept_is_name(enum kept, const char *name);
/* Names the file in the record of a training, if it was written; path may be NULL. */
void kept_note(enum kept, json_t *record, const char *path);
/* Copies all of one directory into another. False with *error (the caller frees it). */
bool kept_copy_all(const char *from, const char *to, char **error);
/* Copies the files of a journal line from another run; missing ones are noted on stderr. */
void kept_copy_line(const json_t *line, const char *directory);
/* Removes empty folders. */
void kept_drop_empty(const char *directory);

/* Whether the value of --keep is a list of predictions and weights, or NULL. False after a message
 * to stderr. */
bool kept_option_valid(const char *command, const char *keep);
/* Whether trainings leave this kind under a value of --keep. */
bool kept_wanted(enum kept, const char *keep);
/* Whether a journal line names all files that --keep wants. */
bool kept_has(const json_t *line, const char *keep);

#endif
