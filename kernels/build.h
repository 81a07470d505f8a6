/* SPDX-License-Identifier: MIT
 * What one build of the kernels is: its element type, its vector type, its symbol names.
 *
 * Every file that includes this header is compiled once per build (see KERNEL_BUILDS in the
 * Makefile). BUILD is the build's name; N(x) gives a symbol that name as a suffix, so that all
 * builds live in one program. `vec` is a GCC vector of VLEN reals; arithmetic on it is written
 * with plain operators and each build's flags turn it into AVX-512, AVX2, NEON or SSE.
 */
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
typedef int64_t ireal; /* same width, for comparisons and masks */
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
/* The same without an alignment promise, for loads and stores at any address. */
typedef real uvec __attribute__((vector_size(VBYTES), may_alias, aligned(sizeof(real))));

static inline vec vload(const real *p) { return *(const uvec *)p; }
static inline void vstore(real *p, vec v) { *(uvec *)p = v; }
static inline vec vset(real x) { return x - (vec){0}; }
/* Lane by lane: mask ? a : b, where mask is the result of a vector comparison. */
static inline vec vselect(ivec mask, vec a, vec b)
{
    vec r;
    for (int i = 0; i < VLEN; i++) r[i] = mask[i] ? a[i] : b[i];
    return r;
}
/* Written lane by lane: every compiler flag set turns this shape into one max instruction. */
static inline vec vmax(vec a, vec b)
{
    vec r;
    for (int i = 0; i < VLEN; i++) r[i] = a[i] > b[i] ? a[i] : b[i];
    return r;
}
static inline vec vmin(vec a, vec b)
{
    vec r;
    for (int i = 0; i < VLEN; i++) r[i] = a[i] < b[i] ? a[i] : b[i];
    return r;
}
static inline real vsum(vec v)
{
    real s = 0; /* fixed order: lane 0 first */
    for (int i = 0; i < VLEN; i++) s += v[i];
    return s;
}
static inline real vmaximum(vec v)
{
    real m = v[0];
    for (int i = 1; i < VLEN; i++) m = v[i] > m ? v[i] : m;
    return m;
}

/* Tiles of the streaming engine. A score tile is TILE_Q x TILE_K, row distance TILE_K. */
enum { TILE_Q = 64, TILE_K = 128, BLOCK_Q = 1024 };

static inline int arg_int(const struct args *a, int i) { return (int)a->value[i]; }
static inline double arg_real(const struct args *a, int i) { return a->value[i]; }

#endif
