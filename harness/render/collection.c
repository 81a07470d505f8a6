/* SPDX-License-Identifier: MIT
 * Finding and reading the runs of a folder. See collection.h. */
#include "harness/render/collection.h"

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

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names of the folders that are runs, in order; NULL when it cannot be read. */
static char **runs_in(const char *directory, int *count)
{
    DIR *folder = opendir(directory);
    char **names = folder ? xarray(1, sizeof *names) : NULL;
    *count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        char *path = xformat("%s/%s", directory, entry->d_name);
        if (entry->d_name[0] != '.' && is_run(path)) {
            names = xgrow(names, (size_t)*count + 1, sizeof *names);
            names[(*count)++] = xstrdup(entry->d_name);
        }
        free(path);
    }
    if (folder) closedir(folder);
    if (*count) qsort(names, (size_t)*count, sizeof *names, by_text);
    return names;
}

static void names_free(char **names, int count)
{
    for (int i = 0; i < count; i++) free(names[i]);
    free(names);
}

bool collection_is(const char *directory)
{
    int count;
    if (is_run(directory)) return false;
    char **names = runs_in(directory, &count);
    names_free(names, count);
    return count > 0;
}

char *collection_instead(const char *directory)
{
    int count;
    if (is_run(directory)) return NULL;
    char **names = runs_in(directory, &count);
    struct text message = {0};
    for (int i = 0; i < count; i++) {
        if (!i) text_add(&message, "%s: no cells.csv, so no run; it holds the runs ", directory);
        text_add(&message, "%s%s", i ? ", " : "", names[i]);
    }
    names_free(names, count);
    return message.data;
}

bool collection_read(struct collection *c, const char *directory, double level, double margin,
                     char **error)
{
    *c = (struct collection){.directory = directory};
    c->names = runs_in(directory, &c->count);
    c->paths = xarray((size_t)c->count, sizeof *c->paths);
    c->runs = xarray((size_t)c->count, sizeof *c->runs);
    for (int i = 0; i < c->count; i++) {
        c->paths[i] = xformat("%s/%s", directory, c->names[i]);
        if (report_read(&c->runs[i], c->paths[i], level, margin, error)) continue;
        if (strncmp(*error, c->paths[i], strlen(c->paths[i]))) { /* which of the runs */
            char *what = *error;
            *error = xformat("%s: %s", c->paths[i], what);
            free(what);
        }
        return false;
    }
    return true;
}

void collection_free(struct collection *c)
{
    for (int i = 0; i < c->count; i++) {
        report_free(&c->runs[i]);
        free(c->paths[i]);
    }
    names_free(c->names, c->count);
    free(c->paths);
    free(c->runs);
    *c = (struct collection){0};
}
