/* SPDX-License-Identifier: MIT
 * Multiplies row-major matrices on one thread and reports facts about OpenBLAS. No other file calls
 * OpenBLAS. */
#include "kernels.h"

#include <cblas.h>
#include <string.h>

void blas_sgemm(bool ta, bool tb, int m, int n, int k, float alpha, const float *a, int lda,
                const float *b, int ldb, float beta, float *c, int ldc);
void blas_dgemm(bool ta, bool tb, int m, int n, int k, double alpha, const double *a, int lda,
                const double *b, int ldb, double beta, double *c, int ldc);
bool blas_has_small_kernels(void);
bool blas_small_kernels_wait(void);

static CBLAS_TRANSPOSE op(bool transposed) { return transposed ? CblasTrans : CblasNoTrans; }

void blas_sgemm(bool ta, bool tb, int m, int n, int k, float alpha, const float *a, int lda,
                const float *b, int ldb, float beta, float *c, int ldc)
{
    cblas_sgemm(CblasRowMajor, op(ta), op(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void blas_dgemm(bool ta, bool tb, int m, int n, int k, double alpha, const double *a, int lda,
                const double *b, int ldb, double beta, double *c, int ldc)
{
    cblas_dgemm(CblasRowMajor, op(ta), op(tb), m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}

void blas_sgemm_nn(int m, int n, int k, const float *a, const float *b, float *c)
{
    blas_sgemm(false, false, m, n, k, 1, a, k, b, n, 0, c, n);
}

bool blas_has_small_kernels(void)
{
    /* OpenBLAS core types whose kernels multiply small matrices without copying them. */
    static const char *const cores[] = {"SkylakeX", "Cooperlake", "SapphireRapids"};
    const char *core = openblas_get_corename();
    for (int i = 0; i < 3; i++)
        if (strcmp(core, cores[i]) == 0) return true;
    return false;
}

bool blas_small_kernels_wait(void)
{
#if defined(__x86_64__)
    return __builtin_cpu_is("intel");
#else
    return false;
#endif
}

const char *blas_core_name(void) { return openblas_get_corename(); }
const char *blas_config(void) { return openblas_get_config(); }
int blas_thread_count(void) { return openblas_get_num_threads(); }
