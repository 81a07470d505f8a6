/* SPDX-License-Identifier: MIT
 * Reads the journals of earlier runs and checks which training runs can be reused on this machine
 * (reuse.h). */
#include "harness/run/reuse.h"
#include "base/training_identity.h"
#include "base/utf8.h"
#include "harness/plan/plan.h"
#include "harness/run/journal.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/predict.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- identities ---- */

struct identities identities_open(const struct plan *plan, const char *worker)
{
    return (struct identities){plan, worker, xarray((size_t)plan->cell_count, sizeof(json_t *))};
}

void identities_free(struct identities *all)
{
    for (int i = 0; i < all->plan->cell_count; i++) json_decref(all->list[i]);
    free(all->list);
}

bool identities_ask(struct identities *all, const bool *wanted, char **error)
{
    const struct plan *plan = all->plan;
    int *cells = xarray((size_t)plan->cell_count, sizeof *cells), count = 0;
    char **names = xarray((size_t)plan->cell_count, sizeof *names);
    for (int i = 0; i < plan->cell_count; i++) {
        if (!wanted[i] || all->list[i]) continue;
        names[count] = plan_complete(plan, &plan->cells[i]);
        cells[count++] = i;
    }
    json_t **answers = cell_identities(all->worker, (const char *const *)names, count, error);
    for (int i = 0; answers && i < count; i++) all->list[cells[i]] = answers[i];
    free(answers);
    texts_free(names, count);
    free(cells);
    return !*error;
}

static char *text_or_null(const json_t *value)
{
    const char *text = json_string_value(value);
    return text ? xstrdup(text) : NULL;
}

char *training_difference(const struct identities *all, int cell, const json_t *record,
                          const char *worker_hash, bool known_only)
{
    const struct plan_cell *c = &all->plan->cells[cell];
    bool skip[IDENTITY_FACTS], any_core = c->simple_baseline || plan_only_tunes(all->plan, c);
    struct identity here = {0}, there = {0};
    for (int i = 0; i < IDENTITY_FACTS; i++) {
        const struct identity_name *n = &identity_names[i];
        here.fact[i] = i == IDENTITY_WORKER
                           ? program_hash(all->worker)
                           : text_or_null(json_object_get(all->list[cell], n->name));
        there.fact[i] = i == IDENTITY_WORKER ? worker_hash ? xstrdup(worker_hash) : NULL
                        : n->path            ? text_or_null(json_at(record, n->path))
                                             : NULL;
        skip[i] = (any_core && n->of_core) || (known_only && !here.fact[i]);
    }
    char *difference = identity_difference(&here, &there, skip);
    identity_free(&here);
    identity_free(&there);
    return difference;
}

/* ---- one run ---- */

struct reader {
    struct reuse *reuse;
    const struct plan *plan;
    json_t *wanted; /* maps a cell string to the index of a training cell of the plan */
    struct identities here;
};

/* Maps cell strings to training cells of the plan. If several questions share a cell, cells that
 * are used for results take precedence over cells that are used only for tuning. */
static json_t *wanted_cells(const struct plan *plan)
{
    json_t *wanted = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *cell = &plan->cells[i];
        if (!spec_trains(&plan->specs[cell->spec])) continue;
        if (json_object_get(wanted, cell->string) && plan_only_tunes(plan, cell)) continue;
        json_object_set_new(wanted, cell->string, json_integer(i));
    }
    return wanted;
}

static const char *text_at(const json_t *object, const char *path)
{
    const char *text = json_string_value(json_at(object, path));
    return text ? text : "none";
}

/* Returns an array with the index of the plan's cell for each row of a journal. The index is -1 if
 * the plan lacks the cell or the row was not trained. Requests the identities of these cells from
 * the worker. The caller frees the array. */
static int *cells_of(struct reader *r, const struct journal *journal, char **error)
{
    int *cells = xarray((size_t)journal->count, sizeof *cells);
    bool *wanted = xarray((size_t)r->plan->cell_count, sizeof *wanted);
    char *why = NULL;
    for (int i = 0; i < journal->count; i++) {
        cells[i] = -1;
        if (!status_trained(journal->rows[i].status)) continue;
        json_t *line = journal_get(journal, i);
        const json_t *cell = json_object_get(r->wanted, text_at(line, "cell"));
        if (cell && json_at(line, "record.quality")) cells[i] = (int)json_integer_value(cell);
        if (cells[i] >= 0) wanted[cells[i]] = true;
        json_decref(line);
    }
    if (!identities_ask(&r->here, wanted, &why))
        *error = xformat("--reuse: the worker does not report what its training runs depend on: %s",
                         why);
    free(why);
    free(wanted);
    return cells;
}

/* Adds a journal line and the run from which it comes. If an earlier line has the same training
 * run, keeps only the earlier line. */
static void add(struct reader *r, const char *directory, json_t *line, const json_t *manifest)
{
    char *run = utf8_repaired(directory); /* replaces invalid UTF-8, which JSON forbids */
    char *key = xformat("%s,round=%lld", text_at(line, "cell"),
                        (long long)json_integer_value(json_object_get(line, "round")));
    json_object_set_new(line, "same_as",
                        json_pack("{s:s, s:O, s:O}", "run", run, "ablation",
                                  json_object_get(line, "ablation"), "key",
                                  json_object_get(line, "key")));
    machine_mark(line, json_object_get(manifest, "machine"));
    if (!json_object_get(r->reuse->rows, key)) json_object_set(r->reuse->rows, key, line);
    free(key);
    free(run);
}

/* Adds the reusable rows of a journal. Each row is checked, because the rows of a run may come from
 * several machines. If no row is reusable, returns false and sets *error. */
static bool take_lines(struct reader *r, const char *directory, const struct journal *journal,
                       const int *cells, const json_t *manifest, char **error)
{
    const char *hash = json_string_value(json_at(manifest, "program.worker_hash"));
    int taken = 0, refused = 0;
    char *why = NULL; /* reason why the first rejected row was rejected */
    for (int i = 0; i < journal->count; i++) {
        if (cells[i] < 0) continue;
        json_t *line = journal_get(journal, i), *record = json_object_get(line, "record");
        char *difference = training_difference(&r->here, cells[i], record, hash, false);
        if (!difference && ++taken) add(r, directory, line, manifest);
        if (difference && !refused++)
            why = xformat("%s was trained with %s, so its training runs cannot be reused",
                          directory, difference);
        free(difference);
        json_decref(line);
    }
    r->reuse->runs += taken > 0;
    if (refused && !taken) return *error = why, false;
    if (refused)
        fprintf(stderr, "note: %d of %d training run%s of this plan cannot be reused: %s\n",
                refused, refused + taken, refused + taken == 1 ? "" : "s", why);
    free(why);
    return true;
}

static bool read_run(struct reader *r, const char *directory, char **error)
{
    struct journal journal = {.fd = -1};
    int *cells = NULL;
    if (!result_dir_has(directory, JOURNAL_NAME)) {
        *error = xformat("%s has no " JOURNAL_NAME ", so its training runs are unknown", directory);
        return false;
    }
    json_t *manifest = manifest_read(directory, error);
    bool good = manifest && journal_read(&journal, directory, error);
    if (good) cells = cells_of(r, &journal, error);
    good = good && !*error && take_lines(r, directory, &journal, cells, manifest, error);
    if (good) journal_report_damage(&journal);
    if (journal.path) journal_close(&journal);
    free(cells);
    json_decref(manifest);
    return good;
}

/* ---- all runs ---- */

/* Reads all runs in a folder, sorted by name. Unsuitable runs are skipped with a note. */
static bool read_folder(struct reader *r, const char *folder, char **error)
{
    struct listing names = listing_of(folder, "");
    int fitting = 0;
    for (int i = 0; i < names.count; i++) {
        char *directory = xformat("%s/%s", folder, names.names[i]), *why = NULL;
        bool run = result_dir_has(directory, MANIFEST_NAME);
        bool fits = run && read_run(r, directory, &why);
        fitting += fits;
        if (run && !fits) fprintf(stderr, "note: --reuse skips a run: %s\n", why);
        free(why);
        free(directory);
    }
    listing_free(&names);
    if (!fitting)
        *error =
            xformat("%s has no " JOURNAL_NAME ", and contains no run that can be reused", folder);
    return !*error;
}

static bool read_directory(struct reader *r, const char *directory, char **error)
{
    bool run = result_dir_has(directory, MANIFEST_NAME) || result_dir_has(directory, JOURNAL_NAME);
    if (access(directory, F_OK))
        return *error = xformat("%s: %s", directory, strerror(errno)), false;
    return run ? read_run(r, directory, error) : read_folder(r, directory, error);
}

bool reuse_open(struct reuse *reuse, const char *const *directories, int count,
                const struct plan *plan, const char *worker, char **error)
{
    *reuse = (struct reuse){.rows = json_object()};
    if (!count) return true;
    struct reader r = {reuse, plan, wanted_cells(plan), identities_open(plan, worker)};
    bool good = true;
    for (int i = 0; good && i < count; i++) good = read_directory(&r, directories[i], error);
    json_decref(r.wanted);
    identities_free(&r.here);
    return good;
}

void reuse_report(const struct reuse *reuse, const char *keep)
{
    size_t rows = json_object_size(reuse->rows), bare = 0;
    const char *cell;
    json_t *line;
    fprintf(stderr,
            "note: %zu training run%s of this plan %s already finished in %d earlier run%s\n", rows,
            rows == 1 ? "" : "s", rows == 1 ? "is" : "are", reuse->runs,
            reuse->runs == 1 ? "" : "s");
    json_object_foreach(reuse->rows, cell, line) bare += !kept_has(line, keep);
    if (bare)
        fprintf(
            stderr,
            "note: %zu of these training runs have no %s. Without --reuse, all are trained again\n",
            bare, keep);
}

json_t *reuse_find(const struct reuse *reuse, const char *cell, int round)
{
    char *key = xformat("%s,round=%d", cell, round);
    json_t *line = json_object_get(reuse->rows, key);
    free(key);
    return line;
}

void reuse_free(struct reuse *reuse)
{
    json_decref(reuse->rows);
    *reuse = (struct reuse){0};
}
