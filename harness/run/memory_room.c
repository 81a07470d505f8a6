/* SPDX-License-Identifier: MIT
 * Control groups (cgroups(7)) form a tree, and a limit holds for all below it. /proc/self/cgroup
 * has a line NUMBER:CONTROLLERS:/PATH for each tree: version 2 has one, without controllers; of
 * version 1 the one of `memory` counts. In a container the path may be that of the host, of which
 * only the root is seen, so every folder from there up to the root is asked. */
#include "harness/run/memory_room.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *controllers, *mount, *limit;
} versions[] = {{"", "/sys/fs/cgroup", "memory.max"},
                {"memory", "/sys/fs/cgroup/memory", "memory.limit_in_bytes"}};
enum { VERSIONS = sizeof versions / sizeof *versions };

/* The number of bytes in a file, `most` where that is less or there is no number ("max"). */
static double limit_in(const char *path, double most)
{
    size_t size;
    char *text = read_file(path, &size), *end;
    if (!text) return most;
    double bytes = strtod(text, &end);
    bool number = end != text && bytes < most;
    free(text);
    return number ? bytes : most;
}

/* From the folder of a path up to its root. */
static double least_above(const char *root, int version, char *path, double most)
{
    for (;;) {
        char *file =
            xformat("%s%s%s/%s", root, versions[version].mount, path, versions[version].limit);
        most = limit_in(file, most);
        free(file);
        char *slash = strrchr(path, '/');
        if (!slash) return most;
        *slash = '\0';
    }
}

/* A line of /proc/self/cgroup, which is cut. */
static double least_of_tree(const char *root, char *line, double most)
{
    char *controllers = strchr(line, ':'), *path = controllers ? strchr(++controllers, ':') : NULL;
    if (!path) return most;
    *path++ = '\0';
    for (int v = 0; v < VERSIONS; v++)
        if (strcmp(controllers, versions[v].controllers) == 0)
            most = least_above(root, v, path, most);
    return most;
}

struct memory_room memory_room(const char *root, double machine_bytes)
{
    struct memory_room room = {machine_bytes, "this machine has"};
    char *file = xformat("%s/proc/self/cgroup", root), *rest;
    size_t size;
    char *text = read_file(file, &size);
    for (char *line = text ? strtok_r(text, "\n", &rest) : NULL; line;
         line = strtok_r(NULL, "\n", &rest))
        room.bytes = least_of_tree(root, line, room.bytes);
    if (room.bytes < machine_bytes) room.whose = "the control group of this job or container has";
    free(text), free(file);
    return room;
}
