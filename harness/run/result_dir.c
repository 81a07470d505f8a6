/* SPDX-License-Identifier: MIT
 * Creates and opens the folder of a run, and describes its state (result_dir.h). */
#include "base/csv_read.h"
#include "base/hash.h"
#include "base/shell.h"
#include "base/stamp.h"
#include "harness/run/journal.h"
#include "harness/run/machine.h"
#include "harness/run/manifest.h"
#include "harness/run/result_dir.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *result_dir_name(void)
{
    char stamp[STAMP_SIZE];
    char *host = machine_host();
    char *name = xformat("results/%s-%s-%s", stamp_for_name(stamp), host, program.commit);
    free(host);
    return name;
}

static bool make_directories(const char *path)
{
    char *copy = xstrdup(path);
    bool good = true;
    for (char *p = copy + 1; good && *p; p++) {
        if (*p != '/') continue;
        *p = '\0';
        good = mkdir(copy, 0777) == 0 || errno == EEXIST;
        *p = '/';
    }
    good = good && (mkdir(copy, 0777) == 0 || errno == EEXIST);
    int saved = errno;
    free(copy);
    errno = saved;
    return good;
}

/* Counts the entries of a folder. Returns -1 and sets errno if the folder cannot be read. */
static int count_entries(const char *path)
{
    DIR *directory = opendir(path);
    int count = 0;
    if (!directory) return -1;
    for (const struct dirent *e; (e = readdir(directory));)
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(directory);
    return count;
}

bool result_dir_has(const char *path, const char *name)
{
    char *file = xformat("%s/%s", path, name);
    bool table = strstr(name, ".csv");
    bool has = table ? table_is_there(file) : access(file, F_OK) == 0;
    free(file);
    return has;
}

char *result_dir_without_run(const char *path)
{
    if (count_entries(path) >= 0)
        return xformat("%s contains no run: there is no cells.csv in this folder or its subfolders",
                       path);
    return xformat("%s: %s; expected the folder of a run, or a folder of runs", path,
                   strerror(errno));
}

/* Creates a folder if there is none. Returns the number of entries in the folder. On failure,
 * returns -1 and sets *error. */
static int open_directory(const char *path, char **error)
{
    int entries = make_directories(path) ? count_entries(path) : -1;
    if (entries < 0 && errno == ENOTDIR)
        *error = xformat(
            "%s: Not a directory: this path or a parent folder is a file; expected the name of a "
            "folder",
            path);
    else if (entries < 0)
        *error = xformat("%s: %s", path, strerror(errno));
    return entries;
}

bool directory_open_empty(const char *path, char **error)
{
    int entries = open_directory(path, error);
    if (entries > 0) *error = xformat("%s is not empty; choose another folder with -o", path);
    return entries == 0;
}

bool result_dir_taken(const char *path, char **error)
{
    bool run = result_dir_has(path, JOURNAL_NAME);
    *error =
        run ? xformat("%s is not empty. Continue that run with --resume, or choose another "
                      "folder with -o.",
                      path)
            : xformat("%s is not empty and contains no run. Choose another folder with -o.", path);
    return false;
}

bool result_dir_open(const char *path, char **error)
{
    int entries = open_directory(path, error);
    return entries > 0 ? result_dir_taken(path, error) : entries == 0;
}

/* An empty folder is accepted, because a run that is killed early may leave one. */
bool result_dir_open_again(const char *path, char **error)
{
    int entries = count_entries(path);
    if (entries < 0)
        *error = xformat("--resume: there is no run in %s (%s). Name the folder of the run with "
                         "-o, or omit --resume to start a new run there.",
                         path, strerror(errno));
    else if (entries && !result_dir_has(path, JOURNAL_NAME))
        *error = xformat("--resume: %s is not a run, because it has no " JOURNAL_NAME
                         ". Name the folder of "
                         "the run with -o, or omit --resume and choose a new folder.",
                         path);
    return !*error;
}

char *result_dir_file(const char *path, const char *folder, const char *name, const char *end)
{
    char *made = xformat("%s/%s", path, folder), *file = NULL;
    uint64_t hash = hash_bytes(HASH_START, name, strlen(name));
    if (make_inner_folder(made))
        file = xformat("%s/%016llx.%s", made, (unsigned long long)hash, end);
    int saved = errno;
    free(made);
    errno = saved;
    return file;
}

void result_dir_drop_empty(const char *path, const char *folder)
{
    char *made = xformat("%s/%s", path, folder);
    new_files_remove(made);
    rmdir(made);
    free(made);
}

struct listing result_dir_runs(const char *folder)
{
    struct listing all = listing_of(folder, ""), runs = {0};
    for (int i = 0; i < all.count; i++) {
        char *path = xformat("%s/%s", folder, all.names[i]);
        if (result_dir_has(path, "cells.csv")) listing_add_once(&runs, all.names[i]);
        free(path);
    }
    listing_free(&all);
    return runs;
}

/* ---- state and resume command ----
 *
 * The state and the resume command are computed from the journal and the manifest. Both files are
 * created before the first row, so they also exist after a run was killed. */

static void add_argument(struct text *out, const char *argument)
{
    text_add(out, " ");
    shell_add(out, argument);
}

/* Options that resume_command() replaces. of_shard: true for options that a merged run does not
 * have. */
static const struct dropped {
    const char *name;
    size_t arguments;
    bool of_shard;
} dropped[] = {{"-o", 2, false},       {"--output", 2, false}, {"--output=", 1, false},
               {"--resume", 1, false}, {"--shard", 2, true},   {"--shard=", 1, true}};

/* Returns the number of arguments to omit, or 0 if the argument is kept. */
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

/* Returns the number of finished rows: a retried row counts once, a damaged line not at all.
 * Returns 0 for an unreadable journal, because other commands report this error. */
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
    char *message = xformat(
        "%s is an interrupted run with %d finished rows and no tables. Resume this run first:\n"
        "  %s",
        directory, s.rows, command);
    free(command);
    return message;
}
