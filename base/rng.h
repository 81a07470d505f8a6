/* SPDX-License-Identifier: MIT
 * Random numbers addressed by (seed, stream, index): Philox4x32-10 (Salmon et al., SC 2011).
 *
 * The generator is counter-based: a number does not depend on the order of use, on threads or on
 * other draws. Each purpose ("x", "score.w") has its own stream; rng_stream() derives it from the
 * name. */
#ifndef ATTNLAB_RNG_H
#define ATTNLAB_RNG_H

#include <stddef.h>
#include <stdint.h>

uint64_t rng_stream(const char *name); /* 64-bit FNV-1a hash of the name */
uint64_t rng_u64(uint64_t seed, uint64_t stream, uint64_t index);
double rng_uniform(uint64_t seed, uint64_t stream, uint64_t index); /* uniform number in (0, 1) */
/* standard normal number, by the Box-Muller method */
double rng_normal(uint64_t seed, uint64_t stream, uint64_t index);
/* uniform integer from 0 to bound - 1 */
uint64_t rng_below(uint64_t seed, uint64_t stream, uint64_t index, uint64_t bound);
/* Writes a random permutation of 0..count-1 to `order` (Fisher-Yates). */
void rng_permutation(uint64_t seed, uint64_t stream, int count, int *order);

#endif
