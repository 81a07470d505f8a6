/* SPDX-License-Identifier: MIT
 * Finds the files of unpacked archives, and decodes Latin-1. */
#include "datasets/formats/official.h"

#include "datasets/formats/folder.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

const char *official_folder(struct data_store *store, const char *dir, const char *name)
{
    const char *inner = data_format(store, "%s/%s", dir, name);
    return is_folder(inner) ? inner : dir;
}

const char *official_file(struct data_store *store, const char *dir, const char *const *names,
                          char **error)
{
    struct text message = {0};
    text_add(&message, "%s: no such file:", dir);
    for (int i = 0; names[i]; i++) {
        const char *path = data_format(store, "%s/%s", dir, names[i]);
        if (file_exists(path)) {
            text_free(&message);
            return path;
        }
        text_add(&message, "%s%s", i ? " or " : " ", names[i]);
    }
    data_mark_missing(store);
    *error = message.data;
    return NULL;
}

char *data_hint(const struct data_set *set, const char *name, const char *dir)
{
    char *there = xformat("%s/%s", dir, name);
    bool yours = !strcmp(set->source, "yours"), apart = strcmp(set->name, name) != 0;
    char *hint =
        yours ? xformat("put its files into %s", there)
              : xformat("%sfetch it with `datasets/fetch.sh %s %s`%s%s%s",
                        is_folder(there) ? "move the existing folder away and " : "", name, dir,
                        apart ? "" : " (from ", apart ? "" : set->source, apart ? "" : ")");
    free(there);
    return hint;
}

/* Returns true if the UTF-8 character at the first invalid byte, `bad`, is cut off by the end of
 * the file. */
static bool ends_within_character(struct string all, size_t bad)
{
    const unsigned char *at = (const unsigned char *)all.at + bad;
    size_t left = all.size - bad;
    size_t size = *at < 0xC2 || *at > 0xF4 ? 1 : (size_t)(2 + (*at >= 0xE0) + (*at >= 0xF0));
    for (size_t i = 1; i < left && i < size; i++)
        if ((at[i] & 0xC0) != 0x80) return false;
    return left < size;
}

bool official_text(struct dataset *data, const char *path, struct file *file, char **error)
{
    size_t bad;
    if (!file_read(data->store, path, file, error)) return false;
    const char *nul = memchr(file->all.at, 0, file->all.size);
    if (nul || utf8_valid(file->all, &bad)) {
        if (!file_check_utf8(file, error)) return false;
        file_drop_mark(data, file);
        if (!file->all.size) return file_fail(file, error, "is empty");
        return file_has_lines(file, error);
    }
    if (ends_within_character(file->all, bad))
        return file_fail_at(file, bad, error,
                            "truncated: the file ends inside a UTF-8 character; fetch it again "
                            "(Latin-1 text needs a line end on its last line)");
    char *decoded = data_alloc(data->store, file->all.size, 2);
    file->all = (struct string){decoded, utf8_from_latin1(file->all, decoded)};
    const char *name = strrchr(path, '/');
    data_note(data, "%s is not UTF-8 and was read as Latin-1.", name ? name + 1 : path);
    return file_has_lines(file, error);
}
