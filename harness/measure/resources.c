/* SPDX-License-Identifier: MIT
 * Chooses cores and starts threads pinned to them. Makes OpenBLAS allocate its buffers early. */
#include "harness/measure/resources.h"

#include "base/mem.h"
#include "kernels/kernels.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>

bool resources_open(struct resources *r, int threads, enum thp thp, uint64_t layout_seed,
                    char **error)
{
    struct topology_facts facts;
    *r = (struct resources){.topology = topology_load(error)};
    if (!r->topology) return false;
    topology_facts(r->topology, &facts);
    struct placement_request request = {.threads = threads ? threads : facts.allowed_cores};
    if (!topology_pick(r->topology, &request, &r->placement, error)) {
        resources_close(r);
        return false;
    }
    r->team = team_start(r->topology, &r->placement);
    blas_take_buffers(r->team);
    r->memory = memory_new(thp, layout_seed);
    return true;
}

void resources_close(struct resources *r)
{
    memory_free(r->memory);
    team_stop(r->team);
    placement_free(&r->placement);
    if (r->topology) {
        topology_unbind(r->topology); /* undo the binding of the calling thread, which was the
                                         team's first thread */
        topology_free(r->topology);
    }
    *r = (struct resources){0};
}

/* ---- buffers of OpenBLAS ---- */

enum {
    BLAS_BUFFER = (32 << 22) + 4096, /* OpenBLAS's BUFFER_SIZE (x86-64 and ARM64) plus one page */
    SIDE = 128,                      /* size of a matrix for which a product needs a buffer */
    TURNS = 50 /* products per thread; in a single product, threads may share a buffer */
};

struct products {
    float *operands, *results;
    int threads;
    atomic_int arrived;
};

static void multiply(void *arg, int thread)
{
    struct products *p = arg;
    atomic_fetch_add(&p->arrived, 1);
    while (atomic_load(&p->arrived) < p->threads) continue;
    blas_sgemm_nn(SIDE, SIDE, SIDE, p->operands, p->operands + SIDE * SIDE,
                  p->results + (size_t)thread * SIDE * SIDE);
}

static void require_memory(int buffers)
{
    size_t bytes = (size_t)buffers * BLAS_BUFFER;
    void *free_space =
        mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (free_space == MAP_FAILED) {
        fprintf(stderr, "attnlab: out of memory: OpenBLAS cannot map %zu MiB\n", bytes >> 20);
        exit(EXIT_OUT_OF_MEMORY);
    }
    munmap(free_space, bytes);
}

void blas_take_buffers(struct team *team)
{
    static int taken; /* number of buffers taken so far; OpenBLAS keeps its buffers */
    struct products p = {.threads = team ? team->threads : 1};
    struct rlimit limit;
    bool limited = getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY;
    if (!limited || p.threads <= taken) return;
    require_memory(p.threads - taken);
    p.operands = xarray(2 * SIDE * SIDE, sizeof *p.operands);
    p.results = xarray((size_t)p.threads * SIDE * SIDE, sizeof *p.results);
    for (int i = 0; i < TURNS; i++) {
        atomic_store(&p.arrived, 0);
        team_each(team, multiply, &p);
    }
    free(p.operands);
    free(p.results);
    taken = p.threads;
}
