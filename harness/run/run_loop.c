/* SPDX-License-Identifier: MIT
 * The loop over the rows of a run (run.h): first those that are timed, one after the other with the
 * machine to themselves, then those that train, side by side. A row that fails never stops the
 * sweep. */
#include "harness/run/estimate.h"
#include "base/groups/cpu_quota.h"
#include "harness/run/row_steps.h"

#include <stdlib.h>
#include <sys/stat.h>

/* False with *error when no process could be started. */
static bool measure(const struct run *run, const struct plan_row *row,
                    const struct placement *placement, struct finished *f, char **error)
{
    char *complete = plan_complete(run->plan, plan_row_cell(run->plan, row));
    struct row_request request = row_request_of(run, row, complete, placement);
    struct worker w;
    bool good = row_run(&w, &request, error);
    if (good) {
        f->outcome = row_outcome(&w, &request);
        f->elapsed_s = w.finished - w.started;
        worker_free(&w);
    }
    free(complete);
    return good;
}

/* The same. */
static bool finish_row(const struct run *run, const struct plan_row *row, struct finished *f,
                       char **error)
{
    struct placement placement;
    char *why = NULL;
    bool good = true;
    *f = (struct finished){0};
    stamp_now(f->started_utc);
    if (row_settle_early(run, row, &f->outcome)) return true;
    if (row_place(run->topology, run->plan->axes, plan_row_cell(run->plan, row)->values,
                  run->options->cpus, &placement, &why))
        good = measure(run, row, &placement, f, error);
    else
        f->outcome = row_settled(STATUS_SKIPPED, why); /* on these cores; --resume may have more */
    placement_free(&placement);
    return good;
}

/* --strict: a row whose times other work took part in ends the run, and is not kept. */
static bool refuse(struct run *run, const struct plan_row *row, struct finished *f, char **error)
{
    if (!run->options->strict || f->outcome.status != STATUS_UNSTABLE) return false;
    *error = xformat("%s: %s. --strict refuses such a row: end the other programs, or name cores "
                     "that are idle (--cpus), and resume with --resume",
                     row->key, f->outcome.reason);
    run->refused = true;
    outcome_free(&f->outcome);
    return true;
}

/* One row from start to journal. False when the loop must end. */
static bool do_row(struct run *run, struct progress *progress, int index, char **error)
{
    const struct plan_row *row = &run->plan->rows[index];
    struct finished f;
    progress_start(progress, index);
    progress_show(progress, row->key, "");
    if (!finish_row(run, row, &f, error)) return row_not_started(run, error);
    if (refuse(run, row, &f, error)) return false;
    return row_to_journal(run, progress, row, &f, error);
}

/* The driver keeps the worker open, so a build that replaces the file changes nothing. One that
 * overwrites it ends the run: rows of two programs cannot be compared. */
static bool worker_is_same(const struct run *run, char **error)
{
    const struct stat *first = &run->worker_file;
    struct stat found;
    bool same = stat(run->worker, &found) == 0 && found.st_ino == first->st_ino &&
                found.st_mtim.tv_sec == first->st_mtim.tv_sec &&
                found.st_mtim.tv_nsec == first->st_mtim.tv_nsec;
    if (!same)
        *error = xstrdup("attnlab-worker was overwritten during the run; rows of two programs "
                         "cannot be compared. Finished rows are kept");
    return same;
}

bool row_may_begin(const struct run *run, char **error)
{
    return run_in_place(run, error) && worker_is_same(run, error);
}

/* Rows that still have to be measured; again: those that were disturbed. */
static bool is_due(const struct run *run, const struct plan_row *row, bool again)
{
    if (row_is_quality(run, row)) return false;
    return again ? row_is_disturbed(run, row) : !row_is_done(run, row);
}

/* At least one row, so that a session with little time still makes progress. */
static bool run_timed_rows(struct run *run, struct progress *progress, double end, bool again,
                           char **error)
{
    bool begun = false;
    for (int i = 0; i < run->plan->row_count && !signal_received(); i++) {
        if (!is_due(run, &run->plan->rows[i], again)) continue;
        if (begun && end > 0 && now() >= end) return false;
        begun = true;
        if (!row_may_begin(run, error) || !do_row(run, progress, i, error)) return false;
    }
    return !signal_received();
}

/* Few enough that a moment disturbed them. On a machine that is busy all the time, measuring again
 * would cost time and change nothing. */
static bool worth_repeating(const struct run *run)
{
    int timed = 0, disturbed = journal_count(&run->journal, STATUS_UNSTABLE);
    for (int i = 0; i < run->plan->row_count; i++)
        timed += !row_is_quality(run, &run->plan->rows[i]);
    return disturbed && disturbed <= timed / 4;
}

/* After the first pass, as --resume would: by then what disturbed the rows has probably ended. */
static bool run_overhead_rows(struct run *run, struct progress *progress, double end, char **error)
{
    enum { REPEATS = 3 };
    bool good = run_timed_rows(run, progress, end, false, error);
    for (int i = 0; good && i < REPEATS && worth_repeating(run); i++)
        good = run_timed_rows(run, progress, end, true, error);
    return good;
}

/* What is expected of all rows; those of an earlier session tell how long such rows take. */
static void begin_progress(const struct run *run, struct progress *progress)
{
    const struct plan *plan = run->plan;
    double slower = estimate_slower(json_object_get(run->manifest.root, "peaks"));
    struct expected_row *rows = estimate_rows(plan, run->predictions, slower);
    struct outcome outcome;
    for (int i = 0; i < plan->row_count; i++)
        if (row_settle_early(run, &plan->rows[i], &outcome)) {
            rows[i].seconds = 0;
            outcome_free(&outcome);
        }
    progress_begin(progress, "rows", plan->row_count,
                   time_left_open(rows, plan->row_count, cores_side_by_side(run->topology)),
                   run->options->quiet);
    free(rows);
    for (int i = 0; i < plan->row_count; i++) {
        int place = journal_find(&run->journal, plan_row_spec(plan, &plan->rows[i])->name,
                                 plan->rows[i].key);
        if (place < 0) continue;
        const struct journal_row *row = &run->journal.rows[place];
        progress_count(progress, i, row->taken ? 0 : row->elapsed_s, false);
    }
}

bool run_rows(struct run *run, char **error)
{
    struct progress progress;
    double limit = run->options->max_time_s, end = limit > 0 ? now() + limit : 0;
    stat(run->worker, &run->worker_file);
    begin_progress(run, &progress);
    if (run_overhead_rows(run, &progress, end, error)) run_quality_rows(run, &progress, end, error);
    progress_end(&progress);
    return !*error;
}

/* A row that its worker skipped, since the data that were there when the run began are gone: unless
 * the user said that this is no matter. */
static bool lacks_data(const struct run *run, const struct journal_row *row)
{
    return !run->options->skip_missing_data && row->status == STATUS_SKIPPED && row->recorded;
}

int run_failures(const struct run *run)
{
    int failures = 0;
    for (int i = 0; i < run->journal.count; i++) {
        const struct journal_row *row = &run->journal.rows[i];
        failures += status_fails(row->status, row->measured) || lacks_data(run, row);
    }
    return failures;
}
