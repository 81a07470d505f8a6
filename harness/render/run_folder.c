/* SPDX-License-Identifier: MIT
 * Finding the runs of a folder, and reading each for its report. */
#include "harness/render/report.h"
#include "harness/run/way_on.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool is_run(const char *directory)
{
    char *path = xformat("%s/cells.csv", directory);
    bool good = !access(path, F_OK);
    free(path);
    return good;
}

/* A run that was cut off is no part of the folder's report, and that is said. */
static void note_unfinished(const char *directory)
{
    char *message = way_on_unfinished(directory);
    if (message) fprintf(stderr, "note: left out: %s\n", message);
    free(message);
}

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static bool read_run(struct report *r, const char *path, double level, double margin, char **error)
{
    if (!run_data_read(&r->run, path, error)) return false;
    analysis_build(&r->analysis, &r->run, level, margin);
    r->roofline = roofline_make(&r->analysis);
    r->name = strrchr(r->run.path, '/');
    r->name = r->name ? r->name + 1 : r->run.path;
    return true;
}

bool run_folder_read(struct folder *f, const char *directory, double level, double margin,
                     char **error)
{
    bool good = true;
    struct dirent **names = NULL;
    int found = is_run(directory) ? 0 : scandir(directory, &names, is_shown, alphasort);
    *error = NULL;
    *f = (struct folder){.directory = directory};
    f->runs = xarray(found > 0 ? (size_t)found : 1, sizeof *f->runs);
    for (int i = 0; i < found; i++) {
        char *path = xformat("%s/%s", directory, names[i]->d_name);
        note_unfinished(path);
        if (good && is_run(path)) {
            good = read_run(&f->runs[f->count++], path, level, margin, error);
            if (!good && strncmp(*error, path, strlen(path))) { /* which of the runs */
                char *what = *error;
                *error = xformat("%s: %s", path, what);
                free(what);
            }
        }
        free(path);
        free(names[i]);
    }
    free(names);
    if (!f->count && !is_run(directory)) {
        *error = way_on_unfinished(directory);
        if (!*error)
            *error = xformat("%s holds no run: no cells.csv stands in it or in a folder of it",
                             directory);
        return false;
    }
    f->is_run = !f->count;
    return f->is_run ? read_run(&f->runs[f->count++], directory, level, margin, error) : good;
}

void run_folder_free(struct folder *f)
{
    for (int i = 0; i < f->count; i++) {
        roofline_free(&f->runs[i].roofline);
        analysis_free(&f->runs[i].analysis);
        run_data_free(&f->runs[i].run);
    }
    figures_free(&f->figures);
    free(f->runs);
    *f = (struct folder){0};
}
