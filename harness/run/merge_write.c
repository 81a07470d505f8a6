/* SPDX-License-Identifier: MIT
 * Writing what shards have together (merge.h). */
#include "harness/run/manifest.h"
#include "harness/run/kept_files.h"
#include "harness/run/merge_files.h"
#include "harness/run/results.h"
#include "base/csv_write.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const struct merge_file merge_files[MERGE_FILES] = {
    {"cells.csv", MERGE_ROWS},    {"samples.csv", MERGE_ROWS}, {"phases.csv", MERGE_ROWS},
    {"counters.csv", MERGE_ROWS}, {"curves.csv", MERGE_ROWS},  {DESCRIBE_NAME, MERGE_FIRST}};

static bool put(const char *directory, const char *name, struct text *text, char **error)
{
    char *path = xformat("%s/%s", directory, name);
    bool good = write_file_atomically(path, text->data, text->length);
    if (!good) *error = xformat("%s: %s", path, file_fault(errno));
    text_free(text);
    free(path);
    return good;
}

static bool write_file(const struct merge *m, int file, const char *directory, char **error)
{
    struct csv all = {0};
    bool rows = merge_files[file].how == MERGE_ROWS;
    text_add(&all.text, "%s", m->parts[0].file[file]);
    for (int i = 1; i < m->count && rows; i++)
        text_add(&all.text, "%s", strchr(m->parts[i].file[file], '\n') + 1);
    if (rows) csv_drop_empty(&all);
    return put(directory, merge_files[file].name, &all.text, error);
}

/* The host goes into each line: rows of models may come from several. One that was reused has its
 * own. */
static bool write_journal(const struct merge *m, const char *directory, char **error)
{
    struct text all = {0};
    text_add(&all, "%s", "");
    for (int i = 0; i < m->count; i++)
        for (int row = 0; row < m->parts[i].journal.count; row++) {
            json_t *line = journal_get(&m->parts[i].journal, row);
            const json_t *host = json_at(m->parts[i].manifest, "machine.host");
            if (!json_object_get(line, "host")) json_object_set(line, "host", (json_t *)host);
            char *text = json_dumps(line, JSON_COMPACT);
            require(text);
            text_add(&all, "%s\n", text);
            free(text);
            json_decref(line);
        }
    return put(directory, JOURNAL_NAME, &all, error);
}

/* plan.yaml without the words ", --shard I/N" of its headers: it is the whole plan now. */
static bool write_plan(const struct merge *m, const char *directory, char **error)
{
    static const char head[] = "# As run by attnlab: ", word[] = ", --shard ";
    struct text all = {0};
    char *path = xformat("%s/" PLAN_NAME, m->parts[0].directory), *plan = read_file(path, NULL);
    if (!plan) *error = xformat("%s: %s", path, file_fault(errno));
    for (char *rest = plan, *line; rest && (line = strsep(&rest, "\n"));) {
        char *cut = strncmp(line, head, strlen(head)) ? NULL : strstr(line, word);
        if (cut) *cut = '\0';
        text_add(&all, "%s%s", line, rest ? "\n" : "");
    }
    free(plan);
    free(path);
    return *error ? (text_free(&all), false) : put(directory, PLAN_NAME, &all, error);
}

static void add_to(json_t *root, const char *list, const struct merge_part *p)
{
    json_array_extend(json_object_get(root, list), json_object_get(p->manifest, list));
}

/* The first shard's, with the peaks and sessions of all. */
static bool write_manifest(const struct merge *m, const char *directory, char **error)
{
    struct journal journal;
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
    bool good = journal_open(&journal, directory, error); /* reads what was written above */
    if (good) manifest_summarise(&all, &journal);
    good = good && manifest_save(&all, directory, error);
    journal_close(&journal);
    manifest_free(&all);
    return good;
}

bool merge_write(const struct merge *m, const char *directory, char **error)
{
    bool good = write_plan(m, directory, error) && write_journal(m, directory, error);
    for (int f = 0; good && f < MERGE_FILES; f++) good = write_file(m, f, directory, error);
    for (int i = 0; good && i < m->count; i++)
        good = kept_copy_all(m->parts[i].directory, directory, error);
    return good && write_manifest(m, directory, error);
}
