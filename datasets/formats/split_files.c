/* SPDX-License-Identifier: MIT
 * Finds the file of each split by its name. */
#include "datasets/formats/split_files.h"

#include "datasets/formats/strings.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *stem;
    enum split split;
} stems[] = {{"train", SPLIT_TRAIN}, {"valid", SPLIT_VALID},      {"val", SPLIT_VALID},
             {"dev", SPLIT_VALID},   {"validation", SPLIT_VALID}, {"test", SPLIT_TEST}};

enum split split_named(struct string name)
{
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
        if (string_is(name, stems[i].stem)) return stems[i].split;
    return SPLITS;
}

/* Returns the split named by a file name without its suffix, or SPLITS. */
static enum split split_of(const char *name)
{
    return split_named((struct string){name, strcspn(name, ".")});
}

static bool only_files(const char *path, const struct folder *folder, char **error)
{
    for (int i = 0; i < folder->count; i++) {
        if (!is_there_once(folder, path, folder->names[i], error)) return false;
        char *name = xformat("%s/%s", path, folder->names[i]);
        bool bad = is_folder(name);
        if (bad) data_fail(error, "%s is a folder (expected only files in %s)", name, path);
        free(name);
        if (bad) return false;
    }
    return folder->count || data_fail(error, "%s contains no files (expected a text)", path);
}

/* Assigns files to splits. Returns false and sets *error if a split has two files, or if train has
 * no file but another split has one. */
static bool assign(struct data_store *store, const char *path, struct split_files *files,
                   char **error)
{
    const struct folder *folder = &files->folder;
    for (int i = 0; i < folder->count; i++) {
        enum split split = split_of(folder->names[i]);
        if (split == SPLITS) continue;
        if (files->path[split])
            return data_fail(error, "%s: both %s and %s exist for %s; remove one", path,
                             strrchr(files->path[split], '/') + 1, folder->names[i],
                             split_names[split]);
        files->path[split] = data_format(store, "%s/%s", path, folder->names[i]);
    }
    if (!files->path[SPLIT_TRAIN] && (files->path[SPLIT_VALID] || files->path[SPLIT_TEST]))
        return data_fail(error, "%s: has a file for %s but none for train; add a train file", path,
                         split_names[files->path[SPLIT_VALID] ? SPLIT_VALID : SPLIT_TEST]);
    return true;
}

bool split_files_find(struct dataset *data, const char *path, struct split_files *files,
                      char **error)
{
    *files = (struct split_files){0};
    if (!folder_read(data->store, path, &files->folder, error) ||
        !only_files(path, &files->folder, error) || !assign(data->store, path, files, error))
        return false;
    for (int i = 0; files->path[SPLIT_TRAIN] && i < files->folder.count; i++)
        if (split_of(files->folder.names[i]) == SPLITS)
            data_note(data, "%s/%s is not read.", path, files->folder.names[i]);
    return true;
}
