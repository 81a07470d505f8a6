/* SPDX-License-Identifier: MIT
 * Inside of the journal: the row of a line. */
#ifndef ATTNLAB_JOURNAL_ROWS_H
#define ATTNLAB_JOURNAL_ROWS_H

#include "harness/run/journal/journal.h"

/* Notes the row of the line that begins at a byte of the file: in the place of an earlier line of
 * the same row, or behind all. */
void journal_keep(struct journal *, const json_t *row, size_t at, size_t length);

#endif
