/* SPDX-License-Identifier: MIT
 * Compresses and decompresses data with zlib (gzip.h). */
#include "base/gzip.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define ZLIB_CONST
#include <zlib.h>

/* zlib settings: window bits (gzip format only), bytes per call, memory level */
enum { GZIP_ONLY = 15 + 16, CHUNK = 1 << 20, MOST_MEMORY = 9 };
enum { TOO_LARGE = 100 }; /* additional status code, distinct from zlib's codes */

const char gzip_truncated[] = "truncated";
const char gzip_too_large[] =
    "the uncompressed content is too large (more than 2 GiB, or implausible for the file size)";

bool gzip_is(const char *bytes, size_t size)
{
    return size >= 2 && memcmp(bytes, "\x1f\x8b", 2) == 0;
}

/* Returns true if all remaining bytes are zero. gzip also ignores such padding. */
static bool is_padding(const char *bytes, size_t size)
{
    size_t i = 0;
    while (i < size && !bytes[i]) i++;
    return i == size;
}

/* Decompresses all members of a gzip file. Returns Z_STREAM_END on success, Z_BUF_ERROR if the
 * input is truncated, otherwise zlib's error code. */
static int inflate_all(z_stream *z, const char *bytes, size_t size, size_t most, struct text *out,
                       size_t *offset)
{
    char *chunk = xalloc(CHUNK);
    size_t at = 0;
    int status = Z_OK;
    while (status == Z_OK || (status == Z_STREAM_END && !is_padding(bytes + at, size - at))) {
        if (status == Z_STREAM_END) inflateReset(z); /* a gzip file may have several members */
        size_t left = size - at, offer = left < INT_MAX ? left : INT_MAX;
        z->next_in = (const Bytef *)(bytes + at);
        z->avail_in = (uInt)offer;
        z->next_out = (Bytef *)chunk;
        z->avail_out = CHUNK;
        status = inflate(z, Z_NO_FLUSH);
        at += offer - z->avail_in;
        text_add_bytes(out, chunk, CHUNK - z->avail_out);
        if (out->length > most) status = TOO_LARGE;
    }
    free(chunk);
    *offset = at;
    return status;
}

size_t gzip_most_of_run(size_t size)
{
    size_t most = (16 << 20) + 100 * size;
    return most < file_most ? most : file_most;
}

const char *gzip_unpack(const char *bytes, size_t size, size_t most, struct text *out,
                        size_t *offset)
{
    z_stream z = {0};
    if (inflateInit2(&z, GZIP_ONLY) != Z_OK) die("cannot initialise zlib %s", zlibVersion());
    int status = inflate_all(&z, bytes, size, most, out, offset);
    const char *fault = status == Z_STREAM_END  ? NULL
                        : status == TOO_LARGE   ? gzip_too_large
                        : status == Z_BUF_ERROR ? gzip_truncated
                        : z.msg                 ? z.msg
                                                : zError(status);
    inflateEnd(&z);
    return fault;
}

char *gzip_pack(const char *bytes, size_t size, size_t *packed)
{
    z_stream z = {0};
    require(size <= INT_MAX);
    if (deflateInit2(&z, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_ONLY, MOST_MEMORY,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        die("cannot initialise zlib %s", zlibVersion());
    uLong most = deflateBound(&z, size);
    char *out = xalloc(most);
    z.next_in = (const Bytef *)bytes;
    z.avail_in = (uInt)size;
    z.next_out = (Bytef *)out;
    z.avail_out = (uInt)most;
    int status = deflate(&z, Z_FINISH);
    require(status == Z_STREAM_END);
    *packed = most - z.avail_out;
    deflateEnd(&z);
    return out;
}

uint32_t crc32_of(const char *bytes, size_t size)
{
    return (uint32_t)crc32_z(0, (const void *)bytes, size);
}
