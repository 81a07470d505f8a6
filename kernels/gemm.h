/* SPDX-License-Identifier: MIT
 * The products that gemm.c chooses from besides OpenBLAS' own: as gemm() of slots.h, in float. */
#ifndef ATTNLAB_GEMM_H
#define ATTNLAB_GEMM_H

#include "build.h"

typedef void gemm_product(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                          const real *b, int ldb, real beta, real *c, int ldc);
gemm_product N(gemm_tiles), N(gemm_parts);

/* Of A and B as they are, and of at most so many columns. */
enum { THIN_COLS = 2 * VLEN };
gemm_product N(gemm_thin);

#endif
