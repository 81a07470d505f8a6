/* SPDX-License-Identifier: MIT
 * Writing what shards have together (merge.h). */
#include "harness/run/manifest.h"
#include "harness/run/kept_files.h"
#include "harness/run/machine.h"
#include "harness/run/merge.h"
#include "harness/plan/saved/plan_json.h"
#include "harness/run/journal/journal_line.h"
#include "harness/run/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

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
