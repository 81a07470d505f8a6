/* SPDX-License-Identifier: MIT
 * Runs workers that check one cell at a time (check_cells.h). */
#define _GNU_SOURCE /* needed for pipe2() */
#include "base/topology.h"
#include "harness/run/check/check_cells.h"
#include "harness/run/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct job {
    struct worker worker;
    int feed; /* write end of the worker's stdin; -1 if the worker is not running */
    int cell; /* index of the cell in progress; -1 if idle */
};
struct state {
    const struct check_pool *pool;
    struct job *jobs;
    int next;    /* index of the next cell to check */
    int crashes; /* number of consecutive crashes of any worker */
};

/* The limit applies to CPU time, which does not depend on other programs. A worker that hangs
 * without using CPU time is killed after `WAITING * limit`. */
enum { WAITING = 30 };

static bool start(struct state *s, int j, char **error)
{
    struct job *job = &s->jobs[j];
    const struct placement *place = s->pool->placement ? &s->pool->placement[j] : NULL;
    int ends[2];
    if (pipe2(ends, O_CLOEXEC)) {
        *error = xformat("cannot open a pipe: %s", strerror(errno));
        return false;
    }
    struct spawn spawn = {.argv = (const char *[]){s->pool->worker, s->pool->command, NULL},
                          .cpus = place ? place->cpus : NULL,
                          .cpu_count = place ? place->threads : 0,
                          .input = ends[0],
                          .output = OUTPUT_STDOUT};
    bool good = worker_start(&job->worker, &spawn, error);
    close(ends[0]);
    job->feed = ends[1];
    return good;
}

static void stop(struct job *job)
{
    if (job->feed >= 0) close(job->feed);
    job->feed = -1;
    worker_free(&job->worker);
}

static char *complete_line(const struct axes *axes, const char *cell)
{
    if (!axes) return xformat("%s\n", cell);
    struct resolved values;
    char *error = NULL;
    /* cannot fail: the matrix generates only valid cells */
    require(axes_read_cell(axes, cell, &values, &error));
    char *complete = resolved_complete(axes, &values), *line = xformat("%s\n", complete);
    free(complete);
    resolved_free(&values);
    return line;
}

/* Sends the next cell to an idle worker. Starts the worker if necessary. workers_wait() detects a
 * dead worker. */
static bool feed(struct state *s, int j, char **error)
{
    struct job *job = &s->jobs[j];
    if (job->cell >= 0 || s->next >= s->pool->count) return true;
    if (job->feed < 0 && !start(s, j, error)) return false;
    job->cell = s->next++;
    char *line = complete_line(s->pool->axes, s->pool->cells[job->cell]);
    /* does not block, because the pipe is empty and the line fits */
    bool put = write_bytes(job->feed, line, strlen(line));
    (void)put;
    free(line);
    job->worker.cpu_deadline = worker_cpu(&job->worker) + s->pool->limit_s;
    worker_limit(&job->worker, WAITING * s->pool->limit_s);
    return true;
}

static void report(struct state *s, struct job *job, struct outcome *o)
{
    s->pool->report(s->pool->context, s->pool->cells[job->cell], o);
    outcome_free(o);
    job->cell = -1;
    job->worker.cpu_deadline = 0;
    worker_limit(&job->worker, 0);
    job->worker.record.length = 0;
}

/* Handles a worker that ended without answering. */
static void settle_ended(struct state *s, struct job *job)
{
    if (job->cell >= 0) {
        job->worker.record.length = 0;
        double factor = job->worker.computed_too_long ? 1 : WAITING;
        struct outcome o = outcome_of(&job->worker, factor * s->pool->limit_s);
        report(s, job, &o);
        s->crashes++;
    }
    stop(job);
}

static void settle_answered(struct state *s, struct job *job)
{
    const struct text *record = &job->worker.record;
    if (job->cell < 0 || !record->length || record->data[record->length - 1] != '\n') return;
    struct worker answer = {
        .record =
            *record}; /* an answer is handled like the record of a worker with exit status 0 */
    struct outcome o = outcome_of(&answer, s->pool->limit_s);
    if (s->pool->show_stderr) worker_show_stderr(&job->worker);
    report(s, job, &o);
    s->crashes = 0;
}

static bool busy(const struct state *s)
{
    for (int j = 0; j < s->pool->jobs; j++)
        if (s->jobs[j].cell >= 0) return true;
    return false;
}

static bool step(struct state *s, struct worker **workers, char **error)
{
    for (int j = 0; j < s->pool->jobs; j++)
        if (!feed(s, j, error)) return false;
    workers_wait(workers, s->pool->jobs, true, 0);
    for (int j = 0; j < s->pool->jobs; j++) {
        settle_answered(s, &s->jobs[j]);
        if (s->jobs[j].feed >= 0 && !s->jobs[j].worker.pid) settle_ended(s, &s->jobs[j]);
    }
    if (s->crashes < CRASHES_MOST) return true;
    *error = xformat("%d workers in a row ended without an answer", s->crashes);
    return false;
}

bool check_pool_run(const struct check_pool *pool, char **error)
{
    struct state s = {.pool = pool};
    bool good = true;
    struct worker **workers = xarray((size_t)pool->jobs, sizeof *workers);
    s.jobs = xarray((size_t)pool->jobs, sizeof *s.jobs);
    for (int j = 0; j < pool->jobs; j++) {
        s.jobs[j].feed = s.jobs[j].cell = -1;
        workers[j] = &s.jobs[j].worker;
    }
    while (good && !signal_received() && (s.next < pool->count || busy(&s)))
        good = step(&s, workers, error);
    for (int j = 0; j < pool->jobs; j++) stop(&s.jobs[j]);
    free(s.jobs);
    free(workers);
    return good;
}
