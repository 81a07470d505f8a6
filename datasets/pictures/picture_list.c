/* SPDX-License-Identifier: MIT
 * Collects picture files from folders and tars. */
#include "datasets/pictures/picture_list.h"

#include "datasets/formats/fields.h"
#include "datasets/formats/folder.h"
#include "datasets/formats/split_files.h"
#include "datasets/formats/tar.h"
#include "datasets/pictures/tar_links.h"
#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 4 };

/* ---- one file ---- */

static bool has_ending(const char *name, const char *const *ends)
{
    size_t size = strlen(name);
    for (; *ends; ends++) {
        size_t end = strlen(*ends);
        if (size > end && !strcasecmp(name + size - end, *ends)) return true;
    }
    return false;
}

static bool is_picture(const char *name)
{
    return has_ending(name, (const char *const[]){".jpg", ".jpeg", ".png", NULL});
}

static bool is_tar(const char *name)
{
    return has_ending(name, (const char *const[]){".tar", ".tar.gz", ".tgz", NULL});
}

/* Removes and returns the last component of a path; an empty text if none is left. */
static struct string last_name(struct string *path)
{
    size_t from = path->size;
    while (from && path->at[from - 1] != '/') from--;
    struct string name = string_from(*path, from);
    path->size = from ? from - 1 : 0;
    return name;
}

/* Normalises a path: "./ant//1.png" becomes "ant/1.png". */
static const char *without_dots(struct data_store *store, const char *path)
{
    struct string rest = string_of(path), name;
    char *out = data_alloc(store, rest.size + 1, 1), *end = out;
    while (string_cut(&rest, '/', &name)) {
        if (!name.size || string_is(name, ".")) continue;
        if (end > out) *end++ = '/';
        memcpy(end, name.at, name.size);
        end += name.size;
    }
    *end = '\0';
    return out;
}

/* Returns the split with the name of a folder, ignoring case, or SPLITS if there is none. */
static enum split folder_split(struct string name)
{
    char lower[16];
    if (name.size > sizeof lower) return SPLITS;
    for (size_t i = 0; i < name.size; i++) lower[i] = (char)tolower((unsigned char)name.at[i]);
    return split_named((struct string){lower, name.size});
}

/* Returns the split that the parent of the class folder names, or SPLITS. */
static enum split split_of(const char *inner)
{
    struct string rest = string_of(inner);
    last_name(&rest), last_name(&rest);
    return folder_split(last_name(&rest));
}

/* Adds a picture. `inner` is the path below the folder or in the tar; bytes.at is NULL for a file
 * on disk. */
static bool add(struct picture_list *list, const char *inner, const char *path, struct string bytes,
                char **error)
{
    inner = without_dots(list->store, inner);
    struct string rest = string_of(inner), name = last_name(&rest), class = last_name(&rest);
    if (!is_picture(name.at)) return list->others++, true;
    if (!class.size)
        return data_fail(error, "%s: the picture is not in a class folder (expected CLASS/%s)",
                         path, name.at);
    if (list->count == list->room) {
        list->room = list->room ? 2 * list->room : 1024;
        list->files = xgrow(list->files, (size_t)list->room, sizeof *list->files);
    }
    list->files[list->count++] = (struct picture_file){.split = split_of(inner),
                                                       .class = class,
                                                       .name = name.at,
                                                       .inner = inner,
                                                       .path = path,
                                                       .bytes = bytes};
    return true;
}

/* ---- locations ---- */

/* Rejects a picture without data in the tar, such as a link. Otherwise the picture would be missing
 * from the set. */
static bool has_bytes(const struct tar_member *member, const char *path, char **error)
{
    if (is_tar(member->name))
        return data_fail(error,
                         "%s: %s: is a tar inside a tar; unpack the outer one and give its folder",
                         path, member->name);
    return !member->instead || !is_picture(member->name) ||
           data_fail(error,
                     "%s: %s: is %s (expected the picture itself); pack the folder with `tar "
                     "--dereference --hard-dereference`, without --sparse and --multi-volume",
                     path, member->name, member->instead);
}

/* The members of a tar are treated as files in the folder that contains the tar. If the tar is
 * named after a split, they are treated as files in a subfolder with that name. */
struct place {
    const char *above; /* path below the first folder; empty, or ending in a slash */
    struct string stem;
};

static const char *inner_of(struct data_store *store, const struct place *place, const char *member)
{
    const char *inner = data_format(store, "%s%s", place->above, member);
    enum split stem = folder_split(place->stem);
    if (stem == SPLITS || split_of(without_dots(store, inner)) != SPLITS) return inner;
    struct string rest = string_of(without_dots(store, member)), top;
    string_cut(&rest, '/', &top);
    /* a class folder may have the same name as the split */
    bool packed_with_it = folder_split(top) == stem;
    if (packed_with_it || !rest.size) return inner;
    return data_format(store, "%s%.*s/%s", place->above, (int)place->stem.size, place->stem.at,
                       member);
}

static bool add_member(struct picture_list *list, const struct tar_member *member, const char *path,
                       const struct place *place, char **error)
{
    return name_is_text(path, member->name, error) && has_bytes(member, path, error) &&
           add(list, inner_of(list->store, place, member->name),
               data_format(list->store, "%s: %s", path, member->name), member->bytes, error);
}

/* ---- folders and tars ---- */

static bool add_tar(struct picture_list *list, const char *path, const struct place *place,
                    char **error)
{
    struct data_store *store = list->store;
    struct file *file = data_alloc(store, 1, sizeof *file);
    struct tar_member member;
    if (!file_read(store, path, file, error)) return false;
    struct tar tar = {.file = file};
    bool links = false;
    while (tar_next(&tar, store, &member, error)) {
        if (path_is_hidden(member.name)) continue;
        if (!add_member(list, &member, path, place, error)) return false;
        links = links || member.target;
    }
    return !*error && (!links || tar_links_lead_to_files(file, store, error));
}

static bool add_folder(struct picture_list *list, const char *path, const char *above, int depth,
                       char **error)
{
    struct folder folder;
    if (depth > DEEPEST)
        return data_fail(error,
                         "%s: is more than %d folders deep; give a folder closer to the pictures, "
                         "or remove the link to a parent folder",
                         path, DEEPEST);
    if (!folder_read(list->store, path, &folder, error)) return false;
    bool good = true;
    for (int i = 0; i < folder.count && good; i++) {
        const char *name = folder.names[i];
        const char *full = data_format(list->store, "%s/%s", path, name),
                   *inner = data_format(list->store, "%s%s", above, name);
        if (is_folder(full))
            good = add_folder(list, full, data_format(list->store, "%s/", inner), depth + 1, error);
        else if (is_tar(name))
            good = add_tar(list, full, &(struct place){above, {name, strcspn(name, ".")}}, error);
        else
            good = add(list, inner, full, (struct string){0}, error);
    }
    return good;
}

/* ---- reading ---- */

static int by_place(const void *a, const void *b)
{
    const struct picture_file *x = a, *y = b;
    if (x->split != y->split) return x->split < y->split ? -1 : 1;
    int classes = string_compare(x->class, y->class), names = strcmp(x->name, y->name);
    int places = strcmp(x->inner, y->inner);
    return classes ? classes : names ? names : places ? places : strcmp(x->path, y->path);
}

/* Rejects a picture that is listed twice, because it might be in both training and test. */
static bool paths_are_unique(const struct picture_list *list, char **error)
{
    for (int i = 1; i < list->count; i++) {
        const struct picture_file *one = &list->files[i - 1], *other = one + 1;
        if (!strcmp(one->inner, other->inner))
            return data_fail(error,
                             "%s and %s both unpack to %s; remove one, or, for two different "
                             "pictures, put each tar into its own folder",
                             one->path, other->path, one->inner);
    }
    return true;
}

/* Rejects split folders at an unexpected depth. Otherwise their pictures would be split at random,
 * which would mix training and test. */
static bool split_is_recognised(const struct picture_file *file, char **error)
{
    struct string rest = string_of(file->inner), name;
    last_name(&rest), last_name(&rest);
    while ((name = last_name(&rest)).size)
        if (folder_split(name) != SPLITS)
            return data_fail(
                error,
                "%s: is in '%.*s', but its path is not %.*s/CLASS/FILE, so it has no split; move "
                "the class folders directly into the split folders, or rename '%.*s' if it is not "
                "a split",
                file->path, (int)name.size, name.at, (int)name.size, name.at, (int)name.size,
                name.at);
    return true;
}

/* Checks that all pictures have a split, or that none has. Pictures without a split are last in the
 * list. */
static bool splits_are_consistent(const struct picture_list *list, char **error)
{
    if (!list->count) return true;
    const struct picture_file *first = list->files, *last = first + list->count - 1;
    if (last->split != SPLITS) return true;
    for (int i = 0; i < list->count && first->split == SPLITS; i++)
        if (!split_is_recognised(first + i, error)) return false;
    if (first->split == SPLITS) return true;
    return data_fail(error,
                     "%s is in the %s split, but %s is in no split (expected train/CLASS/... and "
                     "test/CLASS/... for all, or CLASS/... for all)",
                     first->path, split_names[first->split], last->path);
}

bool picture_list_read(const char *path, struct picture_list *list, char **error)
{
    *list = (struct picture_list){.store = data_store_new()};
    if (!(is_folder(path) ? add_folder(list, path, "", 0, error)
                          : add_tar(list, path, &(struct place){.above = ""}, error)))
        return false;
    if (list->count) qsort(list->files, (size_t)list->count, sizeof *list->files, by_place);
    return paths_are_unique(list, error) && splits_are_consistent(list, error);
}

void picture_list_close(struct picture_list *list)
{
    data_store_free(list->store);
    free(list->files);
}
