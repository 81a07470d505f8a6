/* SPDX-License-Identifier: MIT
 * Files that a row leaves beside its record: KIND/HASH.END in the directory of the run, HASH being
 * of what identifies the row. The record names each as seen from the directory, and so does the
 * column of its kind in cells.csv; a row that takes another's result has the other's files. */
#ifndef ATTNLAB_KEPT_FILES_H
#define ATTNLAB_KEPT_FILES_H

#include <jansson.h>
#include <stdbool.h>

/* predictions: what was answered, a record a line; weights: the parameters that were scored, as
 * safetensors; both where they are asked for (--keep). scores: of what metrics over records are
 * made, of every row that trains. */
enum kept { KEPT_PREDICTIONS, KEPT_WEIGHTS, KEPT_SCORES, KEPT_KINDS };
/* The option of the worker that asks for each: "--predictions". */
extern const char *const kept_options[KEPT_KINDS];

/* The file, to be freed; its folder is made. NULL with *error (to be freed). */
char *kept_path(enum kept, const char *directory, const char *row, char **error);
/* Whether a record that may come from somebody else names a file of this kind as kept_path() does:
 * "scores/0123456789abcdef.gz". */
bool kept_is_name(enum kept, const char *name);
/* Names the file in the record of a row that trained, if it was written; path may be NULL. */
void kept_note(enum kept, json_t *record, const char *path);
/* Copies all that one directory has into another. False with *error (to be freed). */
bool kept_copy_all(const char *from, const char *to, char **error);
/* Copies what a line of a journal names that was taken from another run; what is gone is told on
 * stderr, and the analysis says what it lacks. */
void kept_bring(const json_t *line, const char *directory);
/* Removes folders in which nothing was kept. */
void kept_end(const char *directory);
/* What --keep says: NULL, or names that it may ask for, with commas between them. False after a
 * message to stderr. */
bool kept_asked(const char *command, const char *keep);
/* Whether rows that train leave it, --keep having said so much. */
bool kept_wanted(enum kept, const char *keep);
/* Whether a line of a journal names all that --keep asks for. */
bool kept_has(const json_t *line, const char *keep);

#endif
