/* SPDX-License-Identifier: MIT
 * gzip and CRC-32 in memory, through zlib; the only user of its header. */
#ifndef ATTNLAB_GZIP_H
#define ATTNLAB_GZIP_H

#include "base/mem.h"

#include <stdint.h>

bool gzip_is(const char *bytes, size_t size); /* by its magic number */
/* Appends the content of all members. NULL, or an error with the byte in *offset. gzip_truncated:
 * the input ends too early; gzip_too_large: more than `most` bytes of content. */
const char *gzip_unpack(const char *bytes, size_t size, size_t most, struct text *out,
                        size_t *offset);
extern const char gzip_truncated[], gzip_too_large[];
/* Limit for files of a run, which may be from somebody else: a hundred times their size plus 16
 * MiB. Real tables expand up to 42 times, a gzip bomb a thousand times. */
size_t gzip_most_of_run(size_t size);
/* Best compression, without name and time, so equal bytes give equal bytes. The caller frees it. */
char *gzip_pack(const char *bytes, size_t size, size_t *packed);
/* The CRC-32 as used by gzip. */
uint32_t crc32_of(const char *bytes, size_t size);

#endif
