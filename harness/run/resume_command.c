/* SPDX-License-Identifier: MIT
 * Computes the state of a run and the command that resumes it (result_dir.h). Both come from the
 * journal and the manifest. These files exist before the first row, so killed runs have them too.
 */
#include "base/shell.h"
#include "harness/run/journal.h"
#include "harness/run/manifest.h"
#include "harness/run/result_dir.h"

#include <stdlib.h>
#include <string.h>

static void add_argument(struct text *out, const char *argument)
{
    text_add(out, " ");
    shell_add(out, argument);
}

/* Options that resume_command() replaces. of_shard: true for options that do not apply to a merged
 * run. */
static const struct dropped {
    const char *name;
    size_t arguments;
    bool of_shard;
} dropped[] = {{"-o", 2, false},       {"--output", 2, false}, {"--output=", 1, false},
               {"--resume", 1, false}, {"--shard", 2, true},   {"--shard=", 1, true}};

/* Returns the number of arguments to skip, or 0 if the argument is kept. */
static size_t dropped_arguments(const char *argument, bool merged)
{
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        const struct dropped *d = &dropped[i];
        size_t length = strlen(d->name);
        bool same = d->name[length - 1] == '=' ? !strncmp(argument, d->name, length)
                                               : !strcmp(argument, d->name);
        if (same && (merged || !d->of_shard)) return d->arguments;
    }
    return 0;
}

char *resume_command(const char *directory)
{
    json_t *manifest = manifest_read(directory, NULL);
    const json_t *sessions = json_object_get(manifest, "sessions");
    size_t count = json_array_size(sessions);
    const json_t *session = count ? json_array_get(sessions, count - 1) : NULL;
    const json_t *line = json_object_get(session, "command_line");
    const char *command = json_string_value(json_object_get(session, "command"));
    bool merged = json_object_get(manifest, "merged");
    struct text out = {0};
    text_add(&out, "attnlab");
    add_argument(&out, command ? command : "run");
    text_add(&out, "%s", json_array_size(line) ? "" : " SPEC...");
    for (size_t i = 0; i < json_array_size(line);) {
        const char *argument = json_string_value(json_array_get(line, i));
        size_t skipped = argument ? dropped_arguments(argument, merged) : 1;
        if (!skipped) add_argument(&out, argument), i++;
        i += skipped;
    }
    text_add(&out, " -o");
    add_argument(&out, directory);
    text_add(&out, " --resume");
    json_decref(manifest);
    return out.data;
}

/* Returns the number of finished rows. A retried row has two lines but is counted once; damaged
 * lines are not counted. Returns 0 if the journal is unreadable; other commands report that error.
 */
static int count_rows(const char *directory)
{
    struct journal journal;
    char *error = NULL;
    if (journal_read(&journal, directory, &error)) journal_drop_unplanned(&journal, directory);
    int rows = error ? 0 : journal.count;
    journal_close(&journal);
    free(error);
    return rows;
}

struct run_state run_state_of(const char *directory)
{
    struct run_state s = {.begun = result_dir_has(directory, JOURNAL_NAME)};
    if (!s.begun) return s;
    json_t *manifest = manifest_read(directory, NULL);
    const json_t *plan = json_object_get(manifest, "plan");
    s.writing = journal_in_use(directory);
    s.rows = count_rows(directory);
    s.planned = (int)json_integer_value(json_object_get(plan, "rows"));
    json_decref(manifest);
    return s;
}

char *unfinished_run_error(const char *directory)
{
    struct run_state s = run_state_of(directory);
    if (!s.begun || result_dir_has(directory, "cells.csv")) return NULL;
    if (s.writing)
        return xformat("%s is a run in progress: %d of %d rows are finished", directory, s.rows,
                       s.planned);
    char *command = resume_command(directory);
    char *message =
        xformat("%s is an interrupted run: %d finished rows and no tables yet. Resume it "
                "first:\n  %s",
                directory, s.rows, command);
    free(command);
    return message;
}
