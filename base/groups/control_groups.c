/* SPDX-License-Identifier: MIT
 * Finds the smallest limit of a process in the tree of control groups (control_groups.h). */
#include "base/groups/control_groups.h"
#include "base/mem.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double groups_number(const char *folder, const char *file, int place)
{
    size_t size;
    char *path = xformat("%s/%s", folder, file), *text = read_file(path, &size), *rest;
    char *word = text ? strtok_r(text, " \n", &rest) : NULL, *end;
    while (word && place--) word = strtok_r(NULL, " \n", &rest);
    double number = word ? strtod(word, &end) : (double)NAN;
    if (word && (end == word || *end)) number = NAN;
    free(path), free(text);
    return number;
}

/* Returns true if a comma-separated list such as "cpu,cpuacct" contains the controller. */
static bool names(const char *list, const char *controller)
{
    size_t length = strlen(controller);
    for (;;) {
        size_t size = strcspn(list, ",");
        if (size == length && !strncmp(list, controller, length)) return true;
        if (!list[size]) return false;
        list += size + 1;
    }
}

/* Returns the smallest limit of a folder and its parents up to the root. Modifies `path`. */
static double least_above(const char *root, const struct group_limit *limit, char *path)
{
    double least = INFINITY;
    for (;;) {
        char *folder = xformat("%s%s%s", root, limit->mount, path);
        /* NaN means that the group has no limit; fmin() ignores NaN */
        least = fmin(least, limit->in(folder));
        free(folder);
        char *slash = strrchr(path, '/');
        if (!slash) return least;
        *slash = '\0';
    }
}

/* Returns the smallest limit of the groups in one line of /proc/self/cgroup. Modifies the line. */
static double least_of_tree(const char *root, const struct group_limit *limit, char *line)
{
    char *controllers = strchr(line, ':'), *path = controllers ? strchr(++controllers, ':') : NULL;
    double least = INFINITY;
    if (!path) return least;
    *path++ = '\0';
    for (; limit->in; limit++) {
        if (!names(controllers, limit->controller)) continue;
        char *cut = xstrdup(path);
        least = fmin(least, least_above(root, limit, cut));
        free(cut);
    }
    return least;
}

double groups_least(const char *root, const struct group_limit *limits)
{
    double least = INFINITY;
    char *file = xformat("%s/proc/self/cgroup", root), *rest;
    size_t size;
    char *text = read_file(file, &size);
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        least = fmin(least, least_of_tree(root, limits, line));
    free(text), free(file);
    return least;
}
