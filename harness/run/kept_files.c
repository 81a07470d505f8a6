/* SPDX-License-Identifier: MIT
 * Names of the files that rows leave, and copying them (kept_files.h). */
#include "harness/run/kept_files.h"

#include "harness/run/result_dir.h"
#include "base/listing.h"
#include "base/mem.h"
#include "base/utf8.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sendfile.h>
#include <unistd.h>

static const struct kind {
    const char *folder, *end;
    bool always; /* else where --keep names it */
} kinds[KEPT_KINDS] = {[KEPT_PREDICTIONS] = {"predictions", "jsonl", false},
                       [KEPT_WEIGHTS] = {"weights", "safetensors", false},
                       [KEPT_SCORES] = {"scores", "gz", true}};

const char *const kept_options[KEPT_KINDS] = {
    [KEPT_PREDICTIONS] = "--predictions", [KEPT_WEIGHTS] = "--weights", [KEPT_SCORES] = "--scores"};

/* Why there is no folder DIRECTORY/KIND, by errno, as a row's reason, which is text; to be freed.
 */
static char *not_made(enum kept kind, const char *directory)
{
    const char *why = file_fault(errno);
    char *shown = utf8_repaired(directory);
    char *reason = xformat("cannot make %s/%s: %s", shown, kinds[kind].folder, why);
    free(shown);
    return reason;
}

char *kept_path(enum kept kind, const char *directory, const char *row, char **error)
{
    char *path = result_dir_file(directory, kinds[kind].folder, row, kinds[kind].end);
    if (!path) *error = not_made(kind, directory);
    return path;
}

bool kept_is_name(enum kept kind, const char *name)
{
    static const char hex[] = "0123456789abcdef";
    enum { DIGITS = 16 };
    size_t folder = strlen(kinds[kind].folder);
    if (strncmp(name, kinds[kind].folder, folder) || name[folder] != '/') return false;
    const char *hash = name + folder + 1;
    return strspn(hash, hex) == DIGITS && hash[DIGITS] == '.' &&
           !strcmp(hash + DIGITS + 1, kinds[kind].end);
}

void kept_note(enum kept kind, json_t *record, const char *path)
{
    json_t *quality = json_object_get(record, "quality");
    if (!path || !quality || access(path, R_OK) != 0) return;
    char *name = xformat("%s%s", kinds[kind].folder, strrchr(path, '/'));
    json_object_set_new(quality, kinds[kind].folder, json_string(name));
    free(name);
}

/* ---- copying ---- */

/* DIRECTORY/KIND, made where it is missing; NULL with *error. */
static char *make_folder(enum kept kind, const char *directory, char **error)
{
    char *folder = xformat("%s/%s", directory, kinds[kind].folder);
    if (make_inner_folder(folder)) return folder;
    *error = not_made(kind, directory);
    free(folder);
    return NULL;
}

/* By the kernel: weights may be larger than what the driver has room for. */
static bool copy_bytes(int from, int to)
{
    enum { AT_ONCE = 1 << 30 };
    ssize_t put;
    do put = sendfile(to, from, NULL, AT_ONCE);
    while (put > 0 || (put < 0 && errno == EINTR));
    return put == 0;
}

/* The copy is whole or not there. */
static bool copy_file(const char *from, const char *folder, char **error)
{
    char *path = xformat("%s%s", folder, strrchr(from, '/'));
    struct new_file out;
    int in = open_run_file(from);
    if (in < 0 || !new_file_begin(&out, path) || !new_file_end(&out, copy_bytes(in, out.fd)))
        *error = xformat("cannot copy %s to %s: %s", from, path, file_fault(errno));
    if (in >= 0) close(in);
    free(path);
    return !*error;
}

/* A file of a folder that may come from somebody else: NAME is "KIND/HASH.END" as kept_path() makes
 * it, and anything else is left alone. */
static bool copy_named(enum kept kind, const char *from, const char *name, const char *to,
                       char **error)
{
    char *source = xformat("%s/%s", from, kinds[kind].folder), *folder = NULL;
    if (!kept_is_name(kind, name))
        *error = xformat("%s: found '%s', expected a file as '%s/0123456789abcdef.%s'", from, name,
                         kinds[kind].folder, kinds[kind].end);
    else if (!is_inner_folder(source))
        *error = xformat("%s: %s", source, file_fault(errno));
    else if ((folder = make_folder(kind, to, error))) {
        char *path = xformat("%s/%s", from, name);
        copy_file(path, folder, error);
        free(path);
    }
    free(folder);
    free(source);
    return !*error;
}

static bool copy_kind(enum kept kind, const char *from, const char *to, char **error)
{
    char *source = xformat("%s/%s", from, kinds[kind].folder);
    struct listing files = listing_of(source, "");
    for (int i = 0; !*error && i < files.count; i++) {
        char *name = xformat("%s/%s", kinds[kind].folder, files.names[i]);
        if (kept_is_name(kind, name)) copy_named(kind, from, name, to, error);
        free(name);
    }
    listing_free(&files);
    free(source);
    return !*error;
}

bool kept_copy_all(const char *from, const char *to, char **error)
{
    for (enum kept k = 0; k < KEPT_KINDS; k++)
        if (!copy_kind(k, from, to, error)) return false;
    return true;
}

void kept_bring(const json_t *line, const char *directory)
{
    const json_t *quality = json_object_get(json_object_get(line, "record"), "quality");
    const char *from = json_string_value(json_object_get(json_object_get(line, "same_as"), "run"));
    for (enum kept k = 0; from && k < KEPT_KINDS; k++) {
        const char *name = json_string_value(json_object_get(quality, kinds[k].folder));
        char *why = NULL;
        if (name && !copy_named(k, from, name, directory, &why)) fprintf(stderr, "note: %s\n", why);
        free(why);
    }
}

void kept_end(const char *directory)
{
    for (enum kept k = 0; k < KEPT_KINDS; k++) result_dir_drop_empty(directory, kinds[k].folder);
}

/* ---- --keep ---- */

/* The kind of a name of so many bytes; KEPT_KINDS: there is none to be asked for. */
static enum kept kind_named(const char *name, size_t length)
{
    enum kept k = 0;
    while (k < KEPT_KINDS && (kinds[k].always || strlen(kinds[k].folder) != length ||
                              strncmp(kinds[k].folder, name, length)))
        k++;
    return k;
}

bool kept_asked(const char *command, const char *keep)
{
    while (keep) {
        size_t length = strcspn(keep, ",");
        if (kind_named(keep, length) == KEPT_KINDS) {
            fprintf(stderr, "attnlab %s: --keep: found '%.*s', expected predictions or weights\n",
                    command, (int)length, keep);
            return false;
        }
        keep = keep[length] ? keep + length + 1 : NULL;
    }
    return true;
}

bool kept_wanted(enum kept kind, const char *keep)
{
    bool wanted = kinds[kind].always;
    while (keep) {
        size_t length = strcspn(keep, ",");
        wanted |= kind_named(keep, length) == kind;
        keep = keep[length] ? keep + length + 1 : NULL;
    }
    return wanted;
}

bool kept_has(const json_t *line, const char *keep)
{
    const json_t *quality = json_object_get(json_object_get(line, "record"), "quality");
    bool has = true;
    for (enum kept k = 0; k < KEPT_KINDS; k++)
        has &= kinds[k].always || !kept_wanted(k, keep) ||
               json_object_get(quality, kinds[k].folder) != NULL;
    return has;
}
