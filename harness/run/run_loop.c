/* SPDX-License-Identifier: MIT
 * The loop over the rows of a run (run.h). A row that fails never stops the sweep. */
#include "harness/run/outcome.h"
#include "harness/run/progress.h"
#include "harness/run/run.h"
#include "harness/run/spawn.h"
#include "harness/run/stamp.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define MIB (1024.0 * 1024.0)

struct finished {
    struct outcome outcome;
    char started_utc[STAMP_SIZE];
    double elapsed_s; /* 0: no worker was started */
};

static struct outcome settled(const char *status, char *reason)
{
    return (struct outcome){status, reason, NULL};
}

static double memory_limit(const struct run *run, const struct plan_row *row)
{
    return run->plan->specs[row->spec].memory_mib * MIB;
}

/* Rows that need no worker to be known: true with *outcome filled. */
static bool settle_early(const struct run *run, const struct plan_row *row, struct outcome *outcome)
{
    const struct prediction *p = &run->predictions[row->cell_index];
    struct topology_facts facts;
    topology_facts(run->topology, &facts);
    double limit = memory_limit(run, row);
    const char *whose = limit > 0 ? "the specification allows" : "this machine has";
    if (!(limit > 0)) limit = (double)facts.memory_bytes;
    if (p->refuse)
        *outcome = settled("unsupported", xstrdup(p->refuse));
    else if (limit > 0 && p->memory_bytes > limit)
        *outcome = settled("skipped", xformat("needs %.0f MiB by its own count, %s %.0f MiB",
                                              p->memory_bytes / MIB, whose, limit / MIB));
    else
        return false;
    return true;
}

static double time_limit(const struct run *run, const struct plan_row *row)
{
    double own = run->plan->specs[row->spec].timeout_s;
    if (run->options->timeout_s > 0) return run->options->timeout_s;
    return own > 0 ? own : RUN_TIMEOUT_S;
}

static void measure(const struct run *run, const struct plan_row *row,
                    const struct placement *placement, struct finished *f)
{
    struct topology_facts facts;
    topology_facts(run->topology, &facts);
    struct row_request request = {.worker = run->worker,
                                  .cell = row->cell,
                                  .round = row->round,
                                  .layout_seed = (uint64_t)run->options->seed,
                                  .limit_s = time_limit(run, row),
                                  .memory_bytes = memory_limit(run, row),
                                  .placement = facts.this_system ? placement : NULL};
    struct worker w;
    char *error = NULL;
    if (!row_run(&w, &request, &error)) {
        f->outcome = settled("crashed", error);
        return;
    }
    f->outcome = outcome_of(&w, request.limit_s);
    f->elapsed_s = w.finished - w.started;
    worker_free(&w);
}

static struct finished finish_row(const struct run *run, const struct plan_row *row)
{
    struct finished f = {0};
    struct placement placement;
    char *error = NULL;
    stamp_now(f.started_utc);
    if (settle_early(run, row, &f.outcome)) return f;
    if (row_place(run->topology, run->axes, row->cell, run->options->cpus, &placement, &error))
        measure(run, row, &placement, &f);
    else
        f.outcome = settled("unsupported", error);
    placement_free(&placement);
    return f;
}

/* The journal's line of a row; takes over nothing. */
static json_t *journal_row(const struct plan *plan, const struct plan_row *row,
                           const struct finished *f)
{
    json_t *line = json_pack(
        "{s:s, s:s, s:s, s:i, s:i, s:s, s:i, s:s?, s:s, s:f, s:s, s:s, s:O*}", "ablation",
        plan->specs[row->spec].name, "key", row->key, "cell", row->cell, "round", row->round,
        "position", row->position, "arm", row->arm, "group", row->group, "baseline", row->baseline,
        "started_utc", f->started_utc, "elapsed_s", f->elapsed_s, "status", f->outcome.status,
        "reason", f->outcome.reason, "record", f->outcome.record);
    require(line); /* all texts are UTF-8: libyaml and jansson take nothing else, see outcome.c */
    return line;
}

static bool is_done(const struct run *run, const struct plan_row *row)
{
    return journal_find(&run->journal, run->plan->specs[row->spec].name, row->key);
}

/* One row from start to journal. False when the loop must end: *error is set when the journal
 * could not be written, else a signal came or a failure was to be the last. */
static bool do_row(struct run *run, struct progress *progress, int index, char **error)
{
    const struct plan_row *row = &run->plan->rows[index];
    progress_show(progress, index);
    struct finished f = finish_row(run, row);
    bool stopped = signal_received() && strcmp(f.outcome.status, "interrupted") == 0;
    bool good = stopped || journal_append(&run->journal, journal_row(run->plan, row, &f), error);
    bool failed = good && !stopped && status_fails(f.outcome.status);
    if (good && !stopped) progress_count(progress, row->cell_index, f.elapsed_s, failed);
    if (failed) progress_failure(progress, row->cell, f.outcome.status, f.outcome.reason);
    outcome_free(&f.outcome);
    return good && !stopped && !(failed && run->options->fail_fast);
}

/* Rows of two programs must not stand in one run: a rebuilt worker ends it. */
static bool worker_replaced(const char *path, const struct stat *first)
{
    struct stat found;
    return stat(path, &found) != 0 || found.st_ino != first->st_ino ||
           found.st_mtim.tv_sec != first->st_mtim.tv_sec ||
           found.st_mtim.tv_nsec != first->st_mtim.tv_nsec;
}

bool run_rows(struct run *run, char **error)
{
    struct progress progress;
    struct stat worker = {0};
    stat(run->worker, &worker);
    double limit = run->options->max_time_s, end = limit > 0 ? now() + limit : 0;
    progress_begin(&progress, run->plan, run->options->quiet);
    for (int i = 0; i < run->plan->row_count; i++)
        if (is_done(run, &run->plan->rows[i]))
            progress_count(&progress, run->plan->rows[i].cell_index, 0, false);
    for (int i = 0; i < run->plan->row_count && !signal_received(); i++) {
        if (is_done(run, &run->plan->rows[i])) continue;
        if (end > 0 && now() >= end) break;
        if (worker_replaced(run->worker, &worker)) {
            *error = xformat("%s was replaced during the run: finished rows are kept, but rows of "
                             "two programs cannot be compared; start a new run",
                             run->worker);
            break;
        }
        if (!do_row(run, &progress, i, error)) break;
    }
    progress_end(&progress);
    return !*error;
}

int run_failures(const struct run *run)
{
    int failures = 0;
    for (int i = 0; i < run->journal.count; i++) {
        const char *word = json_string_value(json_object_get(run->journal.rows[i], "status"));
        failures += word && status_fails(word);
    }
    return failures;
}
