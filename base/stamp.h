/* SPDX-License-Identifier: MIT
 * Time stamps: UTC, ISO 8601. */
#ifndef ATTNLAB_STAMP_H
#define ATTNLAB_STAMP_H

enum { STAMP_SIZE = 32 };
/* "2026-01-31T12:00:00Z" into a buffer of STAMP_SIZE; returns it. */
const char *stamp_now(char *buffer);
/* As stamp_now without colons, for file names: "20260131T120000Z". */
const char *stamp_for_name(char *buffer);

#endif
