/* SPDX-License-Identifier: MIT
 * Provides vector operations on rows of any length. The last vector of a row may be partial: loads
 * fill it with zeros, and stores do not change the memory after the row. */
#ifndef ATTNLAB_NET_ROWS_H
#define ATTNLAB_NET_ROWS_H

#include "kernels/build.h"

/* Loads a vector from p; `left` is the number of elements from p to the end of the row. */
static inline vec row_load(const real *p, int left)
{
    if (left >= VLEN) return vload(p);
    real rest[VLEN] = {0};
    memcpy(rest, p, (size_t)left * sizeof *p);
    return vload(rest);
}
static inline void row_store(real *p, int left, vec v)
{
    if (left >= VLEN) {
        vstore(p, v);
        return;
    }
    real rest[VLEN];
    vstore(rest, v);
    memcpy(p, rest, (size_t)left * sizeof *p);
}
static inline void row_add(real *to, const real *from, int d)
{
    for (int c = 0; c < d; c += VLEN)
        row_store(to + c, d - c, row_load(to + c, d - c) + row_load(from + c, d - c));
}
static inline void row_add_scaled(real *to, real factor, const real *from, int d)
{
    for (int c = 0; c < d; c += VLEN)
        row_store(to + c, d - c, row_load(to + c, d - c) + factor * row_load(from + c, d - c));
}

#endif
