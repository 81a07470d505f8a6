/* SPDX-License-Identifier: MIT
 * Computes dropout masks by a counter-based hash of (seed, step, site, row, column). The backward
 * pass recomputes the masks, so they are never stored.
 *
 * Each row has a 64-bit key. Each element has a 32-bit hash of its column under that key, by C.
 * Wellons' "lowbias32". The hash uses integers only, so every build draws the same masks.
 *
 * An element is kept if the upper 31 bits of its hash are at least rate * 2^31. Kept elements are
 * divided by 1 - rate; others become 0. */
#ifndef ATTNLAB_DROPOUT_H
#define ATTNLAB_DROPOUT_H

#include "build.h"

struct dropout {
    uint64_t key;      /* hash of (seed, step, site) */
    int32_t threshold; /* rate * 2^31; 0: no dropout */
    real keep;         /* factor for kept elements, 1 / (1 - rate) */
};

/* Mixes the bits of x with the finaliser of SplitMix64 (Steele, Lea and Flood 2014). */
static inline uint64_t dropout_mix(uint64_t x)
{
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* Initialises dropout with the given key, which must not depend on row or column. Rate 0 disables
 * dropout. */
static inline struct dropout dropout_of(double rate, uint64_t key)
{
    if (rate == 0) return (struct dropout){0, 0, 1};
    return (struct dropout){key, (int32_t)(rate * 2147483648.0), (real)(1 / (1 - rate))};
}
static inline uint64_t dropout_key(uint64_t seed, uint64_t step, uint64_t site)
{
    return dropout_mix(dropout_mix(dropout_mix(seed) ^ step) ^ site);
}
/* Initialises dropout for one training step. Step 0 disables dropout. */
static inline struct dropout dropout_open(double rate, uint64_t seed, uint64_t step, uint64_t site)
{
    return dropout_of(step == 0 ? 0 : rate, dropout_key(seed, step, site));
}

static inline uint64_t dropout_row(struct dropout d, size_t row)
{
    return dropout_mix(d.key + row * 0x9e3779b97f4a7c15u);
}

typedef uint32_t dropout_words __attribute__((vector_size(4 * VLEN)));
typedef int32_t dropout_bits __attribute__((vector_size(4 * VLEN)));

/* Returns the dropout factors for columns c .. c + VLEN - 1 of the row with the given key. Each
 * factor is 1 / (1 - rate) or 0. */
static inline vec dropout_factor(struct dropout d, uint64_t row_key, int c)
{
    dropout_words x = __builtin_convertvector(vindex(), dropout_words) + (uint32_t)c;
    x = x * 0x9e3779b9u + (uint32_t)row_key;
    x = (x ^ x >> 16) * 0x7feb352du;
    x += (uint32_t)(row_key >> 32);
    x = (x ^ x >> 15) * 0x846ca68bu;
    x ^= x >> 16;
    dropout_bits stays = (dropout_bits)(x >> 1) >= d.threshold;
    return vselect(__builtin_convertvector(stays, ivec), vset(d.keep), vset(0));
}

#endif
