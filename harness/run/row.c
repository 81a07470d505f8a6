/* SPDX-License-Identifier: MIT
 * One row: where its threads go, and its worker process (run.h). */
#define _GNU_SOURCE
#include "base/mem.h"
#include "base/rng.h"
#include "harness/run/outcome.h"
#include "harness/run/spawn.h"
#include "harness/run/run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

bool row_place(const struct topology *topology, const struct axes *axes, char *const *values,
               const char *list, struct placement *placement, char **error)
{
    const char *threads = axes_value(axes, values, "threads");
    const char *own = axes_value(axes, values, "cpus");
    struct placement_request request = {.threads = threads ? atoi(threads) : 1,
                                        .list = list          ? list
                                                : own && *own ? own
                                                              : NULL};
    *placement = (struct placement){0};
    return topology_pick(topology, &request, placement, error);
}

bool cpus_usable(const struct topology *topology, const char *list, char **error)
{
    struct placement_request request = {.threads = 1, .list = list};
    struct placement placement;
    char *why = NULL;
    bool good = !list || topology_pick(topology, &request, &placement, &why);
    if (list && good) placement_free(&placement);
    if (why) *error = xformat("--cpus: %s", why);
    free(why);
    return good;
}

enum { ARGUMENTS = 20 };

/* "WORKER run|export OPTIONS CELL", NULL-ended. */
static void command_line(const struct row_request *r, const char *round, const char **argv)
{
    const struct {
        const char *name, *value; /* NULL: left out */
    } options[] = {{"--record-fd", "3"},
                   {"--round", r->export_into ? NULL : round},
                   {"--into", r->export_into},
                   {"--checkpoint", r->checkpoint}};
    *argv++ = r->worker;
    *argv++ = r->export_into ? "export" : "run";
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].value) *argv++ = options[i].name, *argv++ = options[i].value;
    for (enum kept k = 0; k < KEPT_KINDS; k++)
        if (r->kept[k]) *argv++ = kept_options[k], *argv++ = r->kept[k];
    *argv++ = r->cell;
    *argv = NULL;
}

static bool launch(struct worker *w, const struct row_request *r, char **error,
                   bool (*how)(struct worker *, const struct spawn *, char **))
{
    struct environment environment;
    char round[16];
    snprintf(round, sizeof round, "%d", r->round);
    environment_make(&environment, r->layout_seed, r->round);
    const char *argv[ARGUMENTS];
    command_line(r, round, argv);
    struct spawn s = {.argv = argv,
                      .environment = environment.list,
                      .cpus = r->placement ? r->placement->cpus : NULL,
                      .cpu_count = r->placement ? r->placement->threads : 0,
                      .input = -1,
                      .output = OUTPUT_RECORD,
                      .limit_s = r->limit_s,
                      .memory_bytes = r->memory_bytes};
    bool good = how(w, &s, error);
    environment_free(&environment);
    return good;
}

bool row_run(struct worker *w, const struct row_request *r, char **error)
{
    return launch(w, r, error, worker_complete);
}

bool row_start(struct worker *w, const struct row_request *r, char **error)
{
    return launch(w, r, error, worker_start);
}

/* ---- what became of it ---- */

/* Whether a worker that has nothing to do lives within the limit: it maps its libraries before any
 * code of its own can say that memory is short. */
static bool starts_within(const struct row_request *r)
{
    enum { START_LIMIT_S = 60 }; /* a worker that hangs here has other troubles */
    struct worker w = {0};
    struct environment environment;
    char *error = NULL;
    environment_make(&environment, 0, 0);
    struct spawn s = {.argv = (const char *[]){r->worker, "describe", NULL},
                      .environment = environment.list,
                      .input = -1,
                      .output = OUTPUT_STDOUT,
                      .limit_s = START_LIMIT_S,
                      .memory_bytes = r->memory_bytes};
    bool good = worker_complete(&w, &s, &error) && WIFEXITED(w.wait_status) && !w.timed_out &&
                WEXITSTATUS(w.wait_status) == 0;
    environment_free(&environment);
    worker_free(&w);
    free(error);
    return good;
}

struct outcome row_outcome(const struct worker *w, const struct row_request *r)
{
    struct outcome o = outcome_of_row(w, r->limit_s);
    int threads = r->placement ? r->placement->threads : 1;
    char *disturbed = o.status == STATUS_OK ? disturbance_of(o.record, threads) : NULL;
    if (disturbed) {
        free(o.reason);
        return (struct outcome){STATUS_UNSTABLE, disturbed, o.record};
    }
    if (!(r->memory_bytes > 0) || o.status != STATUS_CRASHED || starts_within(r)) return o;
    char *reason = xformat("a worker does not even start within memory_mib = %.0f (%s)",
                           r->memory_bytes / (1024.0 * 1024.0), o.reason);
    outcome_free(&o);
    return (struct outcome){STATUS_OOM, reason, NULL};
}

/* ==== Disturbances: the rule, over what the worker read from /proc. ==== */

/* More than this share of the time. */
static const double most = 0.05;

static const struct sign {
    const char *member;
    double unit_ns; /* ticks are of 1/100 s */
    double least;   /* units that tell anything: one tick may be a moment's */
    const char *says;
} signs[] = {
    {"run_delay_ns", 1, 1, "its threads waited for a CPU"},
    {"steal_ticks", 1e7, 2, "the hypervisor took these CPUs"},
    {"sibling_ticks", 1e7, 2, "the other threads of these cores worked"},
};

bool disturbances_looked_for(void)
{
    const char *asked = getenv("ATTNLAB_DISTURBED");
    return !asked || strcmp(asked, "no") != 0;
}

char *disturbance_of(const json_t *record, int threads)
{
    const json_t *noise = json_object_get(record, "noise");
    double time = json_number_value(json_object_get(noise, "measured_ns")) * threads;
    if (!(time > 0) || !disturbances_looked_for()) return NULL;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        double units = json_number_value(json_object_get(noise, signs[i].member));
        double share = units * signs[i].unit_ns / time;
        if (units >= signs[i].least && share > most)
            return xformat("%s during %.0f %% of the time", signs[i].says, 100 * share);
    }
    return NULL;
}

/* ==== The environment that a worker gets: built from nothing, of a length that the seed chooses.
 * ==== */

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
