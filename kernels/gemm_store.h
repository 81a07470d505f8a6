/* SPDX-License-Identifier: MIT
 * Stores a vector of a matrix product: C = alpha * sum + beta * C. The sum is in a register. */
#ifndef ATTNLAB_GEMM_STORE_H
#define ATTNLAB_GEMM_STORE_H

#include "build.h"

/* Stores one vector of C. `left` is the number of columns up to the end of the row; a partial
 * vector is allowed. If beta is 0, C is not read. */
static inline __attribute__((always_inline)) void store_sum(real alpha, real beta, int left,
                                                            vec sum, real *to)
{
    real part[VLEN] = {0};
    if (left <= 0) return;
    sum *= alpha;
    if (left >= VLEN) {
        if (beta != 0) sum += beta * vload(to);
        vstore(to, sum);
        return;
    }
    if (beta != 0) memcpy(part, to, (size_t)left * sizeof *to);
    vstore(part, sum + beta * vload(part));
    memcpy(to, part, (size_t)left * sizeof *to);
}

#endif
