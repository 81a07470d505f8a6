/* SPDX-License-Identifier: MIT
 * Generates random numbers with Philox4x32-10 (Salmon et al., SC 2011), a counter-based generator:
 * each number is a function of (seed, stream, index), whatever the order of calls and the number of
 * threads. Each purpose ("x", "score.w") has its own stream; rng_stream() derives the stream from
 * the name. */
#ifndef ATTNLAB_RNG_H
#define ATTNLAB_RNG_H

#include <stddef.h>
#include <stdint.h>

uint64_t rng_stream(const char *name); /* returns the 64-bit FNV-1a hash of the name */
uint64_t rng_u64(uint64_t seed, uint64_t stream, uint64_t index);
/* returns a uniform number in (0, 1) */
double rng_uniform(uint64_t seed, uint64_t stream, uint64_t index);
/* returns a standard normal number (Box-Muller method) */
double rng_normal(uint64_t seed, uint64_t stream, uint64_t index);
/* returns a uniform integer from 0 to bound - 1 */
uint64_t rng_below(uint64_t seed, uint64_t stream, uint64_t index, uint64_t bound);
/* Shuffles an array of `count` items of `size` bytes (Fisher-Yates). */
void rng_shuffle(uint64_t seed, uint64_t stream, void *items, int count, size_t size);
/* Writes a random permutation of 0 to count - 1. */
void rng_permutation(uint64_t seed, uint64_t stream, int count, int *order);

#endif
