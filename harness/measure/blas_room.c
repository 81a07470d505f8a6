/* SPDX-License-Identifier: MIT
 * Asking for OpenBLAS' buffer before it does (blas_room.h). */
#include "harness/measure/blas_room.h"
#include "base/mem.h"
#include "kernels/kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

/* BUFFER_SIZE of OpenBLAS' common_x86_64.h and common_arm64.h, 32 << 22, and a page beside it. */
enum { BLAS_BUFFER = (32 << 22) + 4096 };
/* Of a product that is too large for the kernels without copies: more than 100^3. */
enum { SIDE = 128 };

static bool is_limited(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

void blas_take_room(void)
{
    if (!is_limited()) return;
    void *room =
        mmap(NULL, BLAS_BUFFER, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) {
        fprintf(stderr, "attnlab: out of memory: no room for the %d MiB that OpenBLAS maps\n",
                BLAS_BUFFER >> 20);
        exit(EXIT_OUT_OF_MEMORY);
    }
    munmap(room, BLAS_BUFFER);
    float *x = xarray(3 * SIDE * SIDE, sizeof *x);
    blas_sgemm_nn(SIDE, SIDE, SIDE, x, x + SIDE * SIDE, x + 2 * SIDE * SIDE);
    free(x);
}
