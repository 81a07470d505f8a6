/* SPDX-License-Identifier: MIT
 * The file that a question was asked in, for commands that people type. Its plan knows a question
 * that was asked in several set-ups (`use: [...]`) by a file that does not exist,
 * matrix-masked.yaml of matrix.yaml and masked, since a plan's part has one name; the manifest has
 * what was typed. */
#include "harness/render/report.h"

#include <string.h>

/* Of "ablations/long/matrix.yaml" and "ablations/long/matrix-masked": all but ".yaml" of the first
 * begins the second, and a hyphen follows. The length; 0: it does not. */
static size_t begins(const char *file, const char *path)
{
    const char *end = strrchr(file, '.');
    size_t length = end ? (size_t)(end - file) : strlen(file);
    return !strncmp(file, path, length) && path[length] == '-' ? length : 0;
}

const char *spec_file(const struct page *p)
{
    const char *path = p->q->spec->path, *found = path;
    size_t longest = 0, i;
    const json_t *file, *plan = json_object_get(p->r->run.manifest, "plan");
    json_array_foreach(json_object_get(plan, "files"), i, file)
    {
        const char *name = json_string_value(file);
        size_t length = name ? begins(name, path) : 0;
        if (name && !strcmp(name, path)) return path;
        if (length > longest) longest = length, found = name;
    }
    return found;
}
