/* SPDX-License-Identifier: MIT
 * FNV-1a, 64 bits: hash = hash_bytes(HASH_START, ...), then on and on. The same on every machine.
 * It tells contents apart; it does not withstand an adversary. */
#ifndef ATTNLAB_HASH_H
#define ATTNLAB_HASH_H

#include "base/utf8.h"

static const uint64_t HASH_START = 0xcbf29ce484222325u;

static inline uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
    const unsigned char *b = bytes;
    for (size_t i = 0; i < size; i++) hash = (hash ^ b[i]) * 0x100000001b3u;
    return hash;
}

static inline uint64_t hash_number(uint64_t hash, int64_t number)
{
    unsigned char bytes[8]; /* little-endian whatever the machine is */
    for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
    return hash_bytes(hash, bytes, sizeof bytes);
}

/* The size before the contents, so that "ab", "c" and "a", "bc" differ. */
static inline uint64_t hash_text(uint64_t hash, struct string text)
{
    return hash_bytes(hash_number(hash, (int64_t)text.size), text.at, text.size);
}

#endif
