/* SPDX-License-Identifier: MIT
 * Finds the worker's program and the project folder, starting from the running program. */
#include "base/paths.h"
#include "base/mem.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns the folder of the running program, or NULL if it is unknown. The caller frees the result.
 */
static char *own_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0) return NULL;
    path[length] = '\0';
    *strrchr(path, '/') = '\0';
    return xstrdup(path);
}

static bool holds(const char *folder, const char *name)
{
    char *path = xformat("%s/%s", folder, name);
    bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

static bool is_home(const char *folder)
{
    return holds(folder, "plots") && holds(folder, "ablations");
}
/* A folder above the project may hold somebody else's worker. */
static bool ends_search(const char *folder)
{
    return is_home(folder) || holds(folder, "attnlab-worker");
}

/* Returns the first folder for which fits() is true, starting at the program's folder and
 * continuing with its parents. Returns NULL if there is none. */
static char *walk_up(bool (*fits)(const char *folder))
{
    char *folder = own_folder();
    while (folder && !fits(folder)) {
        char *slash = strrchr(folder, '/');
        if (!slash) return free(folder), NULL;
        *slash = '\0';
    }
    return folder;
}

char *path_worker(void)
{
    const char *given = getenv("ATTNLAB_WORKER");
    if (given && *given) return xstrdup(given);
    char *home = walk_up(is_home), *folder = home ? walk_up(ends_search) : own_folder();
    char *path = folder ? xformat("%s/attnlab-worker", folder) : xstrdup("attnlab-worker");
    free(home);
    free(folder);
    return path;
}

char *path_program(const char *name)
{
    const char *path = getenv("PATH");
    char *found = NULL;
    while (path && !found) {
        size_t length = strcspn(path, ":");
        char *file = xformat("%.*s/%s", (int)length, path, name);
        if (*path == '/' && access(file, X_OK) == 0) found = realpath(file, NULL);
        free(file);
        path = path[length] ? path + length + 1 : NULL;
    }
    return found;
}

char *path_home(void)
{
    const char *given = getenv("ATTNLAB_HOME");
    return given && *given ? xstrdup(given) : walk_up(is_home);
}

char *path_in_home(const char *name)
{
    char *home = path_home();
    if (!home) return NULL;
    char *path = xformat("%s/%s", home, name);
    free(home);
    return path;
}

char *path_ablations(void)
{
    char *folder = access("ablations", F_OK) ? path_in_home("ablations") : NULL;
    return folder ? folder : xstrdup("ablations");
}

char *path_of_ablation(const char *question)
{
    char *folder = path_ablations(), *path = xformat("%s/%s.yaml", folder, question);
    free(folder);
    return path;
}

char *path_data(void)
{
    const char *given = getenv("ATTNLAB_DATA");
    char *own = given && *given ? xstrdup(given) : path_in_home("data");
    return own ? own : xstrdup("data");
}

char *path_data_included(void) { return path_in_home("datasets/included"); }
