/* SPDX-License-Identifier: MIT
 * Asking for OpenBLAS' buffer before it does (blas_room.h). */
#include "harness/measure/blas_room.h"
#include "harness/measure/team.h"
#include "base/mem.h"
#include "kernels/kernels.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* BUFFER_SIZE of OpenBLAS' common_x86_64.h and common_arm64.h, 32 << 22, and a page beside it. */
enum { BLAS_BUFFER = (32 << 22) + 4096 };
/* Of a product that is too large for the kernels without copies: more than 100^3. */
enum { SIDE = 128 };

static bool is_limited(void)
{
    struct rlimit limit;
    return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
}

/* Of so many buffers; the end where there is none. */
static void ask_for_room(int buffers)
{
    size_t bytes = (size_t)buffers * BLAS_BUFFER;
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED) {
        fprintf(stderr, "attnlab: out of memory: no room for the %zu MiB that OpenBLAS maps\n",
                bytes >> 20);
        exit(EXIT_OUT_OF_MEMORY);
    }
    munmap(room, bytes);
}

static void multiply(const float *operands, float *product)
{
    blas_sgemm_nn(SIDE, SIDE, SIDE, operands, operands + SIDE * SIDE, product);
}

static int taken; /* buffers that OpenBLAS has, which it keeps */

void blas_take_room(void)
{
    if (!is_limited()) return;
    ask_for_room(1);
    float *x = xarray(3 * SIDE * SIDE, sizeof *x);
    multiply(x, x + 2 * SIDE * SIDE);
    free(x);
    taken = 1;
}

/* ---- a team ---- */

struct products {
    float *operands, *results; /* a result for each thread */
    int threads;
    atomic_int arrived;
};

/* Together, since one after the other they would share a buffer. */
static void multiply_together(void *arg, int thread)
{
    struct products *p = arg;
    atomic_fetch_add(&p->arrived, 1);
    while (atomic_load(&p->arrived) < p->threads) continue;
    multiply(p->operands, p->results + (size_t)thread * SIDE * SIDE);
}

/* Bytes of address space that the process has mapped. */
static double mapped_bytes(void)
{
    double pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    if (f && fscanf(f, "%lf", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return pages * (double)sysconf(_SC_PAGESIZE);
}

/* Until what is mapped has grown by all the buffers: a thread that comes late, since other programs
 * run on its core, finds the buffer of one that is done. */
static void take_together(struct team *team, int buffers)
{
    enum { TRIES = 1000 }; /* of some 50 microseconds */
    struct products p = {.threads = team->threads};
    p.operands = xarray(2 * SIDE * SIDE, sizeof *p.operands);
    p.results = xarray((size_t)p.threads * SIDE * SIDE, sizeof *p.results);
    double enough = mapped_bytes() + (double)buffers * (BLAS_BUFFER - 4096);
    for (int i = 0; i < TRIES && mapped_bytes() < enough; i++) {
        atomic_store(&p.arrived, 0);
        team_each(team, multiply_together, &p);
    }
    free(p.operands);
    free(p.results);
}

void blas_take_room_of(struct team *team)
{
    int more = team ? team->threads - taken : 0;
    if (more < 1 || !is_limited()) return;
    ask_for_room(more);
    take_together(team, more);
    taken = team->threads;
}
