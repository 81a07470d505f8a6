/* SPDX-License-Identifier: MIT
 * Where the predictions of a row are kept: DIRECTORY/predictions/HASH.jsonl, HASH being of what
 * identifies the row. The record names the file as seen from the directory. */
#ifndef ATTNLAB_KEPT_PREDICTIONS_H
#define ATTNLAB_KEPT_PREDICTIONS_H

#include <jansson.h>
#include <stdbool.h>

/* The file, to be freed; its folder is made. NULL with *error (to be freed). */
char *predictions_path(const char *directory, const char *row, char **error);
/* Names the file in the record of a row that trained, if it was written; path may be NULL. */
void predictions_note(json_t *record, const char *path);
/* Copies all that one directory has of them into another. False with *error (to be freed). */
bool predictions_copy(const char *from, const char *to, char **error);
/* What --keep says. False after a message to stderr: it must be "predictions", or NULL. */
bool predictions_asked(const char *command, const char *keep);

#endif
