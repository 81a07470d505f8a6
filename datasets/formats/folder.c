/* SPDX-License-Identifier: MIT
 * Lists the files of a folder, sorted by bytes. */
#include "datasets/formats/folder.h"

#include "base/door.h"
#include "base/mem.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool is_folder(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && S_ISDIR(facts.st_mode);
}

static int visible(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static int by_bytes(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

char *name_quoted(const char *name)
{
    struct text out = {0};
    char *quoted = door_quoted((struct string){name, strlen(name)});
    text_add_bytes(&out, "", 0);
    for (const char *c = quoted; *c; c++)
        if (*c == '\n' || *c == '\r')
            text_add(&out, "\\x%02x", (unsigned)*c);
        else
            text_add_bytes(&out, c, 1);
    free(quoted);
    return out.data;
}

bool name_is_text(const char *path, const char *name, char **error)
{
    struct string text = {name, strlen(name)};
    char *fault = door_fault(text);
    size_t end = strcspn(name, "\r\n");
    if (!fault &&
        /* File names may contain line breaks. Class names may not, because each class name is
         * written on one line. */
        name[end])
        fault = xformat("byte %zu is 0x%02x, a line break (expected a name without line breaks)",
                        end + 1, (unsigned)name[end]);
    if (!fault) return true;
    char *quoted = name_quoted(name);
    data_fail(error, "%s: invalid name '%s': %s; rename it", path, quoted, fault);
    free(quoted);
    free(fault);
    return false;
}

static bool names_are_text(const char *path, const struct folder *folder, char **error)
{
    for (int i = 0; i < folder->count; i++)
        if (!name_is_text(path, folder->names[i], error)) return false;
    return true;
}

bool folder_read(struct data_store *store, const char *path, struct folder *folder, char **error)
{
    struct dirent **entries = NULL;
    int count = scandir(path, &entries, visible, by_bytes);
    if (count < 0 && errno == ENOENT) data_mark_missing(store);
    if (count < 0) return data_fail(error, "%s: cannot read folder: %s", path, strerror(errno));
    folder->names = data_alloc(store, (size_t)count, sizeof *folder->names);
    folder->count = count;
    for (int i = 0; i < count; i++) {
        struct string name = {entries[i]->d_name, strlen(entries[i]->d_name) + 1};
        folder->names[i] = data_copy(store, name).at;
        free(entries[i]);
    }
    free(entries);
    return names_are_text(path, folder, error);
}

static int by_name(const void *name, const void *place)
{
    return strcmp(name, *(const char *const *)place);
}

bool is_there_once(const struct folder *folder, const char *path, const char *name, char **error)
{
    char *packed = xformat("%s.gz", name);
    bool twice = bsearch(packed, folder->names, (size_t)folder->count, sizeof *folder->names,
                         by_name) != NULL;
    if (twice) data_fail(error, "%s: both %s and %s exist; remove one", path, name, packed);
    free(packed);
    return !twice;
}
