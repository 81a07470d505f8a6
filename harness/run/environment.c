/* SPDX-License-Identifier: MIT
 * The environment that a worker gets: built from nothing, of a length that the seed chooses. */
#define _GNU_SOURCE /* environ */
#include "harness/run/environment.h"
#include "base/rng.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Passed on when the user has set them. HWLOC_* describe other machines in tests. */
static const char *const passed[] = {"PATH",
                                     "HOME",
                                     "TMPDIR",
                                     "LD_LIBRARY_PATH",
                                     "OPENBLAS_CORETYPE",
                                     "HWLOC_SYNTHETIC",
                                     "HWLOC_XMLFILE",
                                     "HWLOC_THISSYSTEM",
                                     "ASAN_OPTIONS",
                                     "UBSAN_OPTIONS",
                                     NULL};
static const char *const fixed[] = {
    "LANG=C", "LC_ALL=C",
    /* One BLAS thread: ours are pinned and call BLAS each for itself. */
    "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1",
    /* 2^4 cycles instead of 2^26: an idle pool thread would spin for 100 ms after each call. */
    "OPENBLAS_THREAD_TIMEOUT=4",
    /* One malloc arena: resident memory must not depend on which thread allocated. */
    "MALLOC_ARENA_MAX=1", NULL};

static void add(struct environment *e, char *text)
{
    e->list = xgrow(e->list, (size_t)e->count + 2, sizeof *e->list);
    e->list[e->count++] = text;
    e->list[e->count] = NULL;
}

static void add_padding(struct environment *e, uint64_t layout_seed, int round)
{
    int length = (int)rng_below(layout_seed, rng_stream("layout"), (uint64_t)round, PADDING_MOST);
    char *fill = xalloc((size_t)length + 1);
    memset(fill, 'x', (size_t)length);
    add(e, xformat("PADDING=%s", fill));
    free(fill);
}

void environment_make(struct environment *e, uint64_t layout_seed, int round)
{
    *e = (struct environment){0};
    for (int i = 0; passed[i]; i++) {
        const char *value = getenv(passed[i]);
        if (value) add(e, xformat("%s=%s", passed[i], value));
    }
    for (int i = 0; fixed[i]; i++) add(e, xstrdup(fixed[i]));
    for (char **p = environ; *p; p++)
        if (strncmp(*p, "ATTNLAB_", 8) == 0) add(e, xstrdup(*p));
    add_padding(e, layout_seed, round);
}

void environment_free(struct environment *e)
{
    for (int i = 0; i < e->count; i++) free(e->list[i]);
    free(e->list);
    *e = (struct environment){0};
}
