/* SPDX-License-Identifier: MIT
 * What the rows of a run tell about the machine: clock, vector path, BLAS, counters
 * (manifest_summarise() of manifest.h). */
#include "base/mem.h"
#include "harness/run/journal/journal.h"
#include "harness/run/manifest.h"
#include "base/stamp.h"

#include <string.h>

/* Facts that the manifest lists with every value that occurred, so that a mixture shows. */
static const char *const facts[] = {
    "isa",   "blas_core",         "blas_config",   "blas_threads",
    "clock", "clock_overhead_ns", "clock_tick_ns", "denormals_flushed",
    NULL};

static void add_once(json_t *array, json_t *value)
{
    size_t i;
    json_t *old;
    json_array_foreach(array, i, old) if (json_equal(old, value)) return;
    json_array_append(array, value);
}

/* The clock's overhead differs a little in each process: its least value stands for it. */
static void add_fact(json_t *all, const char *name, json_t *value)
{
    if (!value) return;
    json_t *old = json_object_get(all, name);
    if (json_is_real(value)) {
        if (!old || json_number_value(value) < json_number_value(old))
            json_object_set(all, name, value);
        return;
    }
    if (!old) json_object_set_new(all, name, old = json_array());
    add_once(old, value);
}

static void add_counters(json_t *present, json_t *absent, const json_t *record)
{
    size_t i;
    json_t *entry;
    json_array_foreach(json_object_get(record, "counters"), i, entry)
    {
        json_t *group = json_object_get(entry, "group");
        if (json_is_string(group)) add_once(present, group);
    }
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
    json_t *statuses = json_object(), *environment = json_object();
    json_t *present = json_array(), *absent = json_object();
    for (int i = 0; i < journal->count; i++) {
        const char *word = status_names[journal->rows[i].status];
        if (word) count_status(statuses, word);
        if (word && !journal->rows[i].recorded) continue;
        json_t *line = journal_get(journal, i);
        if (!word) count_status(statuses, json_string_value(json_object_get(line, "status")));
        const json_t *record = json_object_get(line, "record");
        const json_t *told = json_object_get(record, "environment");
        for (int f = 0; facts[f]; f++)
            add_fact(environment, facts[f], json_object_get(told, facts[f]));
        add_counters(present, absent, record);
        json_decref(line);
    }
    json_object_set_new(m->root, "statuses", statuses);
    json_object_set_new(m->root, "worker", environment);
    json_object_set_new(m->root, "counters",
                        json_pack("{s:o, s:o}", "measured", present, "absent", absent));
    json_object_set_new(m->session, "finished_utc", json_string(stamp_now(stamp)));
}
