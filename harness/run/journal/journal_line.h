/* SPDX-License-Identifier: MIT
 * One finished row as a line of the journal. Its last member is the CRC-32 of all bytes before it:
 *
 *   {"ablation":"...",...,"crc32":"0123abcd"}
 *
 * so that a digit that changed on the disk, or by hand, is seen. Lines of before there were
 * checksums have none, and are taken as they are. */
#ifndef ATTNLAB_JOURNAL_LINE_H
#define ATTNLAB_JOURNAL_LINE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

/* With its line end; *size without the NUL behind it. To be freed. */
char *journal_line(const json_t *row, size_t *size);
/* The row of a line, without the checksum; NULL with *why, to be freed: what is wrong with it. */
json_t *journal_line_read(const char *line, size_t length, char **why);
/* Whether a file begins as journals do, or is too short to tell. */
bool journal_begins(const char *data, size_t size);

#endif
