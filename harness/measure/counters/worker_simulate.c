/* SPDX-License-Identifier: MIT
 * attnlab-worker simulate CELL: what callgrind.c runs under valgrind; the only file that sees its
 * header.
 *
 * Callgrind has one set of sums. At every change of phase it writes them out and begins anew.
 */
#include "harness/measure/counters/callgrind.h"
#include "harness/measure/counters/counter_pass.h"
#include "harness/measure/worker.h"
#include "harness/measure/worker_cell.h"
#include "harness/measure/workload.h"
#include "base/mem.h"

#include <alloca.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
/* Why it cannot be counted; NULL: it can. */
static const char *obstacle(void)
{
    return RUNNING_ON_VALGRIND ? NULL : "expected to be run by valgrind --tool=callgrind";
}
#else
#define CALLGRIND_START_INSTRUMENTATION (void)0
#define CALLGRIND_STOP_INSTRUMENTATION  (void)0
#define CALLGRIND_TOGGLE_COLLECT        (void)0
#define CALLGRIND_ZERO_STATS            (void)0
#define CALLGRIND_DUMP_STATS_AT(name)   (void)(name)
static const char *obstacle(void)
{
    return "this program was built without valgrind/callgrind.h, which comes with valgrind: "
           "install it and build again";
}
#endif

enum { LAYOUT_SEED = 1 }; /* the same whatever the round: counts are to be the same */

static void enter_phase(void *context, int thread, enum phase phase)
{
    int *row = context;
    (void)thread; /* there is one */
    CALLGRIND_DUMP_STATS_AT(simulated_row(*row));
    *row = (int)phase;
}

static void simulate_pass(const struct workload *load)
{
    int row = BEFORE_PHASES;
    struct probe probe = {enter_phase, &row};
    CALLGRIND_ZERO_STATS;
    workload_pass(load, &probe);
    CALLGRIND_DUMP_STATS_AT(simulated_row(row));
}

/* The first pass fills the caches. */
static __attribute__((noinline)) void simulate(const struct worker_cell *cell,
                                               const struct text_corpus *text)
{
    struct workload load;
    struct memory *memory = memory_new((enum thp)cell->thp, LAYOUT_SEED);
    workload_open(&load, &cell->layer, cell, text, NULL, memory);
    workload_prepare(&load);
    CALLGRIND_START_INSTRUMENTATION;
    workload_pass(&load, NULL);
    simulate_pass(&load);
    CALLGRIND_STOP_INSTRUMENTATION;
    workload_close(&load);
    memory_free(memory);
}

/* Environment and arguments lie where the stack begins, so how long they are would show in misses,
 * and in what OpenBLAS does to align its buffers: from here on the stack is the same. */
static void simulate_on_even_stack(const struct worker_cell *cell, const struct text_corpus *text)
{
    enum { STEP = 1 << 20 }; /* of the stack's 8 MiB; more than a way of the simulated caches */
    volatile char *rest = alloca((uintptr_t)__builtin_frame_address(0) % STEP + 1);
    *rest = 0;
    simulate(cell, text);
}

/* Fills cell and text; NULL, or what is wrong, to be freed. */
static char *read_cell(const char *string, struct worker_cell *cell, struct text_corpus *text)
{
    char *error = NULL;
    if (!string) return xstrdup("expected a cell");
    if (!worker_cell_read(string, cell, &error)) return error;
    if (cell->kind != CELL_OVERHEAD) return xstrdup(NOT_OVERHEAD);
    const char *refuse = cell->kernels->refuse(&cell->layer);
    if (refuse) return xstrdup(refuse);
    text_open(cell->corpus, text, &error);
    return error;
}

int worker_simulate(int argc, char **argv)
{
    struct worker_options options;
    struct worker_cell cell = {0};
    struct text_corpus text = {0};
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* nobody would read what it counts */
    if (!worker_options_read(argc, argv, &options)) return WORKER_USAGE;
    char *error = obstacle() ? xstrdup(obstacle()) : read_cell(options.cell, &cell, &text);
    if (error)
        fprintf(stderr, "attnlab-worker: simulate: %s\n", error);
    else
        simulate_on_even_stack(&cell, &text);
    int code = error ? WORKER_USAGE : 0;
    free(error);
    text_close(&text);
    worker_cell_free(&cell);
    return code;
}
