/* SPDX-License-Identifier: MIT
 * Reads shards, checks that they are shards of one run, and writes them as one run (merge.h). */
#include "harness/run/merge.h"
#include "base/mem.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static json_int_t number_at(const struct merge_part *p, const char *path)
{
    return json_integer_value(json_at(p->manifest, path));
}

/* Reads one shard. journal_open() locks the journal, so a shard that is still running is an error.
 */
static bool read_part(struct merge_part *p, char **error)
{
    p->manifest = manifest_read(p->directory, error);
    if (!p->manifest) return false;
    if (number_at(p, "plan.shards") < 1)
        *error = xformat(
            "%s/" MANIFEST_NAME
            ": this is a whole run, expected the shard of a run from `attnlab run --shard I/N`",
            p->directory);
    else if (!result_dir_has(p->directory, JOURNAL_NAME))
        *error =
            xformat("%s: no " JOURNAL_NAME ", so nothing was run in this folder", p->directory);
    else if (journal_open(&p->journal, p->directory, error))
        journal_report_damage(&p->journal);
    return !*error;
}

/* ---- shards of the same run ---- */

static char *differ_in(const char *path, const char *name, const struct merge_part *a,
                       const struct merge_part *b, const char *why)
{
    char *ours = json_text(json_at(a->manifest, path));
    char *theirs = json_text(json_at(b->manifest, path));
    char *text = xformat("different %s: %s has %s, and %s has %s. %s", name, a->directory, ours,
                         b->directory, theirs, why);
    free(ours);
    free(theirs);
    return text;
}

static bool same_run(const struct merge_part *a, const struct merge_part *b, char **error)
{
    for (const struct manifest_fact *f = manifest_facts; f->path; f++) {
        const json_t *x = json_at(a->manifest, f->path), *y = json_at(b->manifest, f->path);
        if (x == y || json_equal(x, y)) continue;
        *error = differ_in(f->path, f->name, a, b, "Their rows cannot be compared.");
        return false;
    }
    return true;
}

static bool same_machine(const struct merge_part *a, const struct merge_part *b, char **error)
{
    const struct machine_fact *f = machine_difference(json_object_get(a->manifest, "machine"),
                                                      json_object_get(b->manifest, "machine"));
    if (!f) return true;
    char *path = xformat("machine.%s", f->name), *name = xformat("machine (%s)", f->title);
    *error = differ_in(path, name, a, b, MACHINES_APART ". Write one report per machine.");
    free(path);
    free(name);
    return false;
}

static bool same_plan_other_shard(const struct merge_part *a, const struct merge_part *b,
                                  char **error)
{
    if (!same_run(a, b, error)) return false;
    if (number_at(a, "plan.shard") != number_at(b, "plan.shard")) return true;
    *error = xformat("%s and %s are both shard %lld of %lld", a->directory, b->directory,
                     (long long)number_at(a, "plan.shard"), (long long)number_at(a, "plan.shards"));
    return false;
}

static int by_shard(const void *a, const void *b)
{
    json_int_t x = number_at(a, "plan.shard"), y = number_at(b, "plan.shard");
    return (x > y) - (x < y);
}

/* Checks that two folders differ. Call this before journals are opened. Opening one journal twice
 * would give the wrong error that another driver uses the journal. */
static bool different_folders(const struct merge_part *a, const struct merge_part *b, char **error)
{
    struct stat x, y;
    if (stat(a->directory, &x) || stat(b->directory, &y)) return true;
    if (x.st_dev != y.st_dev || x.st_ino != y.st_ino) return true;
    *error =
        xformat("%s and %s are the same run, expected each shard once", a->directory, b->directory);
    return false;
}

static bool all_pairs(const struct merge *m,
                      bool (*good)(const struct merge_part *, const struct merge_part *, char **),
                      char **error)
{
    for (int i = 0; i < m->count; i++)
        for (int k = 0; k < i; k++)
            if (!good(&m->parts[k], &m->parts[i], error)) return false;
    return true;
}

bool merge_read(struct merge *m, const char *const *directories, int count, char **error)
{
    *m = (struct merge){xarray((size_t)count, sizeof *m->parts), count};
    *error = NULL;
    for (int i = 0; i < count; i++)
        m->parts[i] = (struct merge_part){.directory = directories[i], .journal.fd = -1};
    if (!all_pairs(m, different_folders, error)) return false;
    for (int i = 0; i < count && !*error; i++) read_part(&m->parts[i], error);
    if (*error) return false;
    qsort(m->parts, (size_t)count, sizeof *m->parts, by_shard);
    if (!all_pairs(m, same_plan_other_shard, error)) return false;
    bool times = false;
    for (int i = 0; i < count; i++) {
        struct merge_part *p = &m->parts[i];
        int rows = p->journal.count;
        times |= journal_drop_unplanned(&p->journal, p->directory);
        rows -= p->journal.count;
        if (rows)
            fprintf(stderr, "note: %s contains %d %s not in its plan and %s left out\n",
                    p->directory, rows, rows == 1 ? "row that is" : "rows that are",
                    rows == 1 ? "is" : "are");
    }
    return !times || all_pairs(m, same_machine, error);
}

/* ---- missing shards and rows ---- */

int merge_rows(const struct merge *m)
{
    int rows = 0;
    for (int i = 0; i < m->count; i++) rows += m->parts[i].journal.count;
    return rows;
}

/* Adds one line for missing shards `first` to `last`. The number of shards is read from a file and
 * may be huge. */
static void add_absent(struct text *out, json_int_t first, json_int_t last, json_int_t shards)
{
    if (first == last)
        text_add(out, "missing: shard %lld of %lld\n", (long long)first, (long long)shards);
    if (first < last)
        text_add(out, "missing: shards %lld to %lld of %lld\n", (long long)first, (long long)last,
                 (long long)shards);
}

char *merge_missing(const struct merge *m)
{
    struct text out = {0};
    json_int_t shards = number_at(&m->parts[0], "plan.shards"), next = 1;
    text_add(&out, "%s", "");
    for (int i = 0; i < m->count; i++) {
        const struct merge_part *p = &m->parts[i];
        json_int_t shard = number_at(p, "plan.shard"), rows = number_at(p, "plan.rows");
        add_absent(&out, next, shard - 1, shards);
        next = shard + 1;
        if (rows != p->journal.count)
            text_add(&out, "missing: %lld of the %lld rows of shard %lld of %lld (%s)\n",
                     (long long)(rows - p->journal.count), (long long)rows, (long long)shard,
                     (long long)shards, p->directory);
    }
    add_absent(&out, next, shards, shards);
    return out.data;
}

void merge_free(struct merge *m)
{
    for (int i = 0; i < m->count; i++) {
        struct merge_part *p = &m->parts[i];
        json_decref(p->manifest);
        if (p->journal.path) journal_close(&p->journal);
    }
    free(m->parts);
    *m = (struct merge){0};
}

/* ---- writing ---- */

/* Writes a file and takes ownership of its text. */
static bool put(const char *directory, const char *name, struct text text, char **error)
{
    char *path = xformat("%s/%s", directory, name);
    bool good = write_file_atomically(path, text.data, text.length);
    if (!good) *error = xformat("%s: %s", path, file_fault(errno));
    free(text.data);
    free(path);
    return good;
}

/* Copies a file of the first shard. If `optional` is true, a missing file is not an error. */
static bool copy(const struct merge *m, const char *directory, const char *name, bool optional,
                 char **error)
{
    char *path = xformat("%s/%s", m->parts[0].directory, name);
    struct text text = {0};
    text.data = read_run_file(path, &text.length);
    if (!text.data && (!optional || errno != ENOENT))
        *error = xformat("%s: %s", path, file_fault(errno));
    free(path);
    return text.data ? put(directory, name, text, error) : !*error;
}

/* Writes the journal lines of all shards. Each line gets the facts of its machine, because shards
 * of training runs may come from several machines. */
static bool write_journal(const struct merge *m, const char *directory, char **error)
{
    struct text all = {0};
    text_add(&all, "%s", "");
    for (int i = 0; i < m->count; i++)
        for (int row = 0; row < m->parts[i].journal.count; row++) {
            size_t size;
            json_t *line = journal_get(&m->parts[i].journal, row);
            machine_mark(line, json_object_get(m->parts[i].manifest, "machine"));
            char *text = journal_line(line, &size);
            text_add_bytes(&all, text, size);
            free(text);
            json_decref(line);
        }
    return put(directory, JOURNAL_NAME, all, error);
}

static void add_to(json_t *root, const char *list, const struct merge_part *p)
{
    json_array_extend(json_object_get(root, list), json_object_get(p->manifest, list));
}

/* Makes a manifest from the first shard's manifest, and adds the peaks and sessions of all shards.
 */
static struct manifest make_manifest(const struct merge *m)
{
    struct manifest all = {.root = json_deep_copy(m->parts[0].manifest)};
    json_t *plan = json_object_get(all.root, "plan"), *merged = json_array();
    for (int i = 0; i < m->count; i++) {
        const struct merge_part *p = &m->parts[i];
        const json_t *own = json_object_get(p->manifest, "plan");
        if (i) add_to(all.root, "peaks", p);
        if (i) add_to(all.root, "sessions", p);
        json_array_append_new(
            merged, json_pack("{s:O, s:O, s:i, s:O?}", "shard", json_object_get(own, "shard"),
                              "shards", json_object_get(own, "shards"), "rows", p->journal.count,
                              "host", json_at(p->manifest, "machine.host")));
    }
    json_object_set_new(all.root, "merged", merged);
    json_object_set(plan, "rows", json_object_get(plan, "all_rows"));
    json_object_set_new(plan, "shard", json_integer(0));
    json_object_set_new(plan, "shards", json_integer(0));
    return all;
}

/* Writes plan.json, then the tables and manifest.json. */
static bool write_tables(const struct merge *m, const char *directory, char **error)
{
    struct axes axes = {0};
    struct plan plan = {0};
    struct run run = {.plan = &plan, .directory = directory, .manifest = make_manifest(m)};
    bool good = axes_of_run(&axes, directory, error) &&
                plan_load(&plan, &axes, m->parts[0].directory, true, error);
    struct text json = {.data = good ? plan_to_json(&plan) : NULL};
    json.length = good ? strlen(json.data) : 0;
    good = good && put(directory, PLAN_JSON, json, error) &&
           journal_open(&run.journal, directory, error) && results_write(&run, error);
    if (run.journal.path) journal_close(&run.journal);
    manifest_free(&run.manifest);
    plan_free(&plan);
    axes_free(&axes);
    return good;
}

bool merge_write(const struct merge *m, const char *directory, char **error)
{
    bool good = copy(m, directory, PLAN_NAME, true,
                     error) && /* optional, because runs of saved plans have no plan.yaml */
                copy(m, directory, DESCRIBE_NAME, false, error) &&
                write_journal(m, directory, error);
    for (int i = 0; good && i < m->count; i++)
        good = kept_copy_all(m->parts[i].directory, directory, error);
    return good && write_tables(m, directory, error);
}
