/* SPDX-License-Identifier: MIT
 * gzip and its checksum in memory, through zlib: the one place of its header. */
#ifndef ATTNLAB_GZIP_H
#define ATTNLAB_GZIP_H

#include "base/mem.h"

#include <stdint.h>

bool gzip_is(const char *bytes, size_t size); /* by its magic */
/* Appends what all members hold. NULL, or what is wrong; *offset: the byte at which it could not go
 * on. gzip_truncated: the bytes end too early;
 * gzip_too_large: they hold more than `most` bytes. */
const char *gzip_unpack(const char *bytes, size_t size, size_t most, struct text *out,
                        size_t *offset);
extern const char gzip_truncated[], gzip_too_large[];
/* For files of a run, which may come from somebody else: a hundred times their size and 16 MiB.
 * Tables of 2,000 rows hold up to 42 times theirs, a bomb a thousand times. */
size_t gzip_most_of_run(size_t size);
/* As small as it gets, without name and time, so that equal bytes give equal bytes. To be freed. */
char *gzip_pack(const char *bytes, size_t size, size_t *packed);
/* The CRC-32 of some bytes, as gzip has it of a member. */
uint32_t crc32_of(const char *bytes, size_t size);

#endif
