/* SPDX-License-Identifier: MIT
 * Writes and reads manifest.json, and checks whether a run may be resumed (manifest.h). */
#include "base/listing.h"
#include "base/mem.h"
#include "base/stamp.h"
#include "base/topology.h"
#include "base/utf8.h"
#include "harness/plan/plan.h"
#include "harness/run/outcome.h"
#include "harness/run/journal.h"
#include "harness/run/machine.h"
#include "harness/run/manifest.h"
#include "harness/run/results.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define OWN_FILE "/proc/self/exe"

static json_t *texts(const char *const *list, int count)
{
    json_t *array = json_array();
    for (int i = 0; i < count; i++) {
        char *text = utf8_repaired(list[i]); /* replaces invalid UTF-8, which JSON forbids */
        json_array_append_new(array, json_string(text));
        free(text);
    }
    return array;
}

/* Lists each question file once, even if the file has several questions. */
static json_t *files(const struct plan *plan)
{
    struct listing all = {0};
    for (int i = 0; i < plan->spec_count; i++) listing_add_once(&all, plan->specs[i].path);
    json_t *array = texts((const char *const *)all.names, all.count);
    listing_free(&all);
    return array;
}

static json_t *plan_json(const struct plan *plan)
{
    char *hash = plan_hash(plan), *rules = plan_rules_hash(plan);
    json_t *json =
        json_pack("{s:s, s:s, s:i, s:i, s:i, s:s, s:o, s:o, s:o, s:I, s:i, s:i, s:I}", "hash", hash,
                  "rules", rules, "rows", plan->row_count, "cells", plan->cell_count, "groups",
                  plan->group_count, "tier", plan->tier, "files", files(plan), "set",
                  texts((const char *const *)plan->sets, plan->set_count), "filter",
                  texts((const char *const *)plan->filters, plan->filter_count), "all_rows",
                  (json_int_t)plan_all_rows(plan), "shard", plan->shard, "shards", plan->shards,
                  "seed", (json_int_t)plan->order_seed);
    require(json);
    free(hash);
    free(rules);
    return json;
}

static json_t *program_json(const char *worker)
{
    char *own = program_hash(OWN_FILE), *theirs = program_hash(worker);
    json_t *json =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "version", program.version, "commit",
                  program.commit, "compiler", program.compiler, "harness_flags",
                  program.harness_flags, "kernel_flags", program.kernel_flags, "libraries",
                  program.libraries, "driver_hash", own, "worker_hash", theirs);
    require(json);
    free(own);
    free(theirs);
    return json;
}

void manifest_make(struct manifest *m, const struct plan *plan, const struct topology *topology,
                   const char *worker)
{
    m->root = json_pack("{s:i, s:o, s:o, s:o, s:[], s:[]}", "schema_version", RESULTS_SCHEMA,
                        "program", program_json(worker), "machine", machine_json(topology), "plan",
                        plan_json(plan), "peaks", "sessions");
    require(m->root);
    m->session = NULL;
}

const struct manifest_fact manifest_facts[] = {
    {"plan.hash", "plan"},
    {"plan.rules", "rules of the plan (arms, baselines, tuning, verdicts)"},
    {"plan.tier", "tier"},
    {"plan.shards", "number of shards"},
    {"program.commit", "commit"},
    {"program.driver_hash", "build of attnlab (hash)"},
    {"program.worker_hash", "build of attnlab-worker (hash)"},
    {NULL, NULL}};

/* ---- resuming ---- */

static const char *text_at(const json_t *root, const char *object, const char *name)
{
    const char *text = json_string_value(json_object_get(json_object_get(root, object), name));
    return text ? text : "";
}

static int number_at(const json_t *root, const char *object, const char *name)
{
    return (int)json_integer_value(json_object_get(json_object_get(root, object), name));
}

/* Returns the line that starts at `at`, enclosed in quotes, for messages. The caller frees the
 * result. */
static char *shown_line(const char *at)
{
    return *at ? xformat("'%.*s'", (int)strcspn(at, "\n"), at) : xstrdup("the end of the text");
}

/* Describes differences in --seed and --shard, which are not part of plan.yaml. Returns NULL if
 * there are none. The caller frees the result. */
static char *option_difference(const struct manifest *m, const struct plan *plan)
{
    const json_t *seed = json_object_get(json_object_get(m->root, "plan"), "seed");
    json_int_t then = json_integer_value(seed), now = (json_int_t)plan->order_seed;
    int shard = number_at(m->root, "plan", "shard"), shards = number_at(m->root, "plan", "shards");
    if (seed && then != now)
        return xformat("--seed was %lld and is now %lld", (long long)then, (long long)now);
    if (shard == plan->shard && shards == plan->shards) return NULL;
    return xformat("--shard was %d/%d and is now %d/%d", shard, shards, plan->shard, plan->shards);
}

char *manifest_text_difference(const char *directory, const struct plan *plan)
{
    char *path = xformat("%s/" PLAN_NAME, directory), *result = NULL;
    char *stored = read_run_file(path, NULL);
    const char *a = stored ? stored : "", *b = plan->text ? plan->text : "";
    size_t same = 0, start = 0;
    int line = 1;
    for (; a[same] && a[same] == b[same]; same++)
        if (a[same] == '\n') start = same + 1, line++;
    if (a[same] || b[same]) {
        char *then = shown_line(a + start), *now = shown_line(b + start);
        result = xformat("%s:%d was %s and is now %s", path, line, then, now);
        free(then);
        free(now);
    }
    free(stored);
    free(path);
    return result;
}

static bool same_plan(const struct manifest *m, const char *directory, const struct plan *plan,
                      char **error)
{
    char *hash = plan_hash(plan), *rules = plan_rules_hash(plan);
    bool same = !strcmp(hash, text_at(m->root, "plan", "hash")) &&
                !strcmp(rules, text_at(m->root, "plan", "rules")) &&
                plan->shard == number_at(m->root, "plan", "shard") &&
                plan->shards == number_at(m->root, "plan", "shards");
    free(hash);
    free(rules);
    if (same) return true;
    char *difference = option_difference(m, plan);
    if (!difference) difference = manifest_text_difference(directory, plan);
    if (!difference) difference = xstrdup("the worker has different axes");
    *error =
        xformat("%s contains rows of another plan: %s. Resume with the same files and options, "
                "or choose another folder with -o.",
                directory, difference);
    free(difference);
    return false;
}

/* Compares commits and program files. Two builds of one commit may differ in uncommitted sources,
 * flags or libraries. */
static bool same_program(const struct manifest *m, const char *directory, const char *worker,
                         char **error)
{
    json_t *here = json_pack("{s:o}", "program", program_json(worker));
    for (const struct manifest_fact *f = manifest_facts; f->path && !*error; f++) {
        const json_t *x = json_at(m->root, f->path), *y = json_at(here, f->path);
        if (!y || json_equal(x, y)) continue;
        char *then = json_text(x), *now = json_text(y);
        *error = xformat("%s was measured by another %s: %s then, %s now. Rows of two programs "
                         "cannot be compared. Use that program, or choose another folder with -o.",
                         directory, f->name, then, now);
        free(then);
        free(now);
    }
    json_decref(here);
    return !*error;
}

bool manifest_load(struct manifest *m, const char *directory, const struct plan *plan,
                   const char *worker, char **error)
{
    char *why = NULL;
    m->session = NULL;
    m->root = manifest_read(directory, &why);
    if (!m->root) *error = xformat("%s. Without this file the run cannot be resumed.", why);
    free(why);
    return m->root && same_plan(m, directory, plan, error) &&
           same_program(m, directory, worker, error);
}

json_t *manifest_read(const char *directory, char **error)
{
    json_error_t e;
    char *path = xformat("%s/" MANIFEST_NAME, directory), *text = read_run_text(path);
    json_t *root = text ? json_loads(text, 0, &e) : NULL;
    if (!text && error)
        *error = xformat("%s: %s%s", path, file_fault(errno),
                         errno == ENOENT ? "; expected the folder of a run" : "");
    else if (!root && error)
        *error = xformat("%s:%d:%d: %s", path, e.line, e.column, e.text);
    free(text);
    free(path);
    return root;
}

/* ---- sessions ---- */

void manifest_begin_session(struct manifest *m, const char *command, int argc, char **argv,
                            json_t *other_machine)
{
    char stamp[STAMP_SIZE];
    m->session = json_pack(
        "{s:s, s:s, s:o, s:f, s:b, s:O*}", "started_utc", stamp_now(stamp), "command", command,
        "command_line", texts((const char *const *)argv, argc), "load_average", machine_load(),
        "disturbances_looked_for", disturbances_looked_for(), "machine", other_machine);
    require(m->session);
    json_array_append_new(json_object_get(m->root, "sessions"), m->session);
}

void manifest_add_peaks(struct manifest *m, json_t *peaks)
{
    json_array_append_new(json_object_get(m->root, "peaks"), peaks);
}

bool manifest_save(const struct manifest *m, const char *directory, char **error)
{
    char *path = xformat("%s/" MANIFEST_NAME, directory);
    char *text = json_dumps(m->root, JSON_INDENT(2));
    require(text);
    bool good = write_file_atomically(path, text, strlen(text));
    if (!good) *error = xformat("%s: %s", path, strerror(errno));
    free(text);
    free(path);
    return good;
}

void manifest_free(struct manifest *m)
{
    json_decref(m->root);
    *m = (struct manifest){0};
}

/* ---- summary of the rows ---- */

static void add_absent_counters(json_t *absent, const json_t *record)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(record, "counters_absent"), i, entry)
    {
        const char *group = json_string_value(json_object_get(entry, "group"));
        json_t *reason = json_object_get(entry, "reason");
        if (group && reason) json_object_set(absent, group, reason);
    }
}

static void count_status(json_t *statuses, const char *status)
{
    json_int_t count = json_integer_value(json_object_get(statuses, status));
    json_object_set_new(statuses, status, json_integer(count + 1));
}

void manifest_summarise(struct manifest *m, const struct journal *journal)
{
    char stamp[STAMP_SIZE];
    json_t *statuses = json_object(), *absent = json_object();
    for (int i = 0; i < journal->count; i++) {
        const char *word = status_names[journal->rows[i].status];
        if (word) count_status(statuses, word);
        if (word && !journal->rows[i].recorded) continue;
        json_t *line = journal_get(journal, i);
        if (!word) count_status(statuses, json_string_value(json_object_get(line, "status")));
        add_absent_counters(absent, json_object_get(line, "record"));
        json_decref(line);
    }
    json_object_set_new(m->root, "statuses", statuses);
    json_object_set_new(m->root, "counters", json_pack("{s:o}", "absent", absent));
    json_object_set_new(m->session, "finished_utc", json_string(stamp_now(stamp)));
}

/* ---- peaks ----
 *
 * Peaks are measured before and after the rows. The highest value is used, because disturbances
 * only lower measured peaks. */

static double peak_beyond(const json_t *manifest, int threads, const char *name, bool least)
{
    size_t i;
    const json_t *peak;
    double found = (double)NAN;
    json_array_foreach(json_object_get(manifest, "peaks"), i, peak)
    {
        const json_t *value = json_object_get(peak, name);
        if (json_integer_value(json_object_get(peak, "threads")) != threads) continue;
        if (!json_is_number(value)) continue;
        double rate = json_number_value(value);
        found = least ? fmin(found, rate) : fmax(found, rate); /* fmin() and fmax() ignore NaN */
    }
    return found;
}

double manifest_peak(const json_t *manifest, int threads, const char *name)
{
    return peak_beyond(manifest, threads, name, false);
}

double manifest_least_peak(const json_t *manifest, int threads, const char *name)
{
    return peak_beyond(manifest, threads, name, true);
}

int manifest_peak_threads(const json_t *manifest, int above)
{
    size_t i;
    const json_t *peak;
    int least = 0;
    json_array_foreach(json_object_get(manifest, "peaks"), i, peak)
    {
        int threads = (int)json_integer_value(json_object_get(peak, "threads"));
        if (threads > above && (!least || threads < least)) least = threads;
    }
    return least;
}
