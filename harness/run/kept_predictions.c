/* SPDX-License-Identifier: MIT
 * Names of the files of predictions (kept_predictions.h). */
#include "harness/run/kept_predictions.h"

#include "base/hash.h"
#include "base/mem.h"

#include <errno.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FOLDER "predictions"

/* DIRECTORY/predictions, made where it is missing; NULL with *error. */
static char *make_folder(const char *directory, char **error)
{
    char *folder = xformat("%s/" FOLDER, directory);
    if (mkdir(folder, 0777) == 0 || errno == EEXIST) return folder;
    *error = xformat("cannot make %s: %s", folder, strerror(errno));
    free(folder);
    return NULL;
}

char *predictions_path(const char *directory, const char *row, char **error)
{
    uint64_t hash = hash_bytes(HASH_START, row, strlen(row));
    char *folder = make_folder(directory, error), *path = NULL;
    if (folder) path = xformat("%s/%016llx.jsonl", folder, (unsigned long long)hash);
    free(folder);
    return path;
}

void predictions_note(json_t *record, const char *path)
{
    json_t *quality = json_object_get(record, "quality");
    if (!path || !quality || access(path, R_OK) != 0) return;
    char *name = xformat(FOLDER "%s", strrchr(path, '/'));
    json_object_set_new(quality, FOLDER, json_string(name));
    free(name);
}

static bool copy_file(const char *from, const char *folder, char **error)
{
    size_t size = 0;
    char *path = xformat("%s%s", folder, strrchr(from, '/')), *bytes = read_file(from, &size);
    if (!bytes || !write_file_atomically(path, bytes, size))
        *error = xformat("cannot copy %s to %s: %s", from, path, strerror(errno));
    free(bytes);
    free(path);
    return !*error;
}

bool predictions_copy(const char *from, const char *to, char **error)
{
    char *pattern = xformat("%s/" FOLDER "/*.jsonl", from), *folder = NULL;
    glob_t found = {0};
    if (glob(pattern, 0, NULL, &found) == 0) folder = make_folder(to, error);
    for (size_t i = 0; folder && !*error && i < found.gl_pathc; i++)
        copy_file(found.gl_pathv[i], folder, error);
    globfree(&found);
    free(folder);
    free(pattern);
    return !*error;
}

bool predictions_asked(const char *command, const char *keep)
{
    if (!keep || !strcmp(keep, FOLDER)) return true;
    fprintf(stderr, "attnlab %s: --keep: found '%s', expected " FOLDER "\n", command, keep);
    return false;
}
