/* SPDX-License-Identifier: MIT
 * Allocates buffers for tests of kernels. The buffers are aligned to 64 bytes, filled with NaN, and
 * followed by a guard band that detects overruns. */
#ifndef ATTNLAB_GUARDED_H
#define ATTNLAB_GUARDED_H

#include "tests/unit/test.h"
#include "base/mem.h"
#include "kernels/kernels.h"

#include <math.h>

struct guarded {
    void *data;
    size_t bytes, real_size; /* real_size: bytes per number, 4 for float and 8 for double */
};
enum { GUARD_BYTES = 64, GUARD_FILL = 0xFF }; /* a number whose bytes are all 0xFF is NaN */

/* Returns the data size plus a guard band of at least GUARD_BYTES, rounded up to whole cache lines.
 */
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

/* Frees a buffer; the test fails if its guard band was overwritten. */
static inline void release(struct guarded *g)
{
    for (size_t i = g->bytes; i < guarded_bytes(g->bytes); i++)
        assert_int_equal(((uint8_t *)g->data)[i], GUARD_FILL);
    free(g->data);
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

/* Checks that found[i] - start equals want[i]. The tolerance is `roundings` times machine epsilon
 * times the largest of start and all |want|. */
static inline void assert_near(const char *choice, const struct kernels *build, const char *what,
                               const struct guarded *found, double start, const double *want,
                               size_t count, int roundings)
{
    double epsilon = found->real_size == 4 ? 0x1p-23 : 0x1p-52, largest = start;
    for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(want[i]));
    for (size_t i = 0; i < count; i++)
        if (!(fabs(get(found, i) - start - want[i]) <= roundings * epsilon * largest))
            fail_msg("%s [%s]: %s[%zu] is %.9g, expected %.9g", choice, build->name, what, i,
                     get(found, i) - start, want[i]);
}

#endif
