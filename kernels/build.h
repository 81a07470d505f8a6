/* SPDX-License-Identifier: MIT
 * Defines the element type, vector type and symbol names of one build of the kernels. Every file
 * that includes this header is compiled once per build (KERNEL_BUILDS in the Makefile).
 *
 * N(x) appends the name of the build to a symbol, so that all builds fit in one program.
 *
 * `vec` is a GCC vector of VLEN reals. The compiler turns plain operators on vectors into AVX-512,
 * AVX2, NEON or SSE. */
#ifndef ATTNLAB_BUILD_H
#define ATTNLAB_BUILD_H

#include "kernels.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define JOIN2(a, b) a##_##b
#define JOIN(a, b)  JOIN2(a, b)
#define N(name)     JOIN(name, BUILD)

#ifdef BUILD_DOUBLE
typedef double real;
typedef int64_t ireal; /* integer type as wide as a real, for comparisons and masks */
typedef uint64_t ureal;
#else
typedef float real;
typedef int32_t ireal;
typedef uint32_t ureal;
#endif

#if defined(__AVX512F__)
enum { VBYTES = 64 };
#elif defined(__AVX__)
enum { VBYTES = 32 };
#else
enum { VBYTES = 16 };
#endif
enum { VLEN = VBYTES / (int)sizeof(real) };
typedef real vec __attribute__((vector_size(VBYTES), may_alias));
typedef ireal ivec __attribute__((vector_size(VBYTES), may_alias));
typedef ureal uivec __attribute__((vector_size(VBYTES), may_alias));
/* Vector type for loads and stores at any address. */
typedef real uvec __attribute__((vector_size(VBYTES), may_alias, aligned(sizeof(real))));

static inline vec vload(const real *p) { return *(const uvec *)p; }
static inline void vstore(real *p, vec v) { *(uvec *)p = v; }
static inline vec vset(real x) { return x - (vec){0}; }
/* "unroll 1" keeps the loops of vselect, vmax and vmin rolled. GCC turns a rolled loop into one
 * instruction (blend, max, min), but not an unrolled loop. */
/* Selects a in the lanes where the mask is true, otherwise b. The mask is the result of a vector
 * comparison. */
static inline vec vselect(ivec mask, vec a, vec b)
{
    vec r = a;
#pragma GCC unroll 1
    for (int i = 0; i < VLEN; i++) r[i] = mask[i] ? a[i] : b[i];
    return r;
}
/* Adds b to a in the lanes where the mask is true. */
static inline vec vadd_where(ivec mask, vec a, vec b) { return a + vselect(mask, b, vset(0)); }
/* Returns the larger value of each lane, or b if a or b is NaN. */
static inline vec vmax(vec a, vec b)
{
    vec r = a;
#pragma GCC unroll 1
    for (int i = 0; i < VLEN; i++) r[i] = a[i] > b[i] ? a[i] : b[i];
    return r;
}
/* Returns the smaller value of each lane, or b if a or b is NaN. */
static inline vec vmin(vec a, vec b)
{
    vec r = a;
#pragma GCC unroll 1
    for (int i = 0; i < VLEN; i++) r[i] = a[i] < b[i] ? a[i] : b[i];
    return r;
}
static inline ivec vindex(void)
{
    ivec lane = {0};
    for (int i = 0; i < VLEN; i++) lane[i] = i;
    return lane;
}
/* Returns a mask that is true for lanes 0 .. count-1. */
static inline ivec vfirst(int count) { return vindex() < (ireal)count; }
/* Selects lanes from two vectors: lane i of the result is lane at[i] of the concatenation of a and
 * b. */
static inline vec vshuffle(vec a, vec b, ivec at)
{
#ifdef __clang__ /* clang compiles this loop to one instruction; GCC does not. */
    vec r = a;
    for (int i = 0; i < VLEN; i++) r[i] = at[i] < VLEN ? a[at[i]] : b[at[i] - VLEN];
    return r;
#else
    return __builtin_shuffle(a, b, at);
#endif
}
/* Rotates the lanes: lane i of the result is lane i + by of v, wrapping around. */
static inline vec vrotate(vec v, int by)
{
    return vshuffle(v, v, (vindex() + (ireal)by) & (VLEN - 1));
}
/* Sums the lanes in a fixed tree order: halves, quarters, ... */
static inline real vsum(vec v)
{
    for (int by = VLEN / 2; by; by /= 2) v += vrotate(v, by);
    return v[0];
}
/* Interleaves the lanes of the lower halves of a and b, or of the upper halves if `high` is set. */
static inline vec vinterleave(vec a, vec b, int high)
{
    ivec at = {0};
    for (int i = 0; i < VLEN; i++) at[i] = i / 2 + i % 2 * VLEN + high * VLEN / 2;
    return vshuffle(a, b, at);
}
/* Sums each of the VLEN vectors at x: lane i of the result is the sum of vector i. Each sum equals
 * the result of vsum() bit for bit, at a third of the cost. */
static inline vec vsums(const real *x)
{
    vec v[VLEN];
    for (int i = 0; i < VLEN; i++) v[i] = vload(x + i * VLEN);
    for (int half = VLEN / 2; half; half /= 2)
        for (int i = 0; i < half; i++)
            v[i] = vinterleave(v[i], v[i + half], 0) + vinterleave(v[i], v[i + half], 1);
    return v[0];
}
static inline real vmaximum(vec v)
{
    for (int by = VLEN / 2; by; by /= 2) v = vmax(v, vrotate(v, by));
    return v[0];
}

/* Tile sizes of the streaming engine. A score tile has TILE_Q rows, TILE_K columns and row stride
 * TILE_K. */
enum { TILE_Q = 32, TILE_K = 128, BLOCK_Q = 1024 };

static inline int least(int a, int b) { return a < b ? a : b; }
static inline int arg_int(const struct args *a, int i) { return (int)a->value[i]; }
static inline double arg_real(const struct args *a, int i) { return a->value[i]; }

#endif
