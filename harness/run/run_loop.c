/* SPDX-License-Identifier: MIT
 * Runs the rows of a run (run.h): timed rows first, one at a time on an otherwise idle machine,
 * then training rows in parallel. A failed row does not stop the loop. */
#include "base/groups/cpu_quota.h"
#include "base/mem.h"
#include "harness/run/result_dir.h"
#include "harness/run/run.h"

#include <stdlib.h>

/* ---- unchanged folder and worker ---- */

bool run_folder_in_place(const struct run *run, char **error)
{
    struct stat open, found;
    const struct journal *j = &run->journal;
    if (fstat(j->fd, &open))
        return true; /* the journal is not open, so there is nothing to compare */
    if (stat(j->path, &found) == 0 && found.st_dev == open.st_dev && found.st_ino == open.st_ino)
        return true;
    if (open.st_nlink)
        *error = xformat("%s was moved while this run wrote to it. The %d finished rows are in its "
                         "journal. Resume the run in its new folder with -o FOLDER --resume",
                         run->directory, j->count);
    else
        *error = xformat("%s was deleted while this run wrote to it. The %d finished rows are "
                         "lost. Start the run again in another folder",
                         j->path, j->count);
    return false;
}

char *run_error_advice(const struct run *run, char *error)
{
    char *gone = NULL;
    if (!run_folder_in_place(run, &gone)) return free(error), gone;
    char *command = resume_command(run->directory);
    char *message = xformat("%s. Finished rows are safe in %s/" JOURNAL_NAME
                            "; fix this, then resume with\n  %s",
                            error, run->directory, command);
    free(command);
    free(error);
    return message;
}

/* Returns true if the worker program is unchanged. Replacing the file is harmless, because the
 * driver keeps the old file open. Overwriting the file ends the run, because results of different
 * programs cannot be compared. */
static bool worker_is_same(const struct run *run, char **error)
{
    const struct stat *first = &run->worker_file;
    struct stat found;
    bool same = stat(run->worker, &found) == 0 && found.st_ino == first->st_ino &&
                found.st_mtim.tv_sec == first->st_mtim.tv_sec &&
                found.st_mtim.tv_nsec == first->st_mtim.tv_nsec;
    if (!same)
        *error = xstrdup("attnlab-worker was overwritten during the run. Rows of two programs "
                         "cannot be compared. Finished rows are kept");
    return same;
}

bool row_may_begin(const struct run *run, char **error)
{
    return run_folder_in_place(run, error) && worker_is_same(run, error);
}

/* ---- one timed row ---- */

/* Measures one row. If no process can be started, returns false and sets *error. */
static bool measure(const struct run *run, const struct plan_row *row,
                    const struct placement *placement, struct row_result *r, char **error)
{
    char *complete = plan_complete(run->plan, plan_row_cell(run->plan, row));
    struct row_request request = row_request_of(run, row, complete, placement);
    struct worker w;
    bool good = row_run(&w, &request, error);
    if (good) {
        r->outcome = row_outcome(&w, &request);
        r->elapsed_s = w.finished - w.started;
        worker_free(&w);
    }
    free(complete);
    return good;
}

static bool finish_row(const struct run *run, const struct plan_row *row, struct row_result *r,
                       char **error)
{
    struct placement placement;
    char *why = NULL;
    bool good = true;
    *r = (struct row_result){0};
    stamp_now(r->started_utc);
    if (row_outcome_without_worker(run, row, &r->outcome)) return true;
    if (row_place(run->topology, run->plan->axes, plan_row_cell(run->plan, row)->values,
                  run->options->cpus, &placement, &why))
        good = measure(run, row, &placement, r, error);
    else
        /* counts as skipped, because a resumed run may have more cores */
        r->outcome = outcome_make(STATUS_SKIPPED, why);
    placement_free(&placement);
    return good;
}

/* With --strict, drops a disturbed row and ends the run. */
static bool refuse(struct run *run, const struct plan_row *row, struct row_result *r, char **error)
{
    if (!run->options->strict || r->outcome.status != STATUS_UNSTABLE) return false;
    *error = xformat("%s: %s. --strict refuses disturbed rows. End the other programs, or choose "
                     "idle cores with --cpus. Then continue with --resume",
                     row->key, r->outcome.reason);
    run->refused = true;
    outcome_free(&r->outcome);
    return true;
}

/* Finishes a row. Repeats a disturbed row at once while run->repeats is positive. */
static bool finish_undisturbed(struct run *run, const struct plan_row *row, struct row_result *r,
                               char **error)
{
    enum { REPEATS = 2 };
    bool good = finish_row(run, row, r, error);
    for (int i = 0; good && i < REPEATS && r->outcome.status == STATUS_UNSTABLE; i++) {
        if (run->repeats <= 0 || signal_received()) break;
        run->repeats--;
        outcome_free(&r->outcome);
        good = finish_row(run, row, r, error);
    }
    return good;
}

/* Prints the number of disturbed rows once, after ten timed rows. */
static void note_disturbed(struct run *run, const struct progress *progress,
                           const struct row_result *r)
{
    enum { ROWS = 10 };
    bool disturbed = r->outcome.status == STATUS_UNSTABLE;
    run->disturbed += disturbed;
    if (++run->timed != ROWS || !run->disturbed) return;
    char *note = xformat("%d of %d rows were disturbed by other programs%s%s. Their ratios get "
                         "wider intervals. Stop these programs, or choose idle cores with --cpus",
                         run->disturbed, ROWS, disturbed ? "; the last: " : "",
                         disturbed ? r->outcome.reason : "");
    progress_note(progress, note);
    free(note);
}

/* Runs one row and writes the row to the journal. Returns false if the loop must end. */
static bool do_row(struct run *run, struct progress *progress, int index, char **error)
{
    const struct plan_row *row = &run->plan->rows[index];
    struct row_result r;
    if (!row_may_begin(run, error)) return false;
    progress_start(progress, index);
    progress_show(progress, row->key, "");
    if (!finish_undisturbed(run, row, &r, error)) {
        *error =
            run_error_advice(run, *error); /* the loop ends, because the next row would also fail */
        return false;
    }
    if (refuse(run, row, &r, error)) return false;
    note_disturbed(run, progress, &r);
    return row_to_journal(run, progress, row, &r, error);
}

/* ---- all rows ---- */

/* Runs the missing timed rows, at least one per session, so that every session makes progress. At
 * most a quarter of the rows are repeated: on a busy machine, repeated rows would be disturbed too.
 */
static bool run_timed_rows(struct run *run, struct progress *progress, double end, char **error)
{
    bool begun = false;
    for (int i = 0; i < run->plan->row_count; i++)
        run->repeats += !row_trains(run, &run->plan->rows[i]);
    run->repeats = (run->repeats + 3) / 4;
    for (int i = 0; i < run->plan->row_count && !signal_received(); i++) {
        const struct plan_row *row = &run->plan->rows[i];
        if (row_trains(run, row) || row_is_done(run, row)) continue;
        if (begun && end > 0 && now() >= end) return false;
        begun = true;
        if (!do_row(run, progress, i, error)) return false;
    }
    return !signal_received();
}

/* Starts the progress display. Rows of earlier sessions correct the estimates. */
static void begin_progress(const struct run *run, struct progress *progress)
{
    const struct plan *plan = run->plan;
    double slower = estimate_slower(json_object_get(run->manifest.root, "peaks"));
    struct expected_row *rows = estimate_rows(plan, run->predictions, slower, &run->reuse);
    struct outcome outcome;
    for (int i = 0; i < plan->row_count; i++)
        if (row_outcome_without_worker(run, &plan->rows[i], &outcome)) {
            rows[i].seconds = 0;
            outcome_free(&outcome);
        }
    progress_begin(progress, "rows", plan->row_count,
                   time_left_open(rows, plan->row_count, cores_side_by_side(run->topology)),
                   run->options->quiet);
    free(rows);
    for (int i = 0; i < plan->row_count; i++) {
        int place = row_in_journal(run, &plan->rows[i]);
        if (place < 0) continue;
        const struct journal_row *row = &run->journal.rows[place];
        progress_count(progress, i, row->trained_elsewhere ? 0 : row->elapsed_s, false);
    }
}

bool run_rows(struct run *run, char **error)
{
    struct progress progress;
    double limit = run->options->max_time_s, end = limit > 0 ? now() + limit : 0;
    stat(run->worker, &run->worker_file);
    begin_progress(run, &progress);
    if (run_timed_rows(run, &progress, end, error)) run_trainings(run, &progress, end, error);
    progress_end(&progress);
    return !*error;
}

/* Returns true if the data of a row were deleted during the run, unless --skip-missing-data is
 * given. */
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
