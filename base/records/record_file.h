/* SPDX-License-Identifier: MIT
 * A file of per-record scores: a gzip file with header lines, an empty line, then binary numbers.
 *
 *     attnlab scores 1
 *     split held_out 507 1f0c3b5a99d04e27      number of records, hash of their order
 *     column truth int8                        smallest of int8 int16 int32 float64 that fits
 *     column answer int8
 *
 * Each scored split has a `split` line followed by its columns. The numbers of each column follow
 * in the same order, one per record, little-endian. */
#ifndef ATTNLAB_RECORD_FILE_H
#define ATTNLAB_RECORD_FILE_H

#include "base/records/record_scores.h"
#include "base/splits.h"

#include <stdbool.h>

/* Writes the splits that have records to a file. Returns false and sets *error (freed by the
 * caller) on failure. */
bool record_file_write(const char *path, const struct record_scores scores[SPLITS], char **error);
/* Reads the scores of one split; the caller frees the scores. Returns false and sets *error (freed
 * by the caller) if the file is unreadable or damaged, or lacks the split. */
bool record_file_read(const char *path, enum split, struct record_scores *, char **error);

#endif
