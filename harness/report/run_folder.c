/* SPDX-License-Identifier: MIT
 * Finds and reads the runs of a folder. */
#include "harness/report/report.h"
#include "harness/run/journal.h"
#include "harness/run/result_dir.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* Returns true if a directory is a run with tables. A run in progress has no tables. */
static bool is_run(const char *directory) { return result_dir_has(directory, "cells.csv"); }

/* Warns that the folder's report does not include an unfinished run. */
static void note_unfinished(const char *directory)
{
    char *message = unfinished_run_error(directory);
    if (message) fprintf(stderr, "note: the report omits a run: %s\n", message);
    free(message);
}

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static bool read_run(struct report *r, const char *path, double level, double margin, char **error)
{
    if (!run_data_read(&r->run, path, error)) return false;
    analysis_build(&r->analysis, &r->run, level, margin);
    r->name = strrchr(r->run.path, '/');
    r->name = r->name ? r->name + 1 : r->run.path;
    return true;
}

/* Corrects the verdicts on primary claims for multiple testing across all runs on the page. */
static void judge_all(struct folder *f)
{
    struct analysis **all = xarray((size_t)f->count, sizeof *all);
    for (int i = 0; i < f->count; i++) all[i] = &f->runs[i].analysis;
    judge_together(all, f->count);
    free(all);
}

bool run_folder_read(struct folder *f, const char *directory, double level, double margin,
                     char **error)
{
    bool good = true;
    struct dirent **names = NULL;
    bool begun = is_run(directory) || result_dir_has(directory, JOURNAL_NAME);
    int found = begun ? 0 : scandir(directory, &names, is_shown, alphasort);
    *error = NULL;
    *f = (struct folder){.directory = directory, .is_run = begun};
    f->runs = xarray(found > 0 ? (size_t)found : 1, sizeof *f->runs);
    for (int i = 0; i < found; i++) {
        char *path = xformat("%s/%s", directory, names[i]->d_name);
        note_unfinished(path);
        if (good && is_run(path)) {
            good = read_run(&f->runs[f->count++], path, level, margin, error);
            if (!good && strncmp(*error, path,
                                 strlen(path))) { /* Adds the name of the run to the message. */
                char *what = *error;
                *error = xformat("%s: %s", path, what);
                free(what);
            }
        }
        free(path);
        free(names[i]);
    }
    free(names);
    if (begun) good = read_run(&f->runs[f->count++], directory, level, margin, error);
    if (good && f->count) judge_all(f);
    if (!f->count && !*error) *error = result_dir_without_run(directory);
    return good && f->count;
}

void run_folder_free(struct folder *f)
{
    for (int i = 0; i < f->count; i++) {
        analysis_free(&f->runs[i].analysis);
        run_data_free(&f->runs[i].run);
    }
    figures_free(&f->figures);
    free(f->runs);
    *f = (struct folder){0};
}
