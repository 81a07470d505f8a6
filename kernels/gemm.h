/* SPDX-License-Identifier: MIT
 * Declares the float matrix products that gemm.c uses where they are faster than OpenBLAS. The
 * arguments are those of gemm() in slots.h. */
#ifndef ATTNLAB_GEMM_H
#define ATTNLAB_GEMM_H

#include "build.h"

typedef void gemm_product(bool ta, bool tb, int m, int n, int k, real alpha, const real *a, int lda,
                          const real *b, int ldb, real beta, real *c, int ldc);
gemm_product N(gemm_tiles), N(gemm_parts);

/* largest number of columns for gemm_thin, which does not support transposed A or B */
enum { THIN_COLS = 2 * VLEN };
gemm_product N(gemm_thin);

/* Returns the product with AVX512_BF16 (gemm_bf16_avx512.c), or NULL if this build or processor
 * does not support it. */
gemm_product *N(bf16_tiles)(void);

#endif
