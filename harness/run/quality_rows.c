/* SPDX-License-Identifier: MIT
 * Rows that train a model, side by side: one single-threaded worker a core. What a model learns
 * does not depend on what runs beside it, and the machine is used best this way.
 *
 * A lane is a core with at most one worker. Workers tell how far they are; a checkpoint in the
 * run's directory lets a row that was stopped go on where it was. */
#include "harness/run/row_steps.h"
#include "harness/run/tuning.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define CHECKPOINTS "checkpoints"

struct lane {
    struct worker worker;
    struct placement placement;
    const struct plan_row *row; /* NULL: idle */
    struct row_request request;
    struct finished finished;
    char *checkpoint; /* owned */
};
struct lanes {
    struct run *run;
    struct progress *progress;
    struct lane *list;
    int count;
    struct tuning *tuning;
    bool *taken; /* rows of the plan that a lane has had, or that are done */
};

/* ---- lanes ---- */

static void lanes_close(struct lanes *l)
{
    for (int i = 0; i < l->count; i++) {
        struct lane *lane = &l->list[i];
        if (lane->row) {
            worker_kill(&lane->worker);
            worker_free(&lane->worker);
        }
        placement_free(&lane->placement);
        free(lane->checkpoint);
    }
    free(l->list);
}

static bool lanes_open(struct lanes *l, char **error)
{
    struct topology_facts facts;
    topology_facts(l->run->topology, &facts);
    int most = facts.allowed_cores > 0 ? facts.allowed_cores : 1;
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

/* Of a row: its name is the hash of what identifies the row in this run. NULL: no directory. */
static char *checkpoint_path(const struct run *run, const struct plan_row *row)
{
    char *folder = xformat("%s/" CHECKPOINTS, run->directory), *path = NULL;
    char *name = xformat("%s,%s", plan_row_spec(run->plan, row)->name, row->key);
    uint64_t hash = 0xcbf29ce484222325; /* FNV-1a */
    for (const char *c = name; *c; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3;
    if (mkdir(folder, 0777) == 0 || errno == EEXIST)
        path = xformat("%s/%016llx.safetensors", folder, (unsigned long long)hash);
    free(folder);
    free(name);
    return path;
}

/* ---- one row ---- */

static bool put_down(struct lanes *l, struct lane *lane, char **error)
{
    const struct plan_row *row = lane->row;
    bool finished = strcmp(lane->finished.outcome.status, "interrupted") != 0;
    lane->row = NULL;
    bool good = row_put_down(l->run, l->progress, row, &lane->finished, error);
    if (finished && lane->checkpoint) unlink(lane->checkpoint);
    free(lane->checkpoint);
    lane->checkpoint = NULL;
    return good;
}

/* Gives a row to an idle lane; one that needs no worker is put down at once. Takes over lost. */
static bool begin(struct lanes *l, struct lane *lane, const struct plan_row *row, char *lost,
                  char **error)
{
    char *why = NULL;
    lane->row = row;
    lane->finished = (struct finished){0};
    stamp_now(lane->finished.started_utc);
    if (lost) {
        lane->finished.outcome = row_settled("skipped", lost);
        return put_down(l, lane, error);
    }
    if (row_settle_early(l->run, row, &lane->finished.outcome)) return put_down(l, lane, error);
    lane->checkpoint = checkpoint_path(l->run, row);
    lane->request = row_request_of(l->run, row, &lane->placement);
    lane->request.checkpoint = lane->checkpoint;
    if (row_start(&lane->worker, &lane->request, &why)) return true;
    lane->finished.outcome = row_settled("crashed", why);
    return put_down(l, lane, error);
}

static bool end(struct lanes *l, struct lane *lane, char **error)
{
    lane->finished.outcome = outcome_of(&lane->worker, lane->request.limit_s);
    lane->finished.elapsed_s = lane->worker.finished - lane->worker.started;
    worker_free(&lane->worker);
    return put_down(l, lane, error);
}

/* ---- progress ---- */

/* The last whole line of progress that a worker wrote, or NULL; to be released. */
static json_t *last_progress(const struct worker *w)
{
    const struct text *r = &w->record;
    size_t to = r->length;
    while (to && r->data[to - 1] != '\n') to--;
    size_t from = to ? to - 1 : 0;
    while (from && r->data[from - 1] != '\n') from--;
    json_t *line = to ? json_loadb(r->data + from, to - from, 0, NULL) : NULL;
    json_t *progress = json_incref(json_object_get(line, "progress"));
    json_decref(line);
    return progress;
}

static void show(struct lanes *l)
{
    struct text note = {0};
    int index = 0;
    text_add_bytes(&note, "", 0);
    for (int i = 0; i < l->count; i++) {
        if (!l->list[i].row) continue;
        json_t *p = last_progress(&l->list[i].worker), *point = json_object_get(p, "point");
        index = (int)(l->list[i].row - l->run->plan->rows);
        text_add(&note, "%s%s: ", note.length ? "; " : "",
                 plan_row_arm(l->run->plan, l->list[i].row)->name);
        if (p)
            text_add(&note, "step %lld of %lld, loss %.3f",
                     json_integer_value(json_object_get(p, "step")),
                     json_integer_value(json_object_get(p, "steps")),
                     json_number_value(json_object_get(point, "train_loss")));
        else
            text_add(&note, "begun");
        json_decref(p);
    }
    if (note.length) progress_show(l->progress, index, note.data);
    text_free(&note);
}

/* ---- the loop ---- */

/* The first row that may be run now. *lost: why it is not to be run, to be freed; NULL: it is. */
static const struct plan_row *next_row(struct lanes *l, char **lost)
{
    for (int i = 0; i < l->run->plan->row_count; i++) {
        if (l->taken[i] || tuning_ask(l->tuning, i, lost) == TUNING_WAIT) continue;
        l->taken[i] = true;
        return &l->run->plan->rows[i];
    }
    return NULL;
}

/* Rows for idle lanes. False when the loop must end. */
static bool feed(struct lanes *l, double until, char **error)
{
    for (int i = 0; i < l->count; i++)
        while (!l->list[i].row) {
            if (until > 0 && now() >= until) return true;
            char *lost = NULL;
            const struct plan_row *row = next_row(l, &lost);
            if (!row) return true;
            if (!worker_is_same(l->run, error) || !begin(l, &l->list[i], row, lost, error))
                return false;
        }
    return true;
}

static bool busy(const struct lanes *l)
{
    for (int i = 0; i < l->count; i++)
        if (l->list[i].row) return true;
    return false;
}

static void wait(struct lanes *l)
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
    struct lanes l = {.run = run, .progress = progress};
    bool good = lanes_open(&l, error);
    l.tuning = tuning_open(run);
    l.taken = xarray((size_t)run->plan->row_count, sizeof *l.taken);
    for (int i = 0; i < run->plan->row_count; i++)
        l.taken[i] =
            !row_is_quality(run, &run->plan->rows[i]) || row_is_done(run, &run->plan->rows[i]);
    while (good && !signal_received()) {
        good = feed(&l, until, error);
        if (!good || !busy(&l)) break;
        show(&l);
        wait(&l);
        for (int i = 0; good && i < l.count; i++)
            if (l.list[i].row && !l.list[i].worker.pid) good = end(&l, &l.list[i], error);
    }
    lanes_close(&l);
    tuning_close(l.tuning);
    free(l.taken);
    char *folder = xformat("%s/" CHECKPOINTS, run->directory);
    rmdir(folder); /* stays where a row was stopped: its checkpoint is in there */
    free(folder);
    return good;
}
