/* SPDX-License-Identifier: MIT
 * Compares FNV-1a hashes with values published by the authors. Numbers are hashed as eight bytes.
 */
#include "tests/unit/test.h"
#include "base/hash.h"

static uint64_t hash_of(const char *text) { return hash_bytes(HASH_START, text, strlen(text)); }

/* Source: http://www.isthe.com/chongo/tech/comp/fnv/ */
TEST("hashes match published values")
{
    assert_true(hash_of("") == 0xcbf29ce484222325u);
    assert_true(hash_of("a") == 0xaf63dc4c8601ec8cu);
    assert_true(hash_of("foobar") == 0x85944171f73967e8u);
}

TEST("a number is hashed as its bytes")
{
    uint64_t hash = HASH_START;
    for (int shift = 0; shift < 64; shift++)
        for (int sign = -1; sign <= 1; sign++) {
            int64_t number = sign * (int64_t)(UINT64_C(0x4100000000000081) >> shift);
            unsigned char bytes[8];
            for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)((uint64_t)number >> 8 * i);
            uint64_t expected = hash_bytes(hash, bytes, sizeof bytes);
            hash = hash_number(hash, number);
            assert_true(hash == expected);
        }
}
