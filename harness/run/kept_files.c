/* SPDX-License-Identifier: MIT
 * Names and copies the files that training runs write (kept_files.h). */
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
    bool always; /* true if the file is written even without --keep */
} kinds[KEPT_KINDS] = {[KEPT_PREDICTIONS] = {"predictions", "jsonl", false},
                       [KEPT_WEIGHTS] = {"weights", "safetensors", false},
                       [KEPT_SCORES] = {"scores", "gz", true}};

const char *const kept_options[KEPT_KINDS] = {
    [KEPT_PREDICTIONS] = "--predictions", [KEPT_WEIGHTS] = "--weights", [KEPT_SCORES] = "--scores"};

char *run_folder_error(const char *directory, const char *folder)
{
    const char *why = file_fault(errno);
    char *shown = utf8_repaired(directory); /* reasons of rows must be UTF-8 */
    char *reason = xformat("cannot create %s/%s: %s", shown, folder, why);
    free(shown);
    return reason;
}

char *kept_path(enum kept kind, const char *directory, const char *row, char **error)
{
    char *path = result_dir_file(directory, kinds[kind].folder, row, kinds[kind].end);
    if (!path) *error = run_folder_error(directory, kinds[kind].folder);
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

/* Lets the kernel copy a file, because weights may be larger than the driver's memory. Removes an
 * incomplete copy. */
static bool copy_file(const char *from, const char *path, char **error)
{
    enum { AT_ONCE = 1 << 30 };
    struct new_file out;
    int in = open_run_file(from);
    bool good = in >= 0 && new_file_begin(&out, path);
    if (good) {
        ssize_t put;
        do put = sendfile(out.fd, in, NULL, AT_ONCE);
        while (put > 0 || (put < 0 && errno == EINTR));
        good = new_file_end(&out, put == 0);
    }
    if (!good) *error = xformat("cannot copy %s to %s: %s", from, path, file_fault(errno));
    if (in >= 0) close(in);
    return good;
}

/* Copies one kept file to another folder. Checks the name first, because it comes from an untrusted
 * record. */
static bool copy_named(enum kept kind, const char *from, const char *name, const char *to,
                       char **error)
{
    char *source = xformat("%s/%s", from, kinds[kind].folder);
    char *folder = xformat("%s/%s", to, kinds[kind].folder);
    if (!kept_is_name(kind, name))
        *error = xformat("%s: found '%s', expected a file name such as '%s/0123456789abcdef.%s'",
                         from, name, kinds[kind].folder, kinds[kind].end);
    else if (!is_inner_folder(source))
        *error = xformat("%s: %s", source, file_fault(errno));
    else if (!make_inner_folder(folder))
        *error = run_folder_error(to, kinds[kind].folder);
    else {
        char *file = xformat("%s/%s", from, name), *copy = xformat("%s/%s", to, name);
        copy_file(file, copy, error);
        free(copy);
        free(file);
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

void kept_copy_line(const json_t *line, const char *directory)
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

void kept_drop_empty(const char *directory)
{
    for (enum kept k = 0; k < KEPT_KINDS; k++) result_dir_drop_empty(directory, kinds[k].folder);
}

/* ---- --keep ---- */

/* Parses the value of --keep (may be NULL) into one flag per kind. Returns NULL or an unknown name,
 * which the caller frees. */
static char *parse_keep(const char *keep, bool *wanted)
{
    char *list = keep ? xstrdup(keep) : NULL, *rest = list, *unknown = NULL;
    for (enum kept k = 0; k < KEPT_KINDS; k++) wanted[k] = kinds[k].always;
    for (char *name; !unknown && (name = strsep(&rest, ","));) {
        enum kept k = 0;
        while (k < KEPT_KINDS && (kinds[k].always || strcmp(kinds[k].folder, name))) k++;
        if (k < KEPT_KINDS)
            wanted[k] = true;
        else
            unknown = xstrdup(name);
    }
    free(list);
    return unknown;
}

bool kept_option_valid(const char *command, const char *keep)
{
    bool wanted[KEPT_KINDS];
    char *unknown = parse_keep(keep, wanted);
    if (!unknown) return true;
    fprintf(stderr, "attnlab %s: --keep: found '%s', expected predictions or weights\n", command,
            unknown);
    free(unknown);
    return false;
}

bool kept_wanted(enum kept kind, const char *keep)
{
    bool wanted[KEPT_KINDS];
    free(parse_keep(keep, wanted));
    return wanted[kind];
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
