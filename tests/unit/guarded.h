/* SPDX-License-Identifier: MIT
 * Small buffers for calling kernels directly. A buffer is 64-byte aligned, filled with NaN, and
 * followed by a guard band. */
#ifndef ATTNLAB_TEST_GUARDED_H
#define ATTNLAB_TEST_GUARDED_H

#include "tests/unit/test.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct guarded {
    void *data;
    size_t bytes, real_size; /* real_size: 4 for float, 8 for double */
};
enum {
    GUARD_BYTES = 64,
    GUARD_FILL = 0xFF
}; /* bytes equal to GUARD_FILL form a NaN, both as float and as double */

/* Returns the size of the data plus a guard band of at least GUARD_BYTES, in whole cache lines. */
static inline size_t guarded_bytes(size_t bytes)
{
    return (bytes + 2 * GUARD_BYTES - 1) / GUARD_BYTES * GUARD_BYTES;
}

static inline struct guarded guarded(size_t count, size_t real_size)
{
    struct guarded g = {.bytes = count * real_size, .real_size = real_size};
    g.data = aligned_alloc(64, guarded_bytes(g.bytes));
    require(g.data);
    memset(g.data, GUARD_FILL, guarded_bytes(g.bytes));
    return g;
}

/* Frees a buffer. Returns true if the guard band is intact. */
static inline bool guarded_free(struct guarded *g)
{
    bool intact = true;
    for (size_t i = g->bytes; i < guarded_bytes(g->bytes); i++)
        intact = intact && ((uint8_t *)g->data)[i] == GUARD_FILL;
    free(g->data);
    return intact;
}

static inline double get(const struct guarded *g, size_t i)
{
    return g->real_size == 4 ? (double)((float *)g->data)[i] : ((double *)g->data)[i];
}
static inline void put(struct guarded *g, size_t i, double x)
{
    if (g->real_size == 4)
        ((float *)g->data)[i] = (float)x;
    else
        ((double *)g->data)[i] = x;
}

/* Frees a buffer. Fails the test if the guard band is damaged. */
static inline void release(struct guarded *g) { assert_true(guarded_free(g)); }

#endif
