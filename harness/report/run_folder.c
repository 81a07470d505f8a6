/* SPDX-License-Identifier: MIT
 * Finding the runs of a folder, and reading each for its report. */
#include "base/paths.h"
#include "harness/report/report.h"
#include "harness/run/journal.h"
#include "harness/run/result_dir.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/* With tables; one without is still going on, or was cut off. */
static bool is_run(const char *directory) { return result_dir_has(directory, "cells.csv"); }

/* A run without tables is no part of the folder's report, and that is said. */
static void note_unfinished(const char *directory)
{
    char *message = unfinished_run_error(directory);
    if (message) fprintf(stderr, "note: left out: %s\n", message);
    free(message);
}

static int is_shown(const struct dirent *entry) { return entry->d_name[0] != '.'; }

/* NULL: there is no such key, or no text under it. */
static const char *scalar_of(const struct yaml *node, const char *key)
{
    const struct yaml *value = yaml_get(node, key);
    return value && value->kind == YAML_SCALAR ? value->text : NULL;
}

/* The title of a question whose plan has none, from its file; but a file of that name may ask
 * something else. */
static void find_title(struct spec *s)
{
    struct yaml_document file = {0};
    struct diags diags = {0};
    char *path = path_of_ablation(s->name), *text = read_file(path, NULL);
    if (text && yaml_parse(&file, path, text, strlen(text), &diags)) {
        const char *title = scalar_of(file.root, "title");
        const char *asks = scalar_of(file.root, "question");
        bool same = s->question && asks && !strcmp(s->question, asks);
        if (same && title) s->title = xstrdup(title);
    }
    yaml_release(&file);
    diag_free(&diags);
    free(text);
    free(path);
}

static bool read_run(struct report *r, const char *path, double level, double margin,
                     char **error)
{
    if (!run_data_read(&r->run, path, error)) return false;
    for (int i = 0; i < r->run.plan.spec_count; i++)
        if (!r->run.plan.specs[i].title) find_title(&r->run.plan.specs[i]);
    analysis_build(&r->analysis, &r->run, level, margin);
    r->name = strrchr(r->run.path, '/');
    r->name = r->name ? r->name + 1 : r->run.path;
    return true;
}

/* What a page says holds over all that stands on it. */
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
