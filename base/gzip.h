/* SPDX-License-Identifier: MIT
 * Compresses and decompresses gzip data in memory, and computes CRC-32. Only gzip.c uses zlib. */
#ifndef ATTNLAB_GZIP_H
#define ATTNLAB_GZIP_H

#include "base/mem.h"

#include <stdint.h>

bool gzip_is(const char *bytes, size_t size);
/* Appends the decompressed content of all members. Returns NULL on success. On failure, returns an
 * error message and sets *offset to the failing byte. The message is gzip_truncated for incomplete
 * input, and gzip_too_large if the content exceeds `most` bytes. */
const char *gzip_unpack(const char *bytes, size_t size, size_t most, struct text *out,
                        size_t *offset);
extern const char gzip_truncated[], gzip_too_large[];
/* Returns the size limit for a decompressed file of a run: 100 times the compressed size plus 16
 * MiB. The limit stops gzip bombs, which expand 1000-fold; tables expand at most 42-fold. */
size_t gzip_most_of_run(size_t size);
/* Compresses at the highest level. The header has no file name or time, so equal input gives equal
 * output. The caller frees the result. */
char *gzip_pack(const char *bytes, size_t size, size_t *packed);
uint32_t crc32_of(const char *bytes, size_t size);

#endif
