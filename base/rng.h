/* SPDX-License-Identifier: MIT
 * Random numbers addressed by (seed, stream, index): Philox4x32-10 (Salmon et al., SC 2011).
 *
 * Counter-based: results do not depend on the order of use, on threads, or on other draws. A stream
 * is a purpose ("x", "score.w"); rng_stream() makes one from a name. */
#ifndef ATTNLAB_RNG_H
#define ATTNLAB_RNG_H

#include <stddef.h>
#include <stdint.h>

uint64_t rng_stream(const char *name); /* FNV-1a, 64 bits */
uint64_t rng_u64(uint64_t seed, uint64_t stream, uint64_t index);
double rng_uniform(uint64_t seed, uint64_t stream, uint64_t index); /* in (0, 1) */
double rng_normal(uint64_t seed, uint64_t stream, uint64_t index);  /* N(0, 1), Box-Muller */
uint64_t rng_below(uint64_t seed, uint64_t stream, uint64_t index, uint64_t bound); /* 0..bound-1 */
/* Fisher-Yates permutation of 0..count-1, written to order. */
void rng_permutation(uint64_t seed, uint64_t stream, int count, int *order);

#endif
