/* SPDX-License-Identifier: MIT
 * Computes non-cryptographic hashes.
 *
 * hash_bytes() computes the 64-bit FNV-1a hash, for example of files. The value is the same on
 * every machine. The first call starts with HASH_START; each further call continues from the
 * previous hash.
 *
 * hash_word() hashes eight bytes per step, for tables and large arrays in memory. Its values are
 * never saved. */
#ifndef ATTNLAB_HASH_H
#define ATTNLAB_HASH_H

#include "base/utf8.h"

#include <string.h>

static const uint64_t HASH_START = 0xcbf29ce484222325u;
#define HASH_PRIME UINT64_C(0x100000001b3)

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ b[i]) * HASH_PRIME;
    return hash;
}

/* Hashes a number as eight little-endian bytes. One multiplication suffices for all high zero bytes
 * together. */
static inline uint64_t hash_number(uint64_t hash, int64_t number)
{
    const uint64_t P = HASH_PRIME, P2 = P * P, P4 = P2 * P2;
    const uint64_t zeros[] = {1, P, P2, P2 * P, P4, P4 * P, P4 * P2, P4 * P2 * P, P4 * P4};
    uint64_t left = (uint64_t)number;
    int bytes = 0;
    for (; left; left >>= 8, bytes++) hash = (hash ^ (left & 0xff)) * P;
    return hash * zeros[8 - bytes];
}

/* Hashes a text's size, then its bytes, so that "ab", "c" and "a", "bc" have different hashes. */
static inline uint64_t hash_text(uint64_t hash, struct string text)
{
    return hash_bytes(hash_number(hash, (int64_t)text.size), text.at, text.size);
}

static inline uint64_t hash_word(uint64_t hash, uint64_t word)
{
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 29;
}

static inline uint64_t hash_array(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (uint64_t word; size >= sizeof word; size -= sizeof word, b += sizeof word) {
        memcpy(&word, b, sizeof word);
        hash = hash_word(hash, word);
    }
    return hash_bytes(hash, b, size);
}

#endif
