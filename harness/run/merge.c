/* SPDX-License-Identifier: MIT
 * Reading shards and telling whether they belong together (merge.h). */
#include "harness/plan/saved/plan_json.h"
#include "harness/run/journal/journal.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/manifest.h"
#include "harness/run/merge.h"
#include "harness/run/result_dir.h"
#include "harness/run/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static json_int_t number_at(const struct merge_part *p, const char *path)
{
    return json_integer_value(json_at(p->manifest, path));
}

/* ---- reading one ---- */

static bool read_manifest(struct merge_part *p, char **error)
{
    p->manifest = manifest_read(p->directory, error);
    if (p->manifest && number_at(p, "plan.shards") < 1)
        *error = xformat("%s/" MANIFEST_NAME
                         ": a whole run, not a shard; expected the result of `attnlab run "
                         "--shard I/N`",
                         p->directory);
    return !*error;
}

static bool read_described(struct merge_part *p, char **error)
{
    char *path = xformat("%s/" DESCRIBE_NAME, p->directory);
    p->described = read_run_file(path, NULL);
    if (!p->described) *error = xformat("%s: %s", path, file_fault(errno));
    free(path);
    return !*error;
}

/* Opening locks it, so a shard that is still running is refused. */
static bool read_journal(struct merge_part *p, char **error)
{
    if (result_dir_has(p->directory, JOURNAL_NAME))
        return journal_open(&p->journal, p->directory, error);
    *error = xformat("%s: no " JOURNAL_NAME ": nothing was run there", p->directory);
    return false;
}

static bool read_part(struct merge_part *p, char **error)
{
    bool good = read_manifest(p, error) && read_journal(p, error) && read_described(p, error);
    if (good) journal_tell_damage(&p->journal);
    return good;
}

/* ---- belonging together ---- */

static const struct {
    const char *path, *name;
    bool late; /* manifests of before it have none */
} facts[] = {
    {"plan.hash", "plan", false},
    {"plan.rules", "rules of the plan (arms, baselines, tuning, judging)", true},
    {"plan.tier", "tier", false},
    {"plan.shards", "number of shards", false},
    {"program.commit", "commit", false},
    {"program.driver_hash", "build of attnlab (hash)", false},
    {"program.worker_hash", "build of attnlab-worker (hash)", false},
};
enum { FACTS = sizeof facts / sizeof *facts };

static bool same_fact(int fact, const struct merge_part *a, const struct merge_part *b)
{
    const json_t *x = json_at(a->manifest, facts[fact].path);
    const json_t *y = json_at(b->manifest, facts[fact].path);
    return x && y ? json_equal(x, y) : !x && !y && facts[fact].late;
}

static char *differ_in(const char *path, const char *name, const struct merge_part *a,
                       const struct merge_part *b, const char *why)
{
    char *ours = json_text(json_at(a->manifest, path));
    char *theirs = json_text(json_at(b->manifest, path));
    char *text = xformat("different %s: %s has %s, %s has %s. %s", name, a->directory, ours,
                         b->directory, theirs, why);
    free(ours);
    free(theirs);
    return text;
}

static bool same_run(const struct merge_part *a, const struct merge_part *b, char **error)
{
    for (int i = 0; i < FACTS; i++) {
        if (same_fact(i, a, b)) continue;
        *error = differ_in(facts[i].path, facts[i].name, a, b,
                           "Their rows do not belong into one table.");
        return false;
    }
    return true;
}

static bool same_machine(const struct merge_part *a, const struct merge_part *b, char **error)
{
    const struct machine_fact *f = machine_difference(json_object_get(a->manifest, "machine"),
                                                      json_object_get(b->manifest, "machine"));
    if (!f) return true;
    char *path = xformat("machine.%s", f->name), *name = xformat("machine (%s)", f->said);
    *error = differ_in(path, name, a, b, MACHINES_APART ": report each for itself.");
    free(path);
    free(name);
    return false;
}

static bool same_row_twice(const struct merge_part *a, const struct merge_part *b, char **error)
{
    const char *identity;
    json_t *place;
    json_object_foreach(b->journal.index, identity, place)
    {
        if (!json_object_get(a->journal.index, identity)) continue;
        json_t *row = journal_get(&b->journal, (int)json_integer_value(place));
        *error = xformat("%s and %s both hold the row %s of %s", a->directory, b->directory,
                         json_string_value(json_object_get(row, "key")),
                         json_string_value(json_object_get(row, "ablation")));
        json_decref(row);
        return true;
    }
    return false;
}

static bool belong(const struct merge_part *a, const struct merge_part *b, char **error)
{
    if (!same_run(a, b, error)) return false;
    if (number_at(a, "plan.shard") == number_at(b, "plan.shard")) {
        *error =
            xformat("%s and %s are both shard %lld of %lld", a->directory, b->directory,
                    (long long)number_at(a, "plan.shard"), (long long)number_at(a, "plan.shards"));
        return false;
    }
    return !same_row_twice(a, b, error);
}

static int by_shard(const void *a, const void *b)
{
    json_int_t x = number_at(a, "plan.shard"), y = number_at(b, "plan.shard");
    return (x > y) - (x < y);
}

static bool same_folder(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Before any is opened: the second would find the lock of the first. */
static bool given_once(const struct merge_part *a, const struct merge_part *b, char **error)
{
    if (!same_folder(a->directory, b->directory)) return true;
    *error =
        xformat("%s and %s are the same run, expected each shard once", a->directory, b->directory);
    return false;
}

/* Asks about every two of them. */
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
    if (!all_pairs(m, given_once, error)) return false;
    for (int i = 0; i < count && !*error; i++) read_part(&m->parts[i], error);
    if (*error) return false;
    qsort(m->parts, (size_t)count, sizeof *m->parts, by_shard);
    /* A row that two have is refused before, though it is of the plan of one alone. */
    if (!all_pairs(m, belong, error)) return false;
    bool times = false;
    for (int i = 0; i < count; i++)
        times |= planned_rows_keep(&m->parts[i].journal, m->parts[i].directory);
    return !times || all_pairs(m, same_machine, error);
}

/* ---- what is not there ---- */

int merge_rows(const struct merge *m)
{
    int rows = 0;
    for (int i = 0; i < m->count; i++) rows += m->parts[i].journal.count;
    return rows;
}

/* Shards first ... last, of which none is there; how many there are is only a number in a file. */
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
        free(p->described);
    }
    free(m->parts);
    *m = (struct merge){0};
}

/* ==== Writing what shards have together. ==== */

static bool put(const char *directory, const char *name, struct text *text, char **error)
{
    char *path = xformat("%s/%s", directory, name);
    bool good = write_file_atomically(path, text->data, text->length);
    if (!good) *error = xformat("%s: %s", path, file_fault(errno));
    text_free(text);
    free(path);
    return good;
}

/* The machine goes into each line: rows of models may come from several. One that was reused has
 * its own. */
static bool write_journal(const struct merge *m, const char *directory, char **error)
{
    struct text all = {0};
    text_add(&all, "%s", "");
    for (int i = 0; i < m->count; i++)
        for (int row = 0; row < m->parts[i].journal.count; row++) {
            json_t *line = journal_get(&m->parts[i].journal, row);
            machine_mark(line, json_object_get(m->parts[i].manifest, "machine"));
            size_t size;
            char *text = journal_line(line, &size);
            text_add_bytes(&all, text, size);
            free(text);
            json_decref(line);
        }
    return put(directory, JOURNAL_NAME, &all, error);
}

/* A run that was made from another plan.json has no plan.yaml. */
static bool write_plan_yaml(const struct merge *m, const char *directory, char **error)
{
    char *path = xformat("%s/" PLAN_NAME, m->parts[0].directory);
    struct text all = {0};
    all.data = read_run_file(path, &all.length);
    bool good = true;
    if (all.data)
        good = put(directory, PLAN_NAME, &all, error);
    else if (errno != ENOENT)
        good = (*error = xformat("%s: %s", path, file_fault(errno)), false);
    free(path);
    return good;
}

static void add_to(json_t *root, const char *list, const struct merge_part *p)
{
    json_array_extend(json_object_get(root, list), json_object_get(p->manifest, list));
}

/* The first shard's, with the peaks and sessions of all. */
static struct manifest make_manifest(const struct merge *m)
{
    struct manifest all = {.root = json_deep_copy(m->parts[0].manifest)};
    json_t *plan = json_object_get(all.root, "plan"), *merged = json_array();
    for (int i = 0; i < m->count; i++) {
        const json_t *of = json_object_get(m->parts[i].manifest, "plan");
        if (i) add_to(all.root, "peaks", &m->parts[i]);
        if (i) add_to(all.root, "sessions", &m->parts[i]);
        json_array_append_new(merged, json_pack("{s:O, s:O, s:i, s:O?}", "shard",
                                                json_object_get(of, "shard"), "shards",
                                                json_object_get(of, "shards"), "rows",
                                                m->parts[i].journal.count, "host",
                                                json_at(m->parts[i].manifest, "machine.host")));
    }
    json_object_set_new(all.root, "merged", merged);
    json_object_set(plan, "rows", json_object_get(plan, "all_rows"));
    json_object_set_new(plan, "shard", json_integer(0));
    json_object_set_new(plan, "shards", json_integer(0));
    return all;
}

static bool write_plan_json(const struct plan *plan, const char *directory, char **error)
{
    struct text text = {.data = plan_to_json(plan)};
    text.length = strlen(text.data);
    return put(directory, PLAN_JSON, &text, error);
}

/* plan.json, and from it and the journal the tables and manifest.json. */
static bool write_tables(const struct merge *m, const char *directory, char **error)
{
    struct axes axes = {0};
    struct plan plan = {0};
    struct run run = {.plan = &plan, .directory = directory, .manifest = make_manifest(m)};
    bool good = axes_from_json(&axes, m->parts[0].described, error) &&
                plan_load_whole(&plan, &axes, m->parts[0].directory, error) &&
                write_plan_json(&plan, directory, error) &&
                journal_open(&run.journal, directory, error) && results_write(&run, error);
    if (run.journal.path) journal_close(&run.journal);
    manifest_free(&run.manifest);
    plan_free(&plan);
    axes_free(&axes);
    return good;
}

static bool write_described(const struct merge *m, const char *directory, char **error)
{
    struct text text = {0};
    text_add(&text, "%s", m->parts[0].described);
    return put(directory, DESCRIBE_NAME, &text, error);
}

bool merge_write(const struct merge *m, const char *directory, char **error)
{
    bool good = write_plan_yaml(m, directory, error) && write_described(m, directory, error) &&
                write_journal(m, directory, error);
    for (int i = 0; good && i < m->count; i++)
        good = kept_copy_all(m->parts[i].directory, directory, error);
    return good && write_tables(m, directory, error);
}
