/* SPDX-License-Identifier: MIT
 * Finding and reading the runs of a folder. */
#include "harness/render/folder_report.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_run(const char *directory, const char *name)
{
    char *path = xformat("%s/%s/cells.csv", directory, name);
    bool good = !access(path, F_OK);
    free(path);
    return good;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of the folders that are runs, in order; none when it cannot be read. */
static void find_runs(struct folder *f)
{
    DIR *directory = opendir(f->directory);
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (entry->d_name[0] == '.' || !is_run(f->directory, entry->d_name)) continue;
        f->names = xgrow(f->names, (size_t)f->count + 1, sizeof *f->names);
        f->names[f->count++] = xstrdup(entry->d_name);
    }
    if (directory) closedir(directory);
    if (f->count) qsort(f->names, (size_t)f->count, sizeof *f->names, by_text);
}

bool run_folder_read(struct folder *f, const char *directory, double level, double margin,
                     char **error)
{
    *f = (struct folder){.directory = directory};
    if (!is_run(directory, ".")) find_runs(f);
    f->is_run = !f->count;
    f->runs = xarray((size_t)f->count + 1, sizeof *f->runs);
    for (int i = 0; i < f->count; i++) {
        char *path = xformat("%s/%s", directory, f->names[i]);
        bool good = report_read(&f->runs[i], path, level, margin, error);
        if (!good && strncmp(*error, path, strlen(path))) { /* which of the runs */
            char *what = *error;
            *error = xformat("%s: %s", path, what);
            free(what);
        }
        free(path);
        if (!good) return false;
    }
    return !f->is_run || report_read(f->runs, directory, level, margin, error);
}

void run_folder_free(struct folder *f)
{
    for (int i = 0; i < f->count || (!i && f->is_run); i++) report_free(&f->runs[i]);
    for (int i = 0; i < f->count; i++) free(f->names[i]);
    free(f->names);
    free(f->runs);
    *f = (struct folder){0};
}
