/* SPDX-License-Identifier: MIT
 * Rows that train a model, side by side: one single-threaded worker a core. What a model learns
 * does not depend on what runs beside it, and the machine is used best this way.
 *
 * Each core has at most one worker, and the next row of the queue (training_queue.h) when that has
 * ended. Workers tell how far they are; a checkpoint in the run's directory lets a row that was
 * stopped go on where it was. */
#include "base/groups/cpu_quota.h"
#include "harness/run/row_steps.h"
#include "harness/run/kept_files.h"
#include "harness/run/result_dir.h"
#include "harness/run/progress/progress.h"
#include "harness/run/trainings/trainings.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define CHECKPOINTS "checkpoints"

struct train_core {
    struct worker worker;
    struct placement placement;
    const struct plan_row *row; /* NULL: idle */
    struct row_request request;
    struct finished finished;
    char *complete, *checkpoint, *kept[KEPT_KINDS]; /* owned */
};
struct train_cores {
    struct run *run;
    struct progress *progress;
    struct train_core *list;
    int count;
    struct queue *queue;
    struct ready held; /* the next row, which waits for memory; row NULL: none does */
};

/* ---- cores ---- */

static void row_forget(struct train_core *core)
{
    free(core->complete);
    free(core->checkpoint);
    core->complete = core->checkpoint = NULL;
    for (enum kept k = 0; k < KEPT_KINDS; k++) {
        free(core->kept[k]);
        core->kept[k] = NULL;
    }
}

static void cores_close(struct train_cores *l)
{
    for (int i = 0; i < l->count; i++) {
        struct train_core *core = &l->list[i];
        if (core->row) {
            worker_kill(&core->worker);
            worker_free(&core->worker);
        }
        placement_free(&core->placement);
        row_forget(core);
    }
    free(l->list);
}

static bool cores_open(struct train_cores *l, char **error)
{
    int most = cores_side_by_side(l->run->topology);
    l->list = xarray((size_t)most, sizeof *l->list);
    for (; l->count < most; l->count++) {
        struct placement_request request = {
            .threads = 1, .list = l->run->options->cpus, .slot = l->count, .slots = l->count + 1};
        char *why = NULL;
        if (topology_pick(l->run->topology, &request, &l->list[l->count].placement, &why)) continue;
        if (!l->count)
            *error = why; /* --cpus may name fewer cores than there are */
        else
            free(why);
        break;
    }
    return l->count > 0;
}

/* ---- checkpoints ---- */

/* What identifies a row in this run; to be freed. */
static char *row_name(const struct run *run, const struct plan_row *row)
{
    return xformat("%s,%s", plan_row_spec(run->plan, row)->name, row->key);
}

/* Of a row. NULL: no directory. */
static char *checkpoint_path(const struct run *run, const struct plan_row *row)
{
    char *name = row_name(run, row);
    char *path = result_dir_file(run->directory, CHECKPOINTS, name, "safetensors");
    free(name);
    return path;
}

/* ---- one row ---- */

/* A row that --resume tries again, or that the journal did not take, goes on from its checkpoint:
 * hours of training are not lost to a disk or a memory that was full for a moment. */
static bool to_journal(struct train_cores *l, struct train_core *core, char **error)
{
    const struct plan_row *row = core->row;
    enum row_status status = core->finished.outcome.status;
    core->row = NULL;
    bool good = row_to_journal(l->run, l->progress, row, &core->finished, error);
    if (core->checkpoint && !*error && !status_is_of_the_moment(status)) unlink(core->checkpoint);
    row_forget(core);
    return good;
}

/* False with *error: what is to be kept has no place. */
static bool ask_kept(const struct run *run, struct train_core *core, char **error)
{
    if (plan_row_cell(run->plan, core->row)->simple_baseline) return true;
    char *name = row_name(run, core->row);
    for (enum kept k = 0; k < KEPT_KINDS && !*error; k++)
        if (kept_wanted(k, run->options->keep))
            core->request.kept[k] = core->kept[k] = kept_path(k, run->directory, name, error);
    free(name);
    return !*error;
}

/* Gives a row to an idle core; one that needs no worker is put down at once. */
static bool begin(struct train_cores *l, struct train_core *core, struct ready ready, char **error)
{
    const struct plan_row *row = ready.row;
    char *why = NULL;
    core->row = row;
    core->finished = (struct finished){0};
    if (ready.same) {
        kept_bring(ready.same, l->run->directory);
        core->finished = row_taken(ready.same, shared_marks(ready.same));
        json_decref(ready.same);
        return to_journal(l, core, error);
    }
    stamp_now(core->finished.started_utc);
    /* Whether it lost comes last: a row that could not have run here has lost to nobody. */
    if (row_settle_early(l->run, row, &core->finished.outcome))
        return free(ready.lost), to_journal(l, core, error);
    if (ready.lost) {
        core->finished.outcome = row_settled(ready.status, ready.lost);
        return to_journal(l, core, error);
    }
    progress_start(l->progress, (int)(row - l->run->plan->rows));
    core->checkpoint = checkpoint_path(l->run, row);
    core->complete = plan_complete(l->run->plan, plan_row_cell(l->run->plan, row));
    core->request = row_request_of(l->run, row, core->complete, &core->placement);
    core->request.checkpoint = core->checkpoint;
    if (!ask_kept(l->run, core, &why)) {
        core->finished.outcome = row_settled(STATUS_UNSAVED, why);
        return to_journal(l, core, error);
    }
    if (row_start(&core->worker, &core->request, error)) return true;
    core->row = NULL; /* nothing of it runs, and it is still to do */
    return row_not_started(l->run, error);
}

static bool end(struct train_cores *l, struct train_core *core, char **error)
{
    core->finished.outcome = row_outcome(&core->worker, &core->request);
    core->finished.elapsed_s = core->worker.finished - core->worker.started;
    for (enum kept k = 0; k < KEPT_KINDS; k++)
        kept_note(k, core->finished.outcome.record, core->kept[k]);
    worker_free(&core->worker);
    return to_journal(l, core, error);
}

/* ---- progress ---- */

static void show(struct train_cores *l)
{
    struct text note = {0};
    text_add_bytes(&note, "", 0);
    for (int i = 0; i < l->count; i++) {
        struct training_step at;
        char loss[TRAINING_STEP_TEXT];
        if (!l->list[i].row) continue;
        text_add(&note, "%s%s: ", note.length ? "; " : "",
                 plan_row_name(l->run->plan, l->list[i].row));
        if (training_step_of(&l->list[i].worker, &at))
            text_add(&note, "step %d of %d%s%s", at.step, at.steps,
                     *training_loss_text(&at, loss) ? ", " : "", loss);
        else
            text_add(&note, "started");
    }
    if (note.length) progress_show(l->progress, "", note.data);
    text_free(&note);
}

/* ---- the loop ---- */

/* What a row foretells; 0 of one that foretells none: a simple baseline, which counts. */
static double foretold_bytes(const struct run *run, const struct plan_row *row)
{
    double bytes = run->predictions[row->cell_index].memory_bytes;
    return isnan(bytes) ? 0 : bytes;
}

/* Whether a row finds the memory that it foretells beside those that run; alone it has all there is
 * (row_settle_early() asks that). */
static bool has_room(const struct train_cores *l, const struct plan_row *row)
{
    const struct run *run = l->run;
    double taken = foretold_bytes(run, row);
    bool alone = true;
    for (int i = 0; i < l->count; i++) {
        if (!l->list[i].row) continue;
        alone = false;
        taken += foretold_bytes(run, l->list[i].row);
    }
    return alone || !(run->memory_room.bytes > 0) || taken <= run->memory_room.bytes;
}

/* The next row; one that had no room before comes first. Without a row none is to do, or it waits.
 */
static struct ready next_row(struct train_cores *l)
{
    struct ready ready = l->held.row ? l->held : queue_next(l->queue);
    l->held = (struct ready){0};
    bool runs = ready.row && !ready.same && !ready.lost;
    if (!runs || has_room(l, ready.row)) return ready;
    l->held = ready;
    return (struct ready){0};
}

/* Rows for idle cores. False when the loop must end. */
static bool feed(struct train_cores *l, double until, char **error)
{
    for (int i = 0; i < l->count; i++)
        while (!l->list[i].row) {
            if (until > 0 && now() >= until) return true;
            struct ready ready = next_row(l);
            if (!ready.row) return true;
            if (!row_may_begin(l->run, error) || !begin(l, &l->list[i], ready, error)) return false;
        }
    return true;
}

static bool busy(const struct train_cores *l)
{
    for (int i = 0; i < l->count; i++)
        if (l->list[i].row) return true;
    return false;
}

static void wait(struct train_cores *l)
{
    struct worker **workers = xarray((size_t)l->count, sizeof *workers);
    int count = 0;
    for (int i = 0; i < l->count; i++)
        if (l->list[i].row) workers[count++] = &l->list[i].worker;
    workers_wait(workers, count, true, 0);
    free(workers);
}

bool run_quality_rows(struct run *run, struct progress *progress, double until, char **error)
{
    struct train_cores l = {.run = run, .progress = progress};
    bool good = cores_open(&l, error);
    time_left_set_side_by_side(progress->left, good ? l.count : 1);
    l.queue = queue_open(run);
    while (good && !signal_received()) {
        good = run_in_place(run, error) && feed(&l, until, error); /* a training may take hours */
        if (!good || !busy(&l)) break;
        show(&l);
        wait(&l);
        for (int i = 0; good && i < l.count; i++)
            if (l.list[i].row && !l.list[i].worker.pid) good = end(&l, &l.list[i], error);
    }
    cores_close(&l);
    queue_close(l.queue);
    /* It stays where a row was stopped: its checkpoint is in there. */
    result_dir_drop_empty(run->directory, CHECKPOINTS);
    kept_end(run->directory);
    return good;
}
