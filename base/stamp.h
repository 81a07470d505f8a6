/* SPDX-License-Identifier: MIT
 * Formats time stamps in UTC (ISO 8601). */
#ifndef ATTNLAB_STAMP_H
#define ATTNLAB_STAMP_H

enum { STAMP_SIZE = 32 };
/* Writes "2026-01-31T12:00:00Z" to a buffer of STAMP_SIZE bytes and returns the buffer. */
const char *stamp_now(char *buffer);
/* Writes the time without colons, for file names: "20260131T120000Z". */
const char *stamp_for_name(char *buffer);

#endif
