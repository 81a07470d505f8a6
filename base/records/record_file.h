/* SPDX-License-Identifier: MIT
 * A file of per-record scores: a gzip file with header lines, an empty line, then binary numbers.
 * Header lines:
 *   attnlab scores 1: the first line.
 *   split NAME RECORDS HASH: one per scored split, with the number of records and the hash of their
 *   order.
 *   column NAME TYPE: one per column of the split, for example "column truth int8".
 * TYPE is the smallest of int8, int16, int32 and float64 that fits all numbers of the column. The
 * binary numbers have the order of the column lines, one number per record, little-endian. */
#ifndef ATTNLAB_RECORD_FILE_H
#define ATTNLAB_RECORD_FILE_H

#include "base/records/record_scores.h"
#include "base/splits.h"

#include <stdbool.h>

/* Writes all splits with records to a file. On failure, returns false and sets *error, which the
 * caller frees. */
bool record_file_write(const char *path, const struct record_scores scores[SPLITS], char **error);
/* Reads the scores of one split. Returns false and sets *error if the file is unreadable or
 * damaged, or lacks the split. The caller frees the scores or the error. */
bool record_file_read(const char *path, enum split, struct record_scores *, char **error);

#endif
