/* SPDX-License-Identifier: MIT
 * One row: where its threads go, and its worker process (run.h). */
#include "harness/run/disturbance.h"
#include "harness/run/environment.h"
#include "harness/run/run.h"
#include "harness/run/spawn.h"

#include <stdlib.h>
#include <sys/wait.h>

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
