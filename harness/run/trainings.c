/* SPDX-License-Identifier: MIT
 * Runs training rows in parallel, one single-threaded worker per core. Training results do not
 * depend on the number of parallel workers. Workers report their progress and write checkpoints
 * into the run's folder, so a stopped training run can resume. */
#include "base/groups/cpu_quota.h"
#include "base/mem.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/result_dir.h"
#include "harness/run/trainings.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define CHECKPOINTS "checkpoints"

struct core {
    struct worker worker;
    struct placement placement;
    const struct plan_row *row; /* row that this core runs; NULL if the core is idle */
    struct row_request request;
    struct row_result result;
    char *complete, *checkpoint, *kept[KEPT_KINDS]; /* strings that the request uses; owned */
};
struct cores {
    struct run *run;
    struct progress *progress;
    struct core *list;
    int count;
    struct queue *queue;
};

/* ---- cores ---- */

static void free_request(struct core *core)
{
    free(core->complete);
    free(core->checkpoint);
    core->complete = core->checkpoint = NULL;
    for (enum kept k = 0; k < KEPT_KINDS; k++) {
        free(core->kept[k]);
        core->kept[k] = NULL;
    }
}

static void cores_close(struct cores *l)
{
    for (int i = 0; i < l->count; i++) {
        struct core *core = &l->list[i];
        if (core->row) worker_free(&core->worker);
        placement_free(&core->placement);
        free_request(core);
    }
    free(l->list);
}

/* Finds the cores to use. --cpus may restrict the cores. If there are none, returns false and sets
 * *error. */
static bool cores_open(struct cores *l, char **error)
{
    int most = cores_side_by_side(l->run->topology);
    char *why = NULL;
    l->list = xarray((size_t)most, sizeof *l->list);
    for (; l->count < most && !why; l->count += !why) {
        struct placement_request request = {
            .threads = 1, .list = l->run->options->cpus, .slot = l->count, .slots = l->count + 1};
        topology_pick(l->run->topology, &request, &l->list[l->count].placement, &why);
    }
    if (l->count) return free(why), true;
    *error = why;
    return false;
}

/* ---- one row ---- */

/* Returns a unique name for a row of this run. The caller frees the name. */
static char *row_name(const struct run *run, const struct plan_row *row)
{
    return xformat("%s,%s", plan_row_spec(run->plan, row)->name, row->key);
}

/* Writes the result of a core to the journal. Keeps the checkpoint if the row could not be written
 * or if --resume would retry the row. */
static bool to_journal(struct cores *l, struct core *core, char **error)
{
    const struct plan_row *row = core->row;
    enum row_status status = core->result.outcome.status;
    core->row = NULL;
    bool good = row_to_journal(l->run, l->progress, row, &core->result, error);
    if (core->checkpoint && !*error && !status_is_of_the_moment(status)) unlink(core->checkpoint);
    free_request(core);
    return good;
}

/* Fills the worker request of a row. If the folder of a kept file cannot be created, returns false
 * and sets *error. */
static bool make_request(const struct run *run, struct core *core, char **error)
{
    const struct plan_row *row = core->row;
    char *name = row_name(run, row);
    core->complete = plan_complete(run->plan, plan_row_cell(run->plan, row));
    core->request = row_request_of(run, row, core->complete, &core->placement);
    core->request.checkpoint = core->checkpoint =
        result_dir_file(run->directory, CHECKPOINTS, name, "safetensors");
    if (!core->checkpoint) *error = run_folder_error(run->directory, CHECKPOINTS "/");
    bool keeps = !plan_row_cell(run->plan, row)->simple_baseline;
    for (enum kept k = 0; keeps && k < KEPT_KINDS && !*error; k++)
        if (kept_wanted(k, run->options->keep))
            core->request.kept[k] = core->kept[k] = kept_path(k, run->directory, name, error);
    free(name);
    return !*error;
}

/* Returns the members of a journal line that name the row whose result is reused. */
static json_t *origin_of(const json_t *line)
{
    json_t *from = json_object_get(line, "same_as");
    json_t *origin =
        from ? json_pack("{s:O}", "same_as", from)
             : json_pack("{s:{s:O, s:O}}", "same_as", "ablation", json_object_get(line, "ablation"),
                         "key", json_object_get(line, "key"));
    require(origin);
    if (json_object_get(line, "host")) machine_mark(origin, line);
    return origin;
}

/* Sets the result of a row that needs no worker, and frees the members of `ready`. Returns false if
 * the row needs a worker. If the machine cannot run the row and tuning would also skip it, the
 * recorded reason is the machine. */
static bool result_without_worker(const struct cores *l, struct core *core, struct ready *ready)
{
    if (ready->same) {
        kept_copy_line(ready->same, l->run->directory);
        core->result = row_result_from_line(ready->same, origin_of(ready->same));
        json_decref(ready->same);
        return true;
    }
    bool settled = row_outcome_without_worker(l->run, ready->row, &core->result.outcome);
    if (settled)
        free(ready->left_out);
    else if (ready->left_out)
        core->result.outcome = outcome_make(ready->status, ready->left_out);
    return settled || ready->left_out;
}

/* Assigns a row to an idle core. */
static bool begin(struct cores *l, struct core *core, struct ready ready, char **error)
{
    char *why = NULL;
    core->row = ready.row;
    core->result = (struct row_result){0};
    stamp_now(core->result.started_utc);
    if (result_without_worker(l, core, &ready)) return to_journal(l, core, error);
    progress_start(l->progress, (int)(ready.row - l->run->plan->rows));
    if (!make_request(l->run, core, &why)) {
        core->result.outcome = outcome_make(STATUS_UNSAVED, why);
        return to_journal(l, core, error);
    }
    if (row_start(&core->worker, &core->request, error)) return true;
    core->row = NULL; /* no worker started, so the row is run later */
    *error = run_error_advice(l->run, *error);
    return false;
}

static bool end(struct cores *l, struct core *core, char **error)
{
    core->result.outcome = row_outcome(&core->worker, &core->request);
    core->result.elapsed_s = core->worker.finished - core->worker.started;
    for (enum kept k = 0; k < KEPT_KINDS; k++)
        kept_note(k, core->result.outcome.record, core->kept[k]);
    worker_free(&core->worker);
    return to_journal(l, core, error);
}

/* Prints the progress of all cores: "ARM: step 10 of 40, loss 2.500; ARM: started". */
static void show(struct cores *l)
{
    struct text note = {0};
    for (int i = 0; i < l->count; i++) {
        struct training_step at;
        if (!l->list[i].row) continue;
        text_add(&note, "%s%s: ", note.length ? "; " : "",
                 plan_row_name(l->run->plan, l->list[i].row));
        if (training_step_of(&l->list[i].worker, &at))
            text_add(&note, "step %d of %d%s%s", at.step, at.steps, *at.loss ? ", " : "", at.loss);
        else
            text_add(&note, "started");
    }
    if (note.length) progress_show(l->progress, "", note.data);
    text_free(&note);
}

/* ---- the loop ---- */

/* Returns the predicted memory of a row in bytes. Returns 0 if the memory is unknown, as for
 * simple baselines. */
static double predicted_bytes(const struct run *run, const struct plan_row *row)
{
    double bytes = run->predictions[row->cell_index].memory_bytes;
    return isnan(bytes) ? 0 : bytes;
}

/* Returns true if the predicted memory of a row is free while the other rows run. */
static bool fits_memory(const struct cores *l, const struct plan_row *row)
{
    const struct run *run = l->run;
    double bytes = predicted_bytes(run, row);
    bool alone = true;
    for (int i = 0; i < l->count; i++) {
        if (!l->list[i].row) continue;
        alone = false;
        bytes += predicted_bytes(run, l->list[i].row);
    }
    return alone || !(run->memory_room.bytes > 0) || bytes <= run->memory_room.bytes;
}

/* Assigns rows to idle cores. Returns false if the loop must end. */
static bool feed(struct cores *l, double until, char **error)
{
    for (int i = 0; i < l->count; i++)
        while (!l->list[i].row) {
            if (until > 0 && now() >= until) return true;
            struct ready ready = queue_next(l->queue);
            if (!ready.row) return true;
            if (!ready.same && !ready.left_out && !fits_memory(l, ready.row))
                return queue_return(l->queue, ready.row), true;
            if (!row_may_begin(l->run, error) || !begin(l, &l->list[i], ready, error)) return false;
        }
    return true;
}

/* Waits until a worker writes or ends. Returns false if no worker is running. */
static bool wait_for_workers(struct cores *l)
{
    struct worker **workers = xarray((size_t)l->count, sizeof *workers);
    int count = 0;
    for (int i = 0; i < l->count; i++)
        if (l->list[i].row) workers[count++] = &l->list[i].worker;
    if (count) show(l), workers_wait(workers, count, true, 0);
    free(workers);
    return count > 0;
}

bool run_trainings(struct run *run, struct progress *progress, double until, char **error)
{
    struct cores l = {.run = run, .progress = progress};
    bool good = cores_open(&l, error);
    time_left_set_cores(progress->left, good ? l.count : 1);
    l.queue = queue_open(run);
    while (good && !signal_received()) {
        good = run_folder_in_place(run, error) && feed(&l, until, error);
        if (!good || !wait_for_workers(&l)) break;
        for (int i = 0; good && i < l.count; i++)
            if (l.list[i].row && !l.list[i].worker.pid) good = end(&l, &l.list[i], error);
    }
    cores_close(&l);
    queue_close(l.queue);
    result_dir_drop_empty(run->directory, CHECKPOINTS); /* rows that were stopped keep checkpoints,
                                                           so the folder is removed only if empty */
    kept_drop_empty(run->directory);
    return good;
}
