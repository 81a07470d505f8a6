/* SPDX-License-Identifier: MIT
 * What is known of single records, as a file: small, and readable by others in a few lines.
 *
 * gzip of: a head of lines, an empty line, the numbers.
 *
 *     attnlab scores 1
 *     split held_out 507 1f0c3b5a99d04e27      its records, and the hash of them in their order
 *     column truth int8                        int8 int16 int32 float64: the smallest that holds it
 *     column answer int8
 *
 * with a `split` for each that was scored, each followed by its columns; then the numbers of each
 * column in that order, a number a record, little end first. */
#ifndef ATTNLAB_RECORD_FILE_H
#define ATTNLAB_RECORD_FILE_H

#include "base/records/record_scores.h"
#include "base/splits.h"

#include <stdbool.h>

/* Splits without records are left out. False with *error (to be freed). */
bool record_file_write(const char *path, const struct record_scores scores[SPLITS], char **error);
/* One split of it, to be freed. False with *error (to be freed): it cannot be read, is damaged, or
 * has no such split. */
bool record_file_read(const char *path, enum split, struct record_scores *, char **error);

#endif
