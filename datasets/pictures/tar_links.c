/* SPDX-License-Identifier: MIT
 * Follows the symbolic links inside a tar. */
#include "datasets/pictures/tar_links.h"

#include "datasets/formats/folder.h"
#include "datasets/formats/strings.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

bool path_is_hidden(const char *path)
{
    struct string rest = string_of(path), name;
    while (string_cut(&rest, '/', &name))
        if (string_starts(name, ".") && !string_is(name, ".") && !string_is(name, ".."))
            return true;
    return false;
}

static void go_up(struct string *path)
{
    while (path->size && path->at[path->size - 1] != '/') path->size--;
    if (path->size) path->size--;
}

/* Resolves "." and ".." in folder/path. Returns NULL if the path leaves the tar. The caller frees
 * the string. */
static char *place_of(struct string folder, const char *path)
{
    char *all = xformat("%.*s/%s", (int)folder.size, folder.at, path);
    /* the result is never longer than the input */
    struct string rest = string_of(all), name, done = {all, 0};
    bool inside = true;
    while (inside && string_cut(&rest, '/', &name)) {
        if (!name.size || string_is(name, ".")) continue;
        if (string_is(name, "..")) {
            inside = done.size > 0;
            go_up(&done);
            continue;
        }
        if (done.size) all[done.size++] = '/';
        memmove(all + done.size, name.at, name.size);
        done.size += name.size;
    }
    all[done.size] = '\0';
    if (!inside) free(all);
    return inside ? all : NULL;
}

/* ---- names of all members except folders, sorted ---- */

struct places {
    char **at;
    size_t count, room;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void places_read(struct places *p, const struct file *file, struct data_store *store)
{
    struct tar tar = {.file = file};
    struct tar_member member;
    char *error = NULL; /* no error can occur, because the tar has been read before */
    while (tar_next(&tar, store, &member, &error)) {
        char *place = place_of((struct string){"", 0}, member.name);
        if (!place) continue;
        if (p->count == p->room) {
            p->room = p->room ? 2 * p->room : 256;
            p->at = xgrow(p->at, p->room, sizeof *p->at);
        }
        p->at[p->count++] = place;
    }
    free(error);
    if (p->count) qsort(p->at, p->count, sizeof *p->at, by_name);
}

static void places_free(struct places *p)
{
    for (size_t i = 0; i < p->count; i++) free(p->at[i]);
    free(p->at);
}

static bool leads_to_a_file(const struct tar_member *link, const struct places *p)
{
    struct string folder = string_of(link->name);
    go_up(&folder);
    char *place = *link->target == '/' ? NULL : place_of(folder, link->target);
    bool found = place && p->count && bsearch(&place, p->at, p->count, sizeof *p->at, by_name);
    free(place);
    return found;
}

bool tar_links_lead_to_files(const struct file *file, struct data_store *store, char **error)
{
    struct places places = {0};
    struct tar tar = {.file = file};
    struct tar_member member;
    places_read(&places, file, store);
    bool good = true;
    while (good && tar_next(&tar, store, &member, error))
        good = !member.target || path_is_hidden(member.name) || leads_to_a_file(&member, &places);
    places_free(&places);
    if (good) return true;
    char *target = name_quoted(member.target);
    data_fail(error,
              "%s: %s: is a link to '%s', which is not a file in this tar and may be a folder of "
              "pictures (expected the folder itself); pack it with `tar --dereference`, or leave "
              "the link out with `--exclude`",
              file->path, member.name, target);
    free(target);
    return false;
}
