/* SPDX-License-Identifier: MIT
 * Scores of single records as a small file that is easy to read.
 *
 * gzip of: header lines, an empty line, the numbers.
 *
 *     attnlab scores 1
 *     split held_out 507 1f0c3b5a99d04e27      number of records, hash of their order
 *     column truth int8                        int8 int16 int32 float64: the smallest that fits
 *     column answer int8
 *
 * One `split` per scored split, followed by its columns; then the numbers of each column in that
 * order, one per record, little-endian. */
#ifndef ATTNLAB_RECORD_FILE_H
#define ATTNLAB_RECORD_FILE_H

#include "base/records/record_scores.h"
#include "base/splits.h"

#include <stdbool.h>

/* Splits without records are left out. False with *error (the caller frees it). */
bool record_file_write(const char *path, const struct record_scores scores[SPLITS], char **error);
/* One split; the caller frees it. False with *error (the caller frees it): unreadable, damaged, or
 * no such split. */
bool record_file_read(const char *path, enum split, struct record_scores *, char **error);

#endif
