/* SPDX-License-Identifier: MIT
 * Implements the Philox4x32-10 generator and distributions based on its 128 bits. */
#include "base/rng.h"

#include "base/hash.h"
#include "base/mem.h"

#include <math.h>
#include <string.h>

static void philox4x32_10(uint32_t c[4], uint32_t k0, uint32_t k1)
{
    for (int round = 0; round < 10; round++) {
        uint64_t a = (uint64_t)0xD2511F53u * c[0], b = (uint64_t)0xCD9E8D57u * c[2];
        uint32_t next[4] = {(uint32_t)(b >> 32) ^ c[1] ^ k0, (uint32_t)b,
                            (uint32_t)(a >> 32) ^ c[3] ^ k1, (uint32_t)a};
        for (int i = 0; i < 4; i++) c[i] = next[i];
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

/* Computes 128 random bits for one (seed, stream, index). */
static void block(uint64_t seed, uint64_t stream, uint64_t index, uint64_t out[2])
{
    /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): `index` is always set by
     * the caller */
    uint32_t c[4] = {(uint32_t)index, (uint32_t)(index >> 32), (uint32_t)stream,
                     (uint32_t)(stream >> 32)};
    philox4x32_10(c, (uint32_t)seed, (uint32_t)(seed >> 32));
    out[0] = (uint64_t)c[1] << 32 | c[0];
    out[1] = (uint64_t)c[3] << 32 | c[2];
}

static double open_unit(uint64_t bits) { return ((double)(bits >> 11) + 0.5) * 0x1p-53; }

uint64_t rng_stream(const char *name) { return hash_bytes(HASH_START, name, strlen(name)); }

uint64_t rng_u64(uint64_t seed, uint64_t stream, uint64_t index)
{
    uint64_t bits[2];
    block(seed, stream, index, bits);
    return bits[0];
}

double rng_uniform(uint64_t seed, uint64_t stream, uint64_t index)
{
    return open_unit(rng_u64(seed, stream, index));
}

double rng_normal(uint64_t seed, uint64_t stream, uint64_t index)
{
    uint64_t bits[2];
    block(seed, stream, index, bits);
    return sqrt(-2.0 * log(open_unit(bits[0]))) * cos(6.283185307179586 * open_unit(bits[1]));
}

uint64_t rng_below(uint64_t seed, uint64_t stream, uint64_t index, uint64_t bound)
{
    /* multiply-shift method; its bias is below bound / 2^64 */
    return (uint64_t)(((unsigned __int128)rng_u64(seed, stream, index) * bound) >> 64);
}

void rng_shuffle(uint64_t seed, uint64_t stream, void *items, int count, size_t size)
{
    char *list = items, swap[256];
    require(size <= sizeof swap);
    for (int i = count - 1; i > 0; i--) {
        char *own = list + (size_t)i * size,
             *other = list + rng_below(seed, stream, (uint64_t)i, (uint64_t)i + 1) * size;
        memcpy(swap, own, size);
        memmove(own, other, size);
        memcpy(other, swap, size);
    }
}

void rng_permutation(uint64_t seed, uint64_t stream, int count, int *order)
{
    for (int i = 0; i < count; i++) order[i] = i;
    rng_shuffle(seed, stream, order, count, sizeof *order);
}
