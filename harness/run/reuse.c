/* SPDX-License-Identifier: MIT
 * Reading the journals of earlier runs, and telling whether their trainings are those that this
 * program would make here (reuse.h). */
#include "harness/run/reuse.h"
#include "base/utf8.h"
#include "harness/plan/plan.h"
#include "harness/run/journal/journal.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"
#include "harness/run/trainings/trainings.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct reuse *reuse;
    const struct plan *plan;
    json_t *wanted; /* cell string -> index of a cell of the plan that trains */
    struct facts_here here;
};

static const char *text_at(const json_t *object, const char *path)
{
    const char *text = json_string_value(json_at(object, path));
    return text ? text : "none";
}

/* ---- what is here ---- */

/* Of questions that have the same cell, one that it judges for. */
static json_t *wanted_cells(const struct plan *plan)
{
    json_t *wanted = json_object();
    for (int i = 0; i < plan->cell_count; i++) {
        const struct plan_cell *cell = &plan->cells[i];
        if (plan->specs[cell->spec].kind != SPEC_QUALITY) continue;
        if (json_object_get(wanted, cell->string) && plan_only_tunes(plan, cell)) continue;
        json_object_set_new(wanted, cell->string, json_integer(i));
    }
    return wanted;
}

/* Index of the cell of the plan that wants this line; -1: none does. */
static int cell_of(const struct reader *r, const json_t *line)
{
    const json_t *index = json_object_get(r->wanted, text_at(line, "cell"));
    return index && json_at(line, "record.quality") ? (int)json_integer_value(index) : -1;
}

/* Asks the worker about all cells that a journal has. */
static bool look_here(struct reader *r, const struct journal *journal, char **error)
{
    bool *has = xarray((size_t)r->plan->cell_count, sizeof *has);
    char *why = NULL;
    for (int i = 0; i < journal->count; i++) {
        if (!status_trained(journal->rows[i].status)) continue;
        json_t *line = journal_get(journal, i);
        int cell = cell_of(r, line);
        if (cell >= 0) has[cell] = true;
        json_decref(line);
    }
    bool good = facts_here_ask(&r->here, has, &why);
    if (!good)
        *error = xformat("--reuse: the worker does not tell what its trainings depend on: %s", why);
    free(why);
    free(has);
    return good;
}

/* ---- one run ---- */

/* The line with where it comes from. */
static json_t *marked(const char *directory, const json_t *line, const json_t *manifest)
{
    json_t *taken = json_copy((json_t *)line);
    char *run = utf8_repaired(directory); /* JSON holds nothing else */
    json_object_set_new(taken, "same_as",
                        json_pack("{s:s, s:O, s:O}", "run", run, "ablation",
                                  json_object_get(line, "ablation"), "key",
                                  json_object_get(line, "key")));
    machine_mark(taken, json_object_get(manifest, "machine"));
    free(run);
    return taken;
}

/* What became of the trainings of a run that are wanted. */
struct tally {
    int taken, refused;
    char *why; /* of the first that was refused; NULL: none was */
};

/* A run may hold rows of several machines, so each is judged by itself. */
static void take_line(struct reader *r, const char *directory, const json_t *line,
                      const json_t *manifest, struct tally *tally)
{
    int cell = cell_of(r, line);
    if (cell < 0) return;
    char *difference =
        training_difference(&r->here, cell, json_object_get(line, "record"),
                            json_string_value(json_at(manifest, "program.worker_hash")), false);
    if (difference) {
        if (!tally->refused++)
            tally->why = xformat("%s was trained with %s; what it learned cannot be reused",
                                 directory, difference);
        free(difference);
        return;
    }
    tally->taken++;
    char *key = xformat("%s,round=%lld", text_at(line, "cell"),
                        (long long)json_integer_value(json_object_get(line, "round")));
    if (!json_object_get(r->reuse->rows, key))
        json_object_set_new(r->reuse->rows, key, marked(directory, line, manifest));
    free(key);
}

/* False with *error when all that are wanted would be others here. */
static bool take_lines(struct reader *r, const char *directory, const struct journal *journal,
                       const json_t *manifest, char **error)
{
    struct tally tally = {0};
    for (int i = 0; i < journal->count; i++) {
        if (!status_trained(journal->rows[i].status)) continue;
        json_t *line = journal_get(journal, i);
        take_line(r, directory, line, manifest, &tally);
        json_decref(line);
    }
    r->reuse->runs += tally.taken > 0;
    if (tally.refused && !tally.taken) return *error = tally.why, false;
    if (tally.refused)
        fprintf(stderr, "note: left out: %d of %d training%s that this plan has: %s\n",
                tally.refused, tally.refused + tally.taken,
                tally.refused + tally.taken == 1 ? "" : "s", tally.why);
    free(tally.why);
    return true;
}

static bool read_run(struct reader *r, const char *directory, char **error)
{
    struct journal journal = {.fd = -1};
    if (!result_dir_has(directory, JOURNAL_NAME)) {
        *error = xformat("%s has no " JOURNAL_NAME ", and nothing else says what was trained",
                         directory);
        return false;
    }
    json_t *manifest = manifest_read(directory, error);
    bool good = manifest && journal_read(&journal, directory, error) &&
                look_here(r, &journal, error) &&
                take_lines(r, directory, &journal, manifest, error);
    if (good) journal_tell_damage(&journal);
    if (journal.path) journal_close(&journal);
    json_decref(manifest);
    return good;
}

/* ---- a folder of runs ---- */

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* Runs are taken in the order of their names; those that do not fit are named and left out. */
static bool read_folder(struct reader *r, const char *folder, char **error)
{
    struct dirent **names;
    int count = scandir(folder, &names, is_shown, alphasort), fitting = 0;
    if (count < 0) return *error = xformat("%s: %s", folder, strerror(errno)), false;
    for (int i = 0; i < count; i++) {
        char *directory = xformat("%s/%s", folder, names[i]->d_name), *why = NULL;
        bool run = result_dir_has(directory, MANIFEST_NAME),
             fits = run && read_run(r, directory, &why);
        fitting += fits;
        if (run && !fits) fprintf(stderr, "note: left out: %s\n", why);
        free(why);
        free(directory);
        free(names[i]);
    }
    free(names);
    if (!fitting)
        *error = xformat("%s is no run with a " JOURNAL_NAME
                         ", nor does it hold one whose trainings could be reused",
                         folder);
    return !*error;
}

static bool read_directory(struct reader *r, const char *directory, char **error)
{
    bool run = result_dir_has(directory, MANIFEST_NAME) || result_dir_has(directory, JOURNAL_NAME);
    return run ? read_run(r, directory, error) : read_folder(r, directory, error);
}

bool reuse_open(struct reuse *reuse, const char *const *directories, int count,
                const struct plan *plan, const char *worker, char **error)
{
    *reuse = (struct reuse){.rows = json_object()};
    if (!count) return true;
    struct reader r = {reuse, plan, wanted_cells(plan), facts_here_of(plan, worker)};
    bool good = true;
    for (int i = 0; good && i < count; i++) good = read_directory(&r, directories[i], error);
    json_decref(r.wanted);
    facts_here_free(&r.here);
    return good;
}

void reuse_tell(const struct reuse *reuse)
{
    size_t rows = json_object_size(reuse->rows);
    fprintf(stderr, "note: %zu training%s that this plan has %s there already, in %d run%s\n", rows,
            rows == 1 ? "" : "s", rows == 1 ? "is" : "are", reuse->runs,
            reuse->runs == 1 ? "" : "s");
}

void reuse_tell_bare(const struct reuse *reuse, const char *keep)
{
    size_t rows = json_object_size(reuse->rows), bare = 0;
    const char *cell;
    json_t *line;
    json_object_foreach(reuse->rows, cell, line) bare += !kept_has(line, keep);
    if (bare)
        fprintf(stderr,
                "note: %zu of the %zu trainings that are there already left no %s, and are not "
                "made again for that; without --reuse all are trained\n",
                bare, rows, keep);
}

bool reuse_has(const struct reuse *reuse, const char *cell, int round)
{
    return reuse_find(reuse, cell, round);
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
