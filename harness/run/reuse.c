/* SPDX-License-Identifier: MIT
 * Reading the journals of earlier runs, and telling whether their trainings are those that this
 * program would make here (reuse.h). */
#include "harness/run/reuse.h"
#include "base/utf8.h"
#include "harness/plan/plan.h"
#include "harness/run/journal/journal.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/outcome.h"
#include "harness/run/program.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct reader {
    struct reuse *reuse;
    const struct plan *plan;
    const char *worker;
    json_t *wanted;      /* cell string -> index of a cell of the plan that trains */
    json_t *environment; /* of a row that was made here and now */
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

/* A layer so small that it takes no time: its row tells which core the worker finds here. */
static char *small_cell(const struct axes *axes)
{
    static const char *const small[][2] = {{"batch", "1"},  {"heads", "1"},   {"n", "8"},
                                           {"m", "8"},      {"d_model", "8"}, {"d_head", "8"},
                                           {"samples", "1"}};
    struct assignment given = {.values = xarray((size_t)axes->count, sizeof *given.values)};
    struct resolved cell;
    char *error, *complete = NULL;
    int axis;
    for (size_t i = 0; i < sizeof small / sizeof *small; i++)
        if ((axis = axes_find(axes, small[i][0])) >= 0) given.values[axis] = small[i][1];
    if (axes_resolve(axes, &given, &cell, &axis, &error)) complete = resolved_complete(axes, &cell);
    require(complete); /* all of these are in range whatever else is */
    resolved_free(&cell);
    free(given.values);
    return complete;
}

static bool look_here(struct reader *r, char **error)
{
    struct worker w = {0};
    char *cell = small_cell(r->plan->axes);
    struct row_request request = {.worker = r->worker, .cell = cell, .round = 1, .limit_s = 60};
    bool good = row_run(&w, &request, error);
    if (good) {
        struct outcome o = outcome_of(&w, request.limit_s);
        r->environment = json_incref(json_object_get(o.record, "environment"));
        if (!r->environment)
            *error = xformat("--reuse: the worker does not tell its core: %s: %s",
                             status_names[o.status], o.reason);
        outcome_free(&o);
    }
    worker_free(&w);
    free(cell);
    return r->environment;
}

/* ---- one run ---- */

static bool same_program(const struct reader *r, const char *directory, const json_t *manifest,
                         char **error)
{
    char *here = program_hash(r->worker);
    const char *there = text_at(manifest, "program.worker_hash");
    bool same = *here && !strcmp(here, there);
    if (!same)
        *error =
            xformat("%s was trained by another program: attnlab-worker has hash %s now, it had "
                    "%s; what it learned cannot be reused",
                    directory, *here ? here : "none", there);
    free(here);
    return same;
}

/* isa=auto is what the machine has; a vector path that the cell names is in the cell. A yardstick
 * runs no kernel. A race only chooses a value: its seeds stand in no effect, and how a core rounds
 * favours no value. */
static bool same_core(const struct reader *r, const char *directory, const struct plan_cell *cell,
                      const json_t *line, char **error)
{
    static const char *const names[][2] = {{"isa", "vector path"},
                                           {"blas_core", "core of OpenBLAS"}};
    const json_t *there = json_at(line, "record.environment");
    if (cell->yardstick || plan_only_tunes(r->plan, cell)) return true;
    const char *asked = plan_value(r->plan, cell, "isa");
    for (int i = asked && strcmp(asked, "auto") ? 1 : 0; i < 2; i++) {
        const char *x = text_at(r->environment, names[i][0]), *y = text_at(there, names[i][0]);
        if (!strcmp(x, y)) continue;
        *error =
            xformat("%s was trained with another %s: %s here, %s there; what it learned cannot "
                    "be reused",
                    directory, names[i][1], x, y);
        return false;
    }
    return true;
}

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
    const char *cell = text_at(line, "cell");
    const json_t *index = json_object_get(r->wanted, cell);
    char *why = NULL;
    if (!index || !json_at(line, "record.quality")) return;
    if (!same_core(r, directory, &r->plan->cells[json_integer_value(index)], line, &why)) {
        if (tally->refused++)
            free(why);
        else
            tally->why = why;
        return;
    }
    tally->taken++;
    char *key = xformat("%s,round=%lld", cell,
                        (long long)json_integer_value(json_object_get(line, "round")));
    if (!json_object_get(r->reuse->rows, key))
        json_object_set_new(r->reuse->rows, key, marked(directory, line, manifest));
    free(key);
}

/* False with *error when all that are wanted were trained on other cores. */
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
    bool good = manifest && same_program(r, directory, manifest, error) &&
                journal_read(&journal, directory, error) &&
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
    struct reader r = {reuse, plan, worker, wanted_cells(plan), NULL};
    bool good = look_here(&r, error);
    for (int i = 0; good && i < count; i++) good = read_directory(&r, directories[i], error);
    json_decref(r.wanted);
    json_decref(r.environment);
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
