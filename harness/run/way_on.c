/* SPDX-License-Identifier: MIT
 * The command that resumes a run: that of its last session, with the directory and --resume
 * (way_on.h). The manifest is written before the first row, so that a killed run has it. */
#include "harness/run/way_on.h"
#include "base/shell.h"
#include "harness/run/journal/journal.h"
#include "harness/run/manifest.h"
#include "harness/run/result_dir.h"

#include <stdlib.h>
#include <string.h>

static void add_argument(struct text *out, const char *argument)
{
    text_add(out, " ");
    shell_add(out, argument);
}

/* Options that the command says anew, or that hold no longer. */
static const struct dropped {
    const char *name;
    size_t words;
    bool of_shard;
} dropped[] = {{"-o", 2, false},       {"--output", 2, false}, {"--output=", 1, false},
               {"--resume", 1, false}, {"--shard", 2, true},   {"--shard=", 1, true}};

/* How many of argv[i], argv[i + 1] are left out. merged: the run has the rows of all shards. */
static size_t left_out(const char *argument, bool merged)
{
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        const struct dropped *d = &dropped[i];
        size_t length = strlen(d->name);
        bool is = d->name[length - 1] == '=' ? !strncmp(argument, d->name, length)
                                             : !strcmp(argument, d->name);
        if (is && (merged || !d->of_shard)) return d->words;
    }
    return 0;
}

/* NULL: nobody knows. Borrowed from the manifest. */
static const json_t *last_session(const json_t *manifest)
{
    const json_t *sessions = json_object_get(manifest, "sessions");
    size_t count = json_array_size(sessions);
    return count ? json_array_get(sessions, count - 1) : NULL;
}

char *way_on_command(const char *directory)
{
    json_t *manifest = manifest_read(directory, NULL);
    const json_t *session = last_session(manifest);
    const json_t *line = json_object_get(session, "command_line");
    const char *command = json_string_value(json_object_get(session, "command"));
    bool merged = json_object_get(manifest, "merged");
    struct text out = {0};
    text_add(&out, "attnlab");
    add_argument(&out, command ? command : "run");
    text_add(&out, "%s", json_array_size(line) ? "" : " SPEC...");
    for (size_t i = 0; i < json_array_size(line);) {
        const char *argument = json_string_value(json_array_get(line, i));
        size_t skipped = argument ? left_out(argument, merged) : 1;
        if (!skipped) add_argument(&out, argument), i++;
        i += skipped;
    }
    text_add(&out, " -o");
    add_argument(&out, directory);
    text_add(&out, " --resume");
    json_decref(manifest);
    return out.data;
}

char *way_on_after(char *error, const char *directory)
{
    char *command = way_on_command(directory);
    char *message = xformat("%s. Finished rows are safe in %s/" JOURNAL_NAME
                            "; fix this, then resume with\n  %s",
                            error, directory, command);
    free(command);
    free(error);
    return message;
}

/* Not lines: a row that was tried again has two, a damaged one counts for nothing. */
static int count_rows(const char *directory)
{
    struct journal journal;
    char *error = NULL;
    bool good = journal_read(&journal, directory, &error);
    if (good) planned_rows_keep(&journal, directory);
    int rows =
        good ? journal.count : 0; /* the command that reads its rows says what is wrong with it */
    journal_close(&journal);
    free(error);
    return rows;
}

struct way way_of(const char *directory)
{
    struct way w = {.begun = result_dir_has(directory, JOURNAL_NAME)};
    if (!w.begun) return w;
    json_t *manifest = manifest_read(directory, NULL);
    const json_t *plan = json_object_get(manifest, "plan");
    w.at_work = journal_in_use(directory);
    w.rows = count_rows(directory);
    w.planned = (int)json_integer_value(json_object_get(plan, "rows"));
    json_decref(manifest);
    return w;
}

char *way_on_unfinished(const char *directory)
{
    struct way w = way_of(directory);
    if (!w.begun || result_dir_has(directory, "cells.csv")) return NULL;
    if (w.at_work)
        return xformat("%s is a run that is still going on: %d of %d rows are finished", directory,
                       w.rows, w.planned);
    char *command = way_on_command(directory);
    char *message = xformat("%s is a run that was cut off: %d finished rows and no tables yet. Go "
                            "on with it first:\n  %s",
                            directory, w.rows, command);
    free(command);
    return message;
}
